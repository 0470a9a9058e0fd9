import { useQueryClient } from '@tanstack/react-query'
import type { Comment, CommentAudience } from '#domain/comment.ts'
import { errorText } from '#panel/api/error-text.ts'
import { listsAfter } from '#panel/api/old-lists.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { useText } from '#panel/words/use-text.ts'
import { addComment, commentsQuery, deleteComment, editComment } from './comment-calls.ts'

/** Sends a new comment. The screen shows a failure itself, beside the typed text. */
export function useAddComment(
  turbineId: number,
  findingId: number | undefined,
  { onAdded, onFailed }: { onAdded: () => void; onFailed: () => void },
) {
  const change = useChangeShown(turbineId)
  return useApiMutation({
    name: ['comment.add', turbineId, findingId ?? null],
    call: async ({ text, audience }: { text: string; audience: CommentAudience }) => {
      try {
        return await addComment(turbineId, text, audience, findingId)
      } catch (error) {
        // Here and not in a callback of the screen, because the screen may be gone already.
        onFailed()
        throw error
      }
    },
    invalidates: () => listsAfter('comment', turbineId),
    onSuccess: (added) => {
      change((shown) => [added, ...shown])
      onAdded()
    },
  })
}

export function useEditComment(
  turbineId: number,
  id: number,
  onEdited: (edited: Comment, sent: string) => void,
) {
  const text = useText()
  const change = useChangeShown(turbineId)
  return useApiMutation({
    name: ['comment.edit', id],
    call: (comment: string) => editComment(turbineId, id, comment),
    invalidates: () => listsAfter('comment', turbineId),
    onSuccess: (edited, sent) => {
      change((shown) => shown.map((comment) => (comment.id === edited.id ? edited : comment)))
      onEdited(edited, sent)
    },
    failureToast: (error) => ({ title: text('comments.edit.failed'), message: errorText(text, error) }),
  })
}

export function useDeleteComment(
  turbineId: number,
  options: { onDeleted: () => void; onSettled: () => void },
) {
  const text = useText()
  const change = useChangeShown(turbineId)
  return useApiMutation({
    name: ({ id }) => ['comment.delete', id],
    call: ({ id }: Comment) => deleteComment(turbineId, id),
    invalidates: () => listsAfter('comment', turbineId),
    onSuccess: (_, deleted) => {
      change((shown) => shown.filter(({ id }) => id !== deleted.id))
      options.onDeleted()
    },
    failureToast: (error) => ({ title: text('comments.delete.failed'), message: errorText(text, error) }),
    onSettled: options.onSettled,
  })
}

function useChangeShown(turbineId: number) {
  const queryClient = useQueryClient()
  return (change: (shown: Comment[]) => Comment[]) => {
    const { queryKey } = commentsQuery(turbineId)
    // A running request may have read the list before the change; its answer would undo the change on the screen.
    void queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData(queryKey, (shown) => shown && change(shown))
  }
}
