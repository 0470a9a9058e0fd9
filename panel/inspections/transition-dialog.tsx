import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import * as z from 'zod'
import type { ViewedInspection } from '#domain/inspections/inspection.ts'
import {
  type InspectionStep,
  type Missing,
  missingReasons,
  REASON_MAX_LENGTH,
} from '#domain/inspections/state.ts'
import { REPORT_FINDINGS_MAX } from '#domain/limits.ts'
import { endingOfObject } from '#domain/text/turkish.ts'
import { errorText } from '#panel/api/error-text.ts'
import { publishSheetQuery } from '#panel/data/inspection-versions.ts'
import type { InspectionPlace } from '#panel/data/inspections.ts'
import { QueryBoundary } from '#panel/frame/query-boundary.tsx'
import { useKeptState } from '#panel/session/kept-work.ts'
import { FormDialog } from '#panel/ui/dialogs/form-dialog.tsx'
import { TextAreaField } from '#panel/ui/fields/text-area-field.tsx'
import { Skeleton } from '#panel/ui/skeleton.tsx'
import { useText } from '#panel/words/use-text.ts'
import type { ChangeWords } from './change-words.ts'
import { obstacleWords } from './obstacle-words.ts'
import { PublishFacts } from './publish-sheet.tsx'
import { UnpublishedChanges } from './unpublished-changes.tsx'
import { missingOf, refusedObstacle, staleInspection, useTransition } from './use-transition.ts'

const Reason = z.string()

const REASON_LABELS = {
  unlooked: 'inspection.reason.unlooked',
  undecided: 'inspection.reason.undecided',
  nothing_inspected: 'inspection.reason.nothing_inspected',
  further_version: 'inspection.reason.further',
  withdrawal: 'inspection.reason.withdrawn',
} as const satisfies Record<Missing, string>

interface TransitionDialogProps {
  place: InspectionPlace
  to: InspectionStep
  inspection: ViewedInspection
  words: ChangeWords
  onClose: () => void
}

/**
 * Asks before an inspection is sent on, with the reason where the server wants one. Before a publication it shows the publish sheet, and what a
 * further version changes.
 */
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
  const sheet = useQuery({
    ...publishSheetQuery(place),
    enabled: to === 'published' && !transition.isSuccess,
  })
  const inspection = transition.isSuccess && sent ? sent : props.inspection
  const { published_version } = inspection
  // The sheet is asked when the dialog opens; a refusal names what has come since.
  const missing = missingOf(transition.error) ?? sheet.data?.missing ?? missingReasons(to, inspection)
  const asksReason = missing.length > 0
  const obstacle = inspection.possible[to]
  const blocked = obstacle === null ? undefined : obstacleWords(text, obstacle, to, inspection)
  const isFurther = to === 'published' && published_version !== null
  const failure = failureOf(transition.error)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (asksReason && reason.trim() === '') return setIsMissing(true)
    setSent(inspection)
    transition.mutate({
      to,
      revision: inspection.revision,
      ...(to === 'published' && sheet.data && { fingerprint: sheet.data.fingerprint }),
      reason: asksReason ? reason : '',
    })
  }

  return (
    <FormDialog
      title={text(`inspection.dialog.${to}`, { year: String(place.year), n: published_version ?? 0 })}
      submitLabel={submitLabel()}
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
        {to === 'published' && (
          <QueryBoundary
            query={sheet}
            loading={<Skeleton className="h-48 w-full" />}
            failed={text('inspection.sheet.failed')}
          >
            {(facts) => <PublishFacts sheet={facts} />}
          </QueryBoundary>
        )}
        <MissingReasons missing={missing} inspection={inspection} />
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

  /** The number that the version gets is known when the sheet is there. */
  function submitLabel() {
    const version = sheet.data?.version
    if (to !== 'published' || version === undefined) return text(`inspection.send.${to}`)
    return text('inspection.send.version', { n: version, ending: endingOfObject(version) })
  }

  function reasonLabel() {
    const [only, ...others] = missing
    if (only === undefined || others.length > 0) return 'inspection.reason.several'
    return REASON_LABELS[only]
  }

  function failureOf(error: Error | null): string | undefined {
    if (!error) return undefined
    const stale = staleInspection(error)
    if (stale) return text('inspection.stale', { state: text(`inspection.state.${stale.state}`) })
    const refused = refusedObstacle(error)
    return refused ? obstacleWords(text, refused, to, inspection) : errorText(text, error)
  }
}

interface MissingReasonsProps {
  missing: readonly Missing[]
  inspection: ViewedInspection
}

/** What the reason has to be about. A withdrawal, and a further version alone, say it in the label of the field. */
function MissingReasons({ missing, inspection }: MissingReasonsProps) {
  const text = useText()
  const { photos, looked_at, undecided } = inspection
  const words: Record<Missing, string | undefined> = {
    unlooked: text('inspection.explain.unlooked', { n: photos - looked_at }),
    undecided: text('inspection.missing.undecided', { n: undecided }),
    nothing_inspected: text('inspection.missing.nothing_inspected'),
    further_version: missing.length > 1 ? text('inspection.missing.further_version') : undefined,
    withdrawal: undefined,
  }
  const sentences = missing.flatMap((each) => words[each] ?? [])
  if (sentences.length === 0) return null
  return (
    <div className="font-medium text-ink">
      <p>{text('inspection.missing')}</p>
      <ul className="list-disc pl-5">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  )
}
