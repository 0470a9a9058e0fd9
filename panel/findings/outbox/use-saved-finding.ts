import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useIntl } from 'react-intl'
import type { Finding, FindingChange } from '#domain/findings/finding.ts'
import { FINDING_MEASURES } from '#domain/findings/finding-type.ts'
import { may } from '#domain/permissions.ts'
import { errorText } from '#panel/api/error-text.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { changeShownFindings, deleteFinding, editFinding, listsAfterFinding } from '#panel/data/findings.ts'
import { useCaller } from '#panel/session/caller-context.ts'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { useText } from '#panel/words/use-text.ts'
import { valuesOf } from '../finding-values.ts'
import type { Draft } from './marking-work.ts'

/** A finding as it was saved last, and as it was before; `before` is undefined if it was added. */
interface Saved {
  finding: Finding
  before: Finding | undefined
}

/**
 * Tells that a finding was saved, and undoes it: by the toast for this finding, by Ctrl Z for the last one.
 *
 * @param reopen begins the finding again that was undone, with all that was typed; undefined where none can be begun
 */
export function useSavedFinding(
  reopen?: (draft: Pick<Draft, 'photoId' | 'shape' | 'values' | 'foundOn'>) => void,
) {
  const text = useText()
  const { locale } = useIntl()
  const notify = useNotify()
  const caller = useCaller()
  const queryClient = useQueryClient()
  const last = useRef<Saved>(undefined)
  const { mutate } = useApiMutation({
    name: ({ finding }: Saved) => ['finding.undo', finding.id],
    async call({ finding, before }: Saved) {
      const { turbine_id: turbineId, id, revision } = finding
      if (before) return (await editFinding(turbineId, id, formerFields(before, finding), revision)).finding
      await deleteFinding(turbineId, id)
      return undefined
    },
    invalidates: ({ finding }) => listsAfterFinding(finding.turbine_id),
    onSuccess(edited, { finding, before }) {
      const { turbine_id: turbineId, id, number, photo_id: photoId, shape, found_on: foundOn } = finding
      changeShownFindings(queryClient, turbineId, (shown) =>
        shown.flatMap((each) => (each.id === id ? (edited ?? []) : each)),
      )
      const begin = () =>
        reopen?.({
          photoId,
          shape,
          values: valuesOf(finding, locale),
          // The form beside a photo does not ask for the day.
          ...(photoId === null && { foundOn }),
        })
      notify({
        tone: 'info',
        title: text('marks.undone', { number }),
        ...(!before && reopen && { action: { label: text('marks.undone.reopen'), run: begin } }),
      })
    },
    failureToast: (error) => ({ title: text('marks.undo.failed'), message: errorText(text, error) }),
  })

  function undoSaved(saved: Saved) {
    if (last.current === saved) last.current = undefined
    mutate(saved)
  }

  return {
    /** @param companyId that of the turbine; undefined if it is not known */
    tellSaved(finding: Finding, before: Finding | undefined, companyId: number | undefined) {
      const saved = { finding, before }
      const mayUndo =
        companyId !== undefined && may(caller, before ? 'finding.edit' : 'finding.delete', companyId)
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

/** What the forms change. */
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
  'year',
  'found_on',
] as const satisfies (keyof Finding)[]
