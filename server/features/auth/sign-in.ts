import { type Credentials, foldEmail, type OwnUser } from '#domain/user.ts'
import { clientAddress, clientPlace } from '#server/core/access/client-address.ts'
import { writeAuditEntry, writeAuditEntryIfSpace } from '#server/core/audit/audit-log.ts'
import type { ApiContext } from '#server/core/env.ts'
import { requestLog } from '#server/core/http/log.ts'
import type { Services } from '#server/features/open-features.ts'
import { findAccount, getOwnUser, recordSignIn } from '#server/features/users/user-queries.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { preferredLanguage } from '#server/infrastructure/preferred-language.ts'
import { isKnownPlace, rememberPlace } from './known-places.ts'
import { fingerprint } from './mailed-password.ts'
import { consumeMailedPassword, isMailedPassword } from './mailed-password-queries.ts'
import type { Comparison } from './password.ts'
import type { Trust } from './sign-in-limit.ts'
import { throttleComparison } from './throttle-comparison.ts'

interface SignedIn {
  user: OwnUser
  session: { id: string; latestEnd: Date; cookie: string }
}

/**
 * Opens a session with a user's own or mailed password.
 *
 * @throws ApiError `LOGIN_ERROR` if the address or the password is wrong or the user is inactive, with the same answer and timing;
 *   `too_many_requests`
 */
export async function signIn(
  c: ApiContext<unknown, Services>,
  { email, password }: Credentials,
): Promise<SignedIn> {
  const { services } = c.var
  const account = foldEmail(email)
  const address = clientAddress(c)
  const facts = await collectFacts(c, account, password)
  const signedIn = await throttleComparison(c, account, facts.trust, (comparison) =>
    openSession(c, facts, comparison),
  )
  if (!signedIn) {
    await writeAuditEntryIfSpace(c, {
      action: 'session.refuse',
      record: { id: '', name: account },
      companyId: facts.found?.company_id ?? null,
      by: undefined,
    })
    services.signIns.inc({ result: 'refused' })
    requestLog(c).info({ address }, 'a sign-in was refused')
    throw new ApiError('LOGIN_ERROR')
  }
  services.signIns.inc({ result: 'accepted' })
  requestLog(c).info({ user: signedIn.user.id, address }, 'signed in')
  return signedIn
}

/** What is known about a sign-in before comparing the password. */
interface SignInFacts {
  account: string
  password: string
  /** The fingerprint that finds mailed passwords. */
  fingerprintOfPassword: string
  found: Awaited<ReturnType<typeof findAccount>>
  isMailed: boolean
  trust: Trust
}

/** Runs the same queries for a missing account, so that the timing does not reveal it. */
async function collectFacts(
  c: ApiContext<unknown, Services>,
  account: string,
  password: string,
): Promise<SignInFacts> {
  const { read } = c.var.services.db
  const fingerprintOfPassword = fingerprint(password)
  const found = await findAccount(read, account)
  const isMailed = await isMailedPassword(read, found?.id, fingerprintOfPassword)
  const isKnown = await isKnownPlace(read, found?.id, clientPlace(c))
  const trust = isMailed ? 'mailed password' : isKnown ? 'known place' : 'unknown place'
  return { account, password, fingerprintOfPassword, found, isMailed, trust }
}

/** @returns undefined for a wrong password or an inactive user */
async function openSession(
  c: ApiContext<unknown, Services>,
  facts: SignInFacts,
  comparison: Comparison,
): Promise<SignedIn | undefined> {
  const { services } = c.var
  const { passwords, sessions, transactions } = services
  const { account, password, fingerprintOfPassword, found, isMailed } = facts
  const isOwn = await passwords.matches(found?.password_hash, password, comparison)
  if (!found?.is_active || !(isOwn || isMailed)) return undefined

  return transactions.run(async (transaction) => {
    // Another request may have changed the user or the password meanwhile.
    const current = await findAccount(transaction, account)
    if (!current?.is_active || current.id !== found.id) return undefined
    services.db.concern(found.company_id)
    if (isOwn && current.password_hash !== found.password_hash) return undefined
    if (!isOwn) {
      if (!(await consumeMailedPassword(transaction, found.id, fingerprintOfPassword))) return undefined
      await sessions.endAllOf(transaction, found.id)
    }

    const user = await getOwnUser(transaction, found.id)
    const session = await sessions.open(transaction, user.id)
    await recordSignIn(transaction, user.id, preferredLanguage(c), isOwn)
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
