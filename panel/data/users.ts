import { type QueryKey, queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { User, type UserChange, type UserDraft } from '#domain/user.ts'
import { api } from '#panel/api/api-client.ts'
import { deleteRecord } from '#panel/api/delete-record.ts'
import { ifRevision } from '#panel/api/if-revision.ts'
import { readAnswer } from '#panel/api/read-answer.ts'
import { everything } from './keys.ts'

const Listed = z.object({ data: z.array(User) })
const Answered = z.object({ data: User })
const Changed = Answered.extend({ token: z.string().optional() })
const Invited = Answered.extend({ address: z.string().optional() })
const Done = z.object({ success: z.literal(true) })

/** The users that the caller may see. Several features show them. */
export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: async ({ signal }) => (await readAnswer(api.users.$get({}, { init: { signal } }), Listed)).data,
})

/** The beginnings of the keys of the queries that show something of a user. */
export const listsAfterUser = (): QueryKey[] => [everything]

/** @throws RequestError `email_taken`, `company_not_found` */
export async function addUser(draft: UserDraft): Promise<User> {
  return (await readAnswer(api.users.$post({ json: draft }), Answered)).data
}

/**
 * Adds a user who chooses their own password.
 *
 * @returns the link of the invitation, if the server sends no mail
 * @throws RequestError `email_taken`, `company_not_found`
 */
export function inviteUser(draft: Omit<UserDraft, 'password'>): Promise<z.infer<typeof Invited>> {
  return readAnswer(api.invitations.$post({ json: draft }), Invited)
}

/** Removes the factors of a user who has lost them. @throws RequestError `user_not_found`, `forbidden` */
export async function resetFactors(id: number): Promise<void> {
  await readAnswer(api.users[':id']['reset-factor'].$post({ param: { id: String(id) } }), Done)
}

/**
 * @param revision the one at which the user was read
 * @returns a token, if users change their own address, which opens another session
 * @throws RequestError `user_not_found`, `email_taken`, `company_not_found`, `stale_revision`, `forbidden`, `too_many_requests`
 */
export function updateUser(
  id: number,
  fields: UserChange,
  revision: number,
): Promise<z.infer<typeof Changed>> {
  const call = api.users[':id'].$put({ param: { id: String(id) }, json: fields }, ifRevision(revision))
  return readAnswer(call, Changed)
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
