import type { SecondFactor } from '#domain/access/account.ts'
import { type Credentials, foldEmail, type OwnUser } from '#domain/user.ts'
import { readBearer } from '#server/core/access/authenticate.ts'
import { clientAddress, clientPlace } from '#server/core/access/client-address.ts'
import { isKnownPlace } from '#server/core/access/known-places.ts'
import { fingerprint } from '#server/core/access/made-password.ts'
import { traitsOf } from '#server/core/access/session-token.ts'
import type { OpenedSession } from '#server/core/access/sessions.ts'
import { writeAuditEntry, writeAuditEntryIfSpace } from '#server/core/audit/audit-log.ts'
import type { ApiContext } from '#server/core/env.ts'
import { requestLog } from '#server/core/http/log.ts'
import { listFactors } from '#server/features/factors/factor-queries.ts'
import type { Services } from '#server/features/open-features.ts'
import { findAccount, getOwnUser, NO_USER_ID } from '#server/features/users/user-queries.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { announceSignIn, completeSignIn } from './complete-sign-in.ts'
import { consumeMailedPassword, isMailedPassword } from './mailed-password-queries.ts'
import type { Comparison } from './password.ts'
import type { Trust } from './sign-in-limit.ts'
import { throttleComparison } from './throttle-comparison.ts'

/** A sign-in whose password was right. */
interface SignedIn {
  user: OwnUser
  session: OpenedSession
  /** The ways to prove the second factor that the session awaits; empty if it is complete. */
  factors: SecondFactor[]
}

/**
 * Opens a session with a user's own or mailed password. With a second factor, the session awaits it and opens nothing else.
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
  const facts = await collectFacts(c, account, password)
  const former = await readBearer(c)
  const signedIn = await throttleComparison(c, 'session', account, facts.trust, (comparison) =>
    openSession(c, facts, comparison, former?.sid),
  )
  if (!signedIn) {
    await writeAuditEntryIfSpace(c, {
      action: 'session.refuse',
      record: { id: '', name: account },
      companyId: facts.found?.company_id ?? null,
      by: undefined,
    })
    services.signIns.inc({ result: 'refused' })
    requestLog(c).info({ address: clientAddress(c) }, 'a sign-in was refused')
    throw new ApiError('LOGIN_ERROR')
  }
  if (signedIn.factors.length === 0) announceSignIn(c, signedIn.user, signedIn.isNewPlace)
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
  const isKnown = await isKnownPlace(read, found?.id ?? NO_USER_ID, clientPlace(c))
  const trust = isMailed ? 'mailed password' : isKnown ? 'known place' : 'unknown place'
  return { account, password, fingerprintOfPassword, found, isMailed, trust }
}

/**
 * @param formerSecret of the session in which the user signs in again; it ends
 * @returns undefined for a wrong password or an inactive user
 */
async function openSession(
  c: ApiContext<unknown, Services>,
  facts: SignInFacts,
  comparison: Comparison,
  formerSecret: string | undefined,
): Promise<(SignedIn & { isNewPlace: boolean }) | undefined> {
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
    if (formerSecret !== undefined) await sessions.endOwn(transaction, found.id, formerSecret)
    const factors = await listFactors(transaction, found.id)
    if (factors.length > 0) {
      const mailedPassword = isOwn ? undefined : fingerprintOfPassword
      const traits = { ...traitsOf(c), awaitsFactor: true, mailedPassword }
      const session = await sessions.open(transaction, found.id, traits)
      await writeAuditEntry(transaction, c, {
        action: 'session.await',
        record: { id: found.id, name: found.email },
        by: found,
      })
      return {
        user: await getOwnUser(transaction, found.id, services.config.secondFactorRule),
        session,
        factors,
        isNewPlace: false,
      }
    }
    if (!isOwn) {
      if (!(await consumeMailedPassword(transaction, found.id, fingerprintOfPassword))) return undefined
      await sessions.endAllOf(transaction, found.id)
    }
    const session = await sessions.open(transaction, found.id, traitsOf(c))
    const { isNewPlace } = await completeSignIn(transaction, c, found, isOwn)
    return {
      user: await getOwnUser(transaction, found.id, services.config.secondFactorRule),
      session,
      factors,
      isNewPlace,
    }
  }, 'use reserve')
}
