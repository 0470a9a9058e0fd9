import { type FormEvent, useState } from 'react'
import * as z from 'zod'
import type { ViewedInspection } from '#domain/inspections/inspection.ts'
import { type InspectionStep, needsReason, REASON_MAX_LENGTH } from '#domain/inspections/state.ts'
import { REPORT_FINDINGS_MAX } from '#domain/limits.ts'
import { errorText } from '#panel/api/error-text.ts'
import { useKeptState } from '#panel/session/kept-work.ts'
import { FormDialog } from '#panel/ui/dialogs/form-dialog.tsx'
import { TextAreaField } from '#panel/ui/fields/text-area-field.tsx'
import { useText } from '#panel/words/use-text.ts'
import type { ChangeWords } from './change-words.ts'
import type { InspectionPlace } from './inspection-calls.ts'
import { obstacleWords } from './obstacle-words.ts'
import { UnpublishedChanges } from './unpublished-changes.tsx'
import { refusedObstacle, staleInspection, useTransition } from './use-transition.ts'

const Reason = z.string()

interface TransitionDialogProps {
  place: InspectionPlace
  to: InspectionStep
  inspection: ViewedInspection
  words: ChangeWords
  onClose: () => void
}

/** Asks before an inspection is sent on, with the reason where the server wants one, and with what a further version changes. */
export default function TransitionDialog(props: TransitionDialogProps) {
  const { place, to, words, onClose } = props
  const text = useText()
  const [reason, setReason] = useKeptState(`inspection/${place.turbineId}/${place.year}/${to}`, Reason, '')
  const [restored] = useState(reason !== '')
  const [isMissing, setIsMissing] = useState(false)
  const transition = useTransition(place, () => {
    setReason('')
    onClose()
  })
  // While it closes, the dialog stays as it was sent: the inspection has moved on already.
  const [sent, setSent] = useState<ViewedInspection>()
  const inspection = transition.isSuccess && sent ? sent : props.inspection
  const { published_version, photos, looked_at } = inspection
  const asksReason = needsReason(to, inspection)
  const obstacle = inspection.possible[to]
  const blocked = obstacle === null ? undefined : obstacleWords(text, obstacle, to, inspection)
  const isFurther = to === 'published' && published_version !== null
  const failure = failureOf(transition.error)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (asksReason && reason.trim() === '') return setIsMissing(true)
    setSent(inspection)
    transition.mutate({ to, revision: inspection.revision, reason: asksReason ? reason : '' })
  }

  return (
    <FormDialog
      title={text(`inspection.dialog.${to}`, { year: String(place.year), n: published_version ?? 0 })}
      submitLabel={text(`inspection.send.${to}`)}
      submitBlocked={blocked}
      onSubmit={submit}
      onClose={onClose}
      onDiscard={() => setReason('')}
      isRestored={restored && reason !== ''}
      busy={transition.isPending}
      dirty={reason !== ''}
      failure={failure}
      failureTitle={failure && text('inspection.transition.failed')}
      onDismissFailure={transition.reset}
      formRef={null}
    >
      <div className="grid gap-2 text-body text-ink-soft sm:col-span-2">
        <p>{text(`inspection.explain.${isFurther ? 'further' : to}`)}</p>
        {asksReason && to !== 'withdrawn' && !isFurther && (
          <p className="font-medium text-ink">
            {text('inspection.explain.unlooked', { n: photos - looked_at })}
          </p>
        )}
        {to === 'published' && inspection.findings > REPORT_FINDINGS_MAX && (
          <p className="font-medium text-ink">
            {text('inspection.explain.noReport', { n: inspection.findings, max: REPORT_FINDINGS_MAX })}
          </p>
        )}
        {blocked && <p className="font-medium text-ink">{blocked}</p>}
      </div>
      {asksReason && (
        <TextAreaField
          label={text(reasonLabel())}
          required
          value={reason}
          maxLength={REASON_MAX_LENGTH}
          error={isMissing && reason.trim() === '' ? text('inspection.reason.missing') : undefined}
          onChange={({ target }) => setReason(target.value)}
          className="sm:col-span-2"
        />
      )}
      {isFurther && (
        <section aria-labelledby="unpublished-title" className="min-w-0 sm:col-span-2">
          <h3 id="unpublished-title" className="mb-2 text-body font-semibold text-ink">
            {text('inspection.changes.title')}
          </h3>
          <UnpublishedChanges place={place} words={words} />
        </section>
      )}
    </FormDialog>
  )

  function reasonLabel() {
    if (to === 'withdrawn') return 'inspection.reason.withdrawn'
    return isFurther ? 'inspection.reason.further' : 'inspection.reason.unlooked'
  }

  function failureOf(error: Error | null): string | undefined {
    if (!error) return undefined
    const stale = staleInspection(error)
    if (stale) return text('inspection.stale', { state: text(`inspection.state.${stale.state}`) })
    const refused = refusedObstacle(error)
    return refused ? obstacleWords(text, refused, to, inspection) : errorText(text, error)
  }
}
