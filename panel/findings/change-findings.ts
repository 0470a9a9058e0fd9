import { useQueryClient } from '@tanstack/react-query'
import type { Finding, FindingChange, FindingDraft } from '#domain/finding.ts'
import { errorText } from '#panel/api/error-text.ts'
import { turbineKeys } from '#panel/api/turbine-keys.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { useText } from '#panel/words/use-text.ts'
import { addFinding, deleteFinding, editFinding, findingsQuery } from './finding-calls.ts'

/** The lists that show findings or the state that follows from them. */
export const changed = (turbineId: number) => [
  findingsQuery(turbineId).queryKey,
  turbineKeys.one(turbineId),
  turbineKeys.list(),
  ['findings'],
]

export function useAddFinding(turbineId: number, onAdded?: (finding: Finding) => void) {
  const text = useText()
  const change = useChangeShown(turbineId)
  return useApiMutation({
    call: (draft: FindingDraft) => addFinding(turbineId, draft),
    invalidates: () => changed(turbineId),
    onSuccess: (added) => {
      change((shown) => [...shown, added])
      onAdded?.(added)
    },
    failureToast: (error) => ({ title: text('findings.add.failed'), message: errorText(text, error) }),
  })
}

export function useEditFinding(turbineId: number, onEdited?: (finding: Finding) => void) {
  const text = useText()
  const change = useChangeShown(turbineId)
  return useApiMutation({
    call: ({ id, fields }: { id: number; fields: FindingChange }) => editFinding(turbineId, id, fields),
    invalidates: () => changed(turbineId),
    onSuccess: (edited) => {
      change((shown) => shown.map((finding) => (finding.id === edited.id ? edited : finding)))
      onEdited?.(edited)
    },
    failureToast: (error) => ({ title: text('findings.edit.failed'), message: errorText(text, error) }),
  })
}

export function useDeleteFinding(turbineId: number, onDeleted?: () => void) {
  const text = useText()
  const change = useChangeShown(turbineId)
  return useApiMutation({
    call: ({ id }: Finding) => deleteFinding(turbineId, id),
    invalidates: () => changed(turbineId),
    onSuccess: (_, deleted) => {
      change((shown) => shown.filter(({ id }) => id !== deleted.id))
      onDeleted?.()
    },
    failureToast: (error) => ({ title: text('findings.delete.failed'), message: errorText(text, error) }),
  })
}

function useChangeShown(turbineId: number) {
  const queryClient = useQueryClient()
  return (change: (shown: Finding[]) => Finding[]) => {
    const { queryKey } = findingsQuery(turbineId)
    // A running request may have read the list before the change; its answer would undo the change on the screen.
    void queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData(queryKey, (shown) => shown && change(shown))
  }
}
