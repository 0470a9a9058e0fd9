import type { Context } from 'hono'
import type { Credentials, OwnUser } from '#domain/user.ts'
import { clientAddress, clientPlace } from '#server/access/client-address.ts'
import { writeAuditEntry, writeAuditEntryIfRoom } from '#server/audit/audit-log.ts'
import type { Env } from '#server/env.ts'
import { ApiError } from '#server/errors.ts'
import { findAccount, foldEmail, getOwnUser, recordSignIn } from '#server/users/user-queries.ts'
import { isKnownPlace, rememberPlace } from './known-places.ts'
import { fingerprint } from './mailed-password.ts'
import { isMailedPassword, spendMailedPassword } from './mailed-password-queries.ts'
import type { Standing } from './sign-in-limit.ts'
import { throttleComparison } from './throttle-comparison.ts'

interface SignedIn {
  user: OwnUser
  session: { id: string; endsAt: Date; cookie: string }
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
  const claim = await examine(c, account, password)
  const signedIn = await throttleComparison(c, account, claim.standing, (rank) => openSession(c, claim, rank))
  if (!signedIn) {
    await writeAuditEntryIfRoom(c, {
      action: 'session.refuse',
      record: { id: '', name: account },
      by: undefined,
    })
    services.metrics.signIns.inc({ result: 'refused' })
    log.info({ address }, 'a sign-in was refused')
    throw new ApiError('LOGIN_ERROR')
  }
  services.metrics.signIns.inc({ result: 'accepted' })
  log.info({ user: signedIn.user.id, address }, 'signed in')
  return signedIn
}

/** What can be said of a sign-in before its password is compared. */
interface Claim {
  account: string
  password: string
  /** The fingerprint of the password: mailed passwords are stored by it. */
  mailed: string
  found: Awaited<ReturnType<typeof findAccount>>
  isMailed: boolean
  standing: Standing
}

/** Finds out what speaks for the sign-in. Makes the same queries for an account that nobody has. */
async function examine(c: Context<Env>, account: string, password: string): Promise<Claim> {
  const { read } = c.var.services.db
  const mailed = fingerprint(password)
  const found = await findAccount(read, account)
  const isMailed = await isMailedPassword(read, found?.id, mailed)
  const isKnown = await isKnownPlace(read, found?.id, clientPlace(c))
  const standing = isMailed ? 'mailed password' : isKnown ? 'known place' : 'stranger'
  return { account, password, mailed, found, isMailed, standing }
}

async function openSession(c: Context<Env>, claim: Claim, rank: number): Promise<SignedIn | undefined> {
  const { passwords, sessions, transactions } = c.var.services
  const { account, password, mailed, found, isMailed } = claim
  const isOwn = await passwords.matches(found?.password_hash, password, rank)
  if (!found?.is_active || !(isOwn || isMailed)) return undefined

  return transactions.run(async (transaction) => {
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
    await recordSignIn(transaction, user.id)
    await rememberPlace(transaction, user.id, clientPlace(c))
    await writeAuditEntry(transaction, c, {
      action: 'session.open',
      record: { id: user.id, name: user.email },
      by: user,
      changed: isOwn ? [] : ['password'],
    })
    return { user, session }
  }, 'use reserve')
}
