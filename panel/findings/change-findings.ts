import { useQueryClient } from '@tanstack/react-query'
import type { Finding, FindingChange, FindingDraft } from '#domain/finding.ts'
import { errorText } from '#panel/api/error-text.ts'
import { turbineKeys } from '#panel/api/turbine-keys.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { useText } from '#panel/words/use-text.ts'
import { addFinding, deleteFinding, editFinding, findingsQuery } from './finding-calls.ts'

/** The lists that show findings or the state that follows from them. */
export const findingChangeInvalidates = (turbineId: number) => [
  findingsQuery(turbineId).queryKey,
  turbineKeys.one(turbineId),
  turbineKeys.list(),
  ['findings'],
]

/** Adds a finding. The form shows a failure itself. */
export function useAddFinding(turbineId: number, onAdded?: (finding: Finding) => void) {
  const change = useChangeShown(turbineId)
  return useApiMutation({
    call: (draft: FindingDraft) => addFinding(turbineId, draft),
    invalidates: () => findingChangeInvalidates(turbineId),
    onSuccess: (added) => {
      change((shown) => [...shown, added])
      onAdded?.(added)
    },
  })
}

/**
 * Changes a finding.
 *
 * @param options.hasForm true if a form shows a failure itself; otherwise a toast does
 */
export function useEditFinding(
  turbineId: number,
  { hasForm, onEdited }: { hasForm: boolean; onEdited?: (finding: Finding) => void },
) {
  const text = useText()
  const change = useChangeShown(turbineId)
  return useApiMutation({
    call: ({ id, fields }: { id: number; fields: FindingChange }) => editFinding(turbineId, id, fields),
    invalidates: () => findingChangeInvalidates(turbineId),
    onSuccess: (edited) => {
      change((shown) => shown.map((finding) => (finding.id === edited.id ? edited : finding)))
      onEdited?.(edited)
    },
    ...(!hasForm && {
      failureToast: (error: Error) => ({
        title: text('findings.edit.failed'),
        message: errorText(text, error),
      }),
    }),
  })
}

export function useDeleteFinding(turbineId: number, onDeleted?: () => void) {
  const text = useText()
  const change = useChangeShown(turbineId)
  return useApiMutation({
    call: ({ id }: Finding) => deleteFinding(turbineId, id),
    invalidates: () => findingChangeInvalidates(turbineId),
    onSuccess: (_, deleted) => {
      change((shown) => shown.filter(({ id }) => id !== deleted.id))
      onDeleted?.()
    },
    failureToast: (error) => ({ title: text('findings.delete.failed'), message: errorText(text, error) }),
  })
}

/** Changes the list of findings that is on the screen, before the server has answered with the new one. */
export function useChangeShown(turbineId: number) {
  const queryClient = useQueryClient()
  return (change: (shown: Finding[]) => Finding[]) => {
    const { queryKey } = findingsQuery(turbineId)
    // A running request may have read the list before the change; its answer would undo the change on the screen.
    void queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData(queryKey, (shown) => shown && change(shown))
  }
}
