import { type QueryKey, queryOptions, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod'
import { Comment, type CommentAudience } from '#domain/comment.ts'
import { api, type CallInit } from '#panel/api/api-client.ts'
import { deleteRecord } from '#panel/api/delete-record.ts'
import { errorText } from '#panel/api/error-text.ts'
import { readAnswer } from '#panel/api/read-answer.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { useText } from '#panel/words/use-text.ts'
import { changeShownList } from './cached-lists.ts'
import { turbineKeys } from './keys.ts'

const Listed = z.object({ data: z.array(Comment) })
const Saved = z.object({ data: Comment })

const commentAt = api.turbines[':id'].comments[':commentId']

/** The comments of a turbine, newest first. Cached comments are always loaded again, because other users may have written some. */
export function commentsQuery(turbineId: number) {
  return queryOptions({
    queryKey: [...turbineKeys.one(turbineId), 'comments'],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const param = { id: String(turbineId) }
      const call = api.turbines[':id'].comments.$get({ param }, { init: { signal } })
      return (await readAnswer(call, Listed)).data
    },
  })
}

/** The beginnings of the keys of the queries that show comments of a turbine. */
export function listsAfterComment(turbineId: number): QueryKey[] {
  return [commentsQuery(turbineId).queryKey]
}

/** @param init the key and the signal of a comment that waits for a connection */
export async function addComment(
  turbineId: number,
  comment: string,
  audience: CommentAudience,
  finding_id: number | null = null,
  init: CallInit = {},
): Promise<Comment> {
  const json = { comment, finding_id, audience }
  const call = api.turbines[':id'].comments.$post({ param: { id: String(turbineId) }, json }, { init })
  return (await readAnswer(call, Saved)).data
}

async function editComment(turbineId: number, id: number, comment: string): Promise<Comment> {
  const call = commentAt.$put({ param: pathOf(turbineId, id), json: { comment } })
  return (await readAnswer(call, Saved)).data
}

export async function deleteComment(turbineId: number, id: number): Promise<void> {
  await deleteRecord('comment', id, () => commentAt.$delete({ param: pathOf(turbineId, id) }))
}

function pathOf(turbineId: number, id: number) {
  return { id: String(turbineId), commentId: String(id) }
}

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
    invalidates: () => listsAfterComment(turbineId),
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
    invalidates: () => listsAfterComment(turbineId),
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
    invalidates: () => listsAfterComment(turbineId),
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
  return (change: (shown: Comment[]) => Comment[]) =>
    changeShownList(queryClient, commentsQuery(turbineId).queryKey, change)
}
