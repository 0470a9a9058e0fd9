import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { Comment, type CommentAudience } from '#domain/comment.ts'
import { api } from '#panel/api/api-client.ts'
import { deleteRecord } from '#panel/api/delete-record.ts'
import { readAnswer } from '#panel/api/read-answer.ts'
import { turbineKeys } from '#panel/api/turbine-keys.ts'

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
      const { data } = await readAnswer(call, Listed)
      return data
    },
  })
}

export async function addComment(
  turbineId: number,
  comment: string,
  audience: CommentAudience,
  finding_id: number | null = null,
): Promise<Comment> {
  const json = { comment, finding_id, audience }
  const call = api.turbines[':id'].comments.$post({ param: { id: String(turbineId) }, json })
  const { data } = await readAnswer(call, Saved)
  return data
}

export async function editComment(turbineId: number, id: number, comment: string): Promise<Comment> {
  const call = commentAt.$put({ param: pathOf(turbineId, id), json: { comment } })
  const { data } = await readAnswer(call, Saved)
  return data
}

export async function deleteComment(turbineId: number, id: number): Promise<void> {
  await deleteRecord('comment', id, () => commentAt.$delete({ param: pathOf(turbineId, id) }))
}

function pathOf(turbineId: number, id: number) {
  return { id: String(turbineId), commentId: String(id) }
}
