import * as z from 'zod'
import { User, type UserChange, type UserDraft } from '#domain/user.ts'
import { api } from '#panel/api/api-client.ts'
import { deleteRecord } from '#panel/api/delete-record.ts'
import { ifRevision } from '#panel/api/if-revision.ts'
import { readAnswer } from '#panel/api/read-answer.ts'

const Answered = z.object({ data: User })
const Done = z.object({ success: z.literal(true) })

/** @throws RequestError `email_taken`, `company_not_found` */
export async function addUser(draft: UserDraft): Promise<User> {
  const { data } = await readAnswer(api.users.$post({ json: draft }), Answered)
  return data
}

/**
 * @param revision the one at which the user was read
 * @throws RequestError `user_not_found`, `email_taken`, `company_not_found`, `stale_revision`, `forbidden`, `too_many_requests`
 */
export async function updateUser(id: number, fields: UserChange, revision: number): Promise<User> {
  const call = api.users[':id'].$put({ param: { id: String(id) }, json: fields }, ifRevision(revision))
  const { data } = await readAnswer(call, Answered)
  return data
}

/** @throws RequestError `user_not_found`, `forbidden` */
export async function setPassword(id: number, password: string): Promise<void> {
  const call = api.users[':id'].password.$put({ param: { id: String(id) }, json: { password } })
  await readAnswer(call, Done)
}

/** @throws RequestError `user_not_found`, `forbidden` */
export async function deleteUser(id: number): Promise<void> {
  await deleteRecord('user', id, () => api.users[':id'].$delete({ param: { id: String(id) } }))
}
