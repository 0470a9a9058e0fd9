import { type FormEvent, useState } from 'react'
import * as z from 'zod'
import type { Inspection } from '#domain/inspections/inspection.ts'
import {
  findObstacle,
  type InspectionStep,
  needsReason,
  REASON_MAX_LENGTH,
  type TransitionFacts,
} from '#domain/inspections/state.ts'
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
  inspection: Inspection
  facts: TransitionFacts
  words: ChangeWords
  onClose: () => void
}

/** Asks before an inspection is sent on, with the reason where the server wants one, and with what a further version changes. */
export default function TransitionDialog(props: TransitionDialogProps) {
  const { place, to, inspection, words, onClose } = props
  const text = useText()
  const [reason, setReason] = useKeptState(`inspection/${place.turbineId}/${place.year}/${to}`, Reason, '')
  const [restored] = useState(reason !== '')
  const [isMissing, setIsMissing] = useState(false)
  const transition = useTransition(place, () => {
    setReason('')
    onClose()
  })
  // While it closes, the dialog stays as it was sent: the inspection has moved on already.
  const [sentFacts, setSentFacts] = useState<TransitionFacts>()
  const facts = transition.isSuccess && sentFacts ? sentFacts : props.facts
  const asksReason = needsReason(to, facts)
  const obstacle = findObstacle(to, facts)
  const blocked = obstacle && obstacleWords(text, obstacle, { to, ...facts })
  const isFurther = to === 'published' && facts.published_version !== null
  const unlooked = facts.photos - facts.looked_at
  const failure = failureOf(transition.error)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (asksReason && reason.trim() === '') return setIsMissing(true)
    setSentFacts(facts)
    transition.mutate({ to, revision: inspection.revision, reason: asksReason ? reason : '' })
  }

  return (
    <FormDialog
      title={text(`inspection.dialog.${to}`, { year: String(place.year), n: facts.published_version ?? 0 })}
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
          <p className="font-medium text-ink">{text('inspection.explain.unlooked', { n: unlooked })}</p>
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
    return refused ? obstacleWords(text, refused, { to, ...facts }) : errorText(text, error)
  }
}
