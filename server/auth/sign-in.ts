import type { Context } from 'hono'
import type { Credentials, OwnUser } from '#domain/user.ts'
import { noteDeed } from '#server/audit/audit-log.ts'
import type { Env } from '#server/env.ts'
import { ApiError } from '#server/errors.ts'
import { findAccount, foldEmail, getOwnUser } from '#server/users/user-queries.ts'
import { clientAddress } from './client-address.ts'
import { compareSlowly } from './compare-slowly.ts'
import { fingerprint } from './mailed-password.ts'
import { isMailedPassword, spendMailedPassword } from './mailed-password-queries.ts'

interface SignedIn {
  user: OwnUser
  session: { id: string; cookie: string }
}

/**
 * Opens a session with a user's own password or a mailed one.
 *
 * @throws ApiError `LOGIN_ERROR`, the same and after the same time whether address or password is wrong or the user
 *   inactive; `too_many_requests`
 */
export async function signIn(c: Context<Env>, { email, password }: Credentials): Promise<SignedIn> {
  const { services, log } = c.var
  const account = foldEmail(email)
  const address = clientAddress(c)
  const signedIn = await compareSlowly(c, account, (rank) => openSession(c, account, password, rank))
  if (!signedIn) {
    await noteDeed(services.db.write, c, { action: 'session.refuse', record: { id: '', name: account } })
    services.metrics.signIns.inc({ result: 'refused' })
    log.info({ address }, 'a sign-in was refused')
    throw new ApiError('LOGIN_ERROR')
  }
  services.metrics.signIns.inc({ result: 'accepted' })
  log.info({ user: signedIn.user.id, address }, 'signed in')
  return signedIn
}

async function openSession(
  c: Context<Env>,
  account: string,
  password: string,
  rank: number,
): Promise<SignedIn | undefined> {
  const { db, passwords, sessions } = c.var.services
  const mailed = fingerprint(password)
  const found = await findAccount(db.read, account)
  const isOwn = await passwords.matches(found?.password_hash, password, rank)
  const isMailed = await isMailedPassword(db.read, found?.id, mailed)
  if (!found?.is_active || !(isOwn || isMailed)) return undefined

  return db.write.transaction().execute(async (transaction) => {
    // The comparison took its time: what was right when it began may have been replaced meanwhile.
    const current = await findAccount(transaction, account)
    if (!current?.is_active || current.id !== found.id) return undefined
    if (isOwn && current.password_hash !== found.password_hash) return undefined
    if (!isOwn) {
      if (!(await spendMailedPassword(transaction, found.id, mailed))) return undefined
      await sessions.endAllOf(transaction, found.id)
    }

    const user = await getOwnUser(transaction, found.id)
    const session = await sessions.open(transaction, user.id)
    await noteDeed(transaction, c, {
      action: 'session.open',
      record: { id: user.id, name: user.email },
      by: user,
      changed: isOwn ? [] : ['password'],
    })
    return { user, session }
  })
}
