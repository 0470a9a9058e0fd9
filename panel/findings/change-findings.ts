import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import type { Finding } from '#domain/findings/finding.ts'
import { errorText } from '#panel/api/error-text.ts'
import { listsAfter } from '#panel/api/old-lists.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { useText } from '#panel/words/use-text.ts'
import { deleteFinding, type EditedFinding, findingsQuery } from './finding-calls.ts'

export function useDeleteFinding(
  turbineId: number,
  { onDeleted, onSettled }: { onDeleted: () => void; onSettled: () => void },
) {
  const text = useText()
  const change = useChangeShown(turbineId)
  return useApiMutation({
    name: ({ id }) => ['finding.delete', id],
    call: ({ id }: Finding) => deleteFinding(turbineId, id),
    invalidates: () => listsAfter('finding', turbineId),
    onSuccess: (_, deleted) => {
      change((shown) => shown.filter(({ id }) => id !== deleted.id))
      onDeleted()
    },
    failureToast: (error) => ({ title: text('findings.delete.failed'), message: errorText(text, error) }),
    onSettled,
  })
}

/** Tells which findings are no longer linked with a changed one, because its blade or year has changed. */
export function useTellUnlinked(): (edited: EditedFinding) => void {
  const text = useText()
  const { formatList } = useIntl()
  const notify = useNotify()
  return ({ finding: { number }, unlinked }) => {
    if (unlinked.length === 0) return
    const others = formatList(unlinked.map((each) => each.number))
    notify({
      tone: 'warning',
      title: text('findings.unlinked'),
      message: text('findings.unlinked.text', { number, others }),
      stays: true,
    })
  }
}

/** Changes the list of findings that is on the screen, before the server has answered with the new one. */
export function useChangeShown(turbineId: number) {
  const queryClient = useQueryClient()
  return (change: (shown: Finding[]) => Finding[]) => changeShownFindings(queryClient, turbineId, change)
}

export function changeShownFindings(
  queryClient: QueryClient,
  turbineId: number,
  change: (shown: Finding[]) => Finding[],
) {
  const { queryKey } = findingsQuery(turbineId)
  // A running request may have read the list before the change; its answer would undo the change on the screen.
  void queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, (shown) => shown && change(shown))
}
