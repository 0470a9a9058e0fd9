import { useRef } from 'react'
import { useIntl } from 'react-intl'
import type { Finding, FindingChange } from '#domain/findings/finding.ts'
import { FINDING_MEASURES } from '#domain/findings/finding-type.ts'
import { may } from '#domain/permissions.ts'
import type { Turbine } from '#domain/turbine.ts'
import { errorText } from '#panel/api/error-text.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { useViewer } from '#panel/session/viewer-context.ts'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { useText } from '#panel/words/use-text.ts'
import { findingChangeInvalidates, useChangeShown } from '../change-findings.ts'
import type { Draft } from '../drafts/marking-work.ts'
import { deleteFinding, editFinding } from '../finding-calls.ts'
import { valuesOf } from '../finding-values.ts'

/** A finding as it was saved last, and as it was before; `before` is undefined if it was added. */
interface Saved {
  finding: Finding
  before: Finding | undefined
}

/**
 * Tells that a finding was saved, and undoes it: by the toast for this finding, by Ctrl Z for the last one.
 *
 * @param reopen begins the finding again that was undone, with all that was typed
 */
export function useSavedFinding(
  turbine: Turbine,
  reopen: (draft: Pick<Draft, 'photoId' | 'shape' | 'values'>) => void,
) {
  const text = useText()
  const { locale } = useIntl()
  const notify = useNotify()
  const viewer = useViewer()
  const changeShown = useChangeShown(turbine.id)
  const last = useRef<Saved>(undefined)
  const { mutate } = useApiMutation({
    name: ({ finding }: Saved) => ['finding.undo', finding.id],
    async call({ finding, before }: Saved) {
      if (before)
        return (await editFinding(turbine.id, finding.id, formerFields(before, finding), finding.revision))
          .finding
      await deleteFinding(turbine.id, finding.id)
      return undefined
    },
    invalidates: () => findingChangeInvalidates(turbine.id),
    onSuccess(edited, { finding, before }) {
      const { id, number, photo_id: photoId, shape } = finding
      changeShown((shown) => shown.flatMap((each) => (each.id === id ? (edited ?? []) : each)))
      const begin = () => photoId !== null && reopen({ photoId, shape, values: valuesOf(finding, locale) })
      notify({
        tone: 'info',
        title: text('marks.undone', { number }),
        ...(!before && { action: { label: text('marks.undone.reopen'), run: begin } }),
      })
    },
    failureToast: (error) => ({ title: text('marks.undo.failed'), message: errorText(text, error) }),
  })

  function undoSaved(saved: Saved) {
    if (last.current === saved) last.current = undefined
    mutate(saved)
  }

  return {
    tellSaved(finding: Finding, before: Finding | undefined) {
      const saved = { finding, before }
      const mayUndo = may(viewer, before ? 'finding.edit' : 'finding.delete', turbine.company_id)
      last.current = mayUndo ? saved : undefined
      notify({
        tone: 'success',
        title: text('marks.saved', { number: finding.number }),
        ...(mayUndo && { action: { label: text('marks.undo'), run: () => undoSaved(saved) } }),
      })
    },
    /** @returns false if nothing was saved that can be undone */
    undoLast(): boolean {
      const { current: saved } = last
      if (saved) undoSaved(saved)
      return saved !== undefined
    },
  }
}

/** The former values of the fields that the edit has changed, so that what somebody else has changed meanwhile stays. */
function formerFields(before: Finding, after: Finding): FindingChange {
  const fields = UNDONE.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  return Object.fromEntries(fields.map((name) => [name, before[name]]))
}

/** What the form beside a photo changes. */
const UNDONE = [
  'shape',
  'blade',
  'side',
  'type',
  'severity',
  'from_m',
  'to_m',
  'positions_m',
  ...FINDING_MEASURES,
  'text',
  'status',
  'own_due_on',
  'due_reason',
  'earlier_id',
] as const satisfies (keyof Finding)[]
