import { useQueryClient } from '@tanstack/react-query'
import type { Comment } from '#domain/comment.ts'
import { errorText } from '#panel/api/error-text.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { useText } from '#panel/words/use-text.ts'
import { addComment, commentsQuery, deleteComment, editComment } from './comment-calls.ts'

/** Sends a new comment. The screen shows a failure itself, beside the typed text. */
export function useAddComment(turbineId: number, findingId: number | undefined, onAdded: () => void) {
  const change = useChangeShown(turbineId)
  return useApiMutation({
    call: (text: string) => addComment(turbineId, text, findingId),
    invalidates: () => [commentsQuery(turbineId).queryKey],
    onSuccess: (added) => {
      change((shown) => [added, ...shown])
      onAdded()
    },
  })
}

export function useEditComment(turbineId: number, onEdited: (comment: Comment) => void) {
  const text = useText()
  const change = useChangeShown(turbineId)
  return useApiMutation({
    call: ({ id, comment }: Pick<Comment, 'id' | 'comment'>) => editComment(turbineId, id, comment),
    invalidates: () => [commentsQuery(turbineId).queryKey],
    onSuccess: (edited) => {
      change((shown) => shown.map((comment) => (comment.id === edited.id ? edited : comment)))
      onEdited(edited)
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
    call: ({ id }: Comment) => deleteComment(turbineId, id),
    invalidates: () => [commentsQuery(turbineId).queryKey],
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
