import type { Reassignment } from '#domain/audit.ts'
import { type Caller, may, mayEverywhere } from '#domain/permissions.ts'
import {
  foldEmail,
  grantableRoles,
  isSameEmail,
  mayConfirmEmail,
  type User,
  type UserChange,
} from '#domain/user.ts'
import { inCheckedTransaction } from '#server/core/access/checked-transaction.ts'
import { requireFreshProof } from '#server/core/access/fresh-proof.ts'
import { forgetPlaces } from '#server/core/access/known-places.ts'
import { answerSession, renewSession } from '#server/core/access/session-token.ts'
import type { OpenedSession } from '#server/core/access/sessions.ts'
import { changedFields, writeAuditEntry } from '#server/core/audit/audit-log.ts'
import { refuseStale } from '#server/core/audit/refuse-stale.ts'
import type { ApiContext, SignedIn } from '#server/core/env.ts'
import { requestLog } from '#server/core/http/log.ts'
import type { Services } from '#server/features/open-features.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { type EmailChange, emailChangeMail } from '#server/infrastructure/mail/email-change-mail.ts'
import { preferredLanguage } from '#server/infrastructure/preferred-language.ts'
import { deleteMailedPasswords, findAccount, findMailLanguage, getUser, updateUser } from './user-queries.ts'

interface WithUser extends SignedIn {
  user: User
}

/**
 * Changes the user of the path. Unchanged fields have no effect.
 *
 * A new e-mail address ends the user's sessions and is mailed to both addresses. No password is mailed to it until the user has signed in
 * with their own password, unless a superadmin has changed another user's address. Callers who change their own address need a fresh proof
 * and get another session.
 *
 * @throws ApiError `forbidden`, `email_taken`, `company_not_found`, `too_many_requests`, `fresh_proof_required`
 */
export async function changeUser(
  c: ApiContext<WithUser, Services>,
  wanted: UserChange,
): Promise<{ data: User; token?: string }> {
  const { caller } = c.var
  if (c.var.user.id === caller.id && changesEmail(c.var.user, wanted)) requireFreshProof(caller)
  const { before, after, isNewEmail, session } = await limitEmails(c, wanted, () => saveChange(c, wanted))
  if (isNewEmail) await tellBothAddresses(c, before, after)
  return { data: after, ...(session && { token: await answerSession(c, after, session) }) }
}

interface SavedChange {
  before: User
  after: User
  isNewEmail: boolean
  /** The caller's new session, after a change of their own address. */
  session?: OpenedSession
}

function saveChange(c: ApiContext<WithUser, Services>, wanted: UserChange): Promise<SavedChange> {
  const { sessions, config } = c.var.services
  return inCheckedTransaction(c, async (transaction, { caller, user }) => {
    const changed = changedFields(user, wanted)
    const isNewEmail = changesEmail(user, wanted)
    if (changed.length === 0) return { before: user, after: user, isNewEmail }
    await refuseStale(transaction, c, { action: 'user.edit', id: user.id, data: user })
    checkGrants(caller, user, changed, wanted)
    const isDeactivated = changed.includes('is_active') && wanted.is_active === false
    // A caller who may confirm the new address does so, unless they revoke the confirmation.
    const isRefused = changed.includes('email_confirmed') && wanted.email_confirmed === false
    await updateUser(transaction, user.id, {
      ...wanted,
      ...(isNewEmail && { email_confirmed: mayConfirmEmail(caller, user) && !isRefused }),
    })
    if (isNewEmail || isDeactivated) {
      await deleteMailedPasswords(transaction, user.id)
      await sessions.endAllOf(transaction, user.id)
      await forgetPlaces(transaction, user.id)
    }
    const isOwnNewEmail = isNewEmail && user.id === caller.id && !isDeactivated
    const session = isOwnNewEmail ? await renewSession(transaction, c, caller.id) : undefined
    const after = await getUser(transaction, caller, user.id, config.protectedUserId)
    // Admins of the former and of the new company read it.
    for (const companyId of new Set([user.company_id, after.company_id])) {
      await writeAuditEntry(transaction, c, {
        action: 'user.edit',
        record: { id: user.id, name: user.email },
        companyId,
        by: caller,
        changed,
        reassigned: reassignmentOf(user, after),
      })
    }
    return { before: user, after, isNewEmail, ...(session && { session }) }
  })
}

function reassignmentOf(before: User, after: User): Reassignment | undefined {
  if (before.role === after.role && before.company_id === after.company_id) return undefined
  const of = ({ role, company_id, company_name }: User) => ({ role, company_id, company_name })
  return { from: of(before), to: of(after) }
}

/** True if `wanted` has another address, ignoring case. */
function changesEmail(user: User, { email }: UserChange): boolean {
  return email !== undefined && !isSameEmail(email, user.email)
}

/**
 * @throws ApiError `forbidden` for a role above the caller's, for a company outside the caller's permission, and for confirming the address
 */
function checkGrants(caller: Caller, user: User, changed: string[], { role, company_id }: UserChange): void {
  if (role !== undefined && !grantableRoles(caller).includes(role)) throw new ApiError('forbidden')
  if (company_id !== undefined && !may(caller, 'user.edit', company_id)) throw new ApiError('forbidden')
  if (changed.includes('email_confirmed') && !mayConfirmEmail(caller, user)) throw new ApiError('forbidden')
}

/**
 * Runs `save`. For callers of one company, it limits how often they learn that another company's user has an address: each try counts
 * before the answer, so that concurrent ones learn no more.
 *
 * @throws ApiError `too_many_requests`; every error of `save`
 */
async function limitEmails<Result>(
  c: ApiContext<WithUser, Services>,
  wanted: UserChange,
  save: () => Promise<Result>,
): Promise<Result> {
  const { caller, user, services } = c.var
  if (!changesEmail(user, wanted) || mayEverywhere(caller, 'user.edit')) return save()
  const { taken, changes } = services.emailLimits
  const company = String(caller.company_id)
  await taken.countRequest(company)
  let isTakenElsewhere = false
  try {
    await changes.countRequest(String(user.id))
    return await save()
  } catch (error) {
    isTakenElsewhere =
      error instanceof ApiError && error.code === 'email_taken' && (await isOfOtherCompany(c, wanted))
    throw error
  } finally {
    if (!isTakenElsewhere) await taken.takeBack(company)
  }
}

async function isOfOtherCompany(
  c: ApiContext<WithUser, Services>,
  { email = '' }: UserChange,
): Promise<boolean> {
  const owner = await findAccount(c.var.services.db.read, foldEmail(email))
  return owner?.company_id !== c.var.caller.company_id
}

/** The mails follow the answer. */
async function tellBothAddresses(
  c: ApiContext<WithUser, Services>,
  before: User,
  after: User,
): Promise<void> {
  const { caller, services } = c.var
  const language = (await findMailLanguage(services.db.read, after.id)) ?? preferredLanguage(c)
  const change: EmailChange = {
    first_name: after.first_name,
    email: after.email,
    changedBy: `${caller.first_name} ${caller.last_name}`,
    isConfirmed: after.email_confirmed,
  }
  for (const to of [before.email, after.email]) {
    services.mailer.post(requestLog(c).child({ user: after.id }), {
      compose: () => emailChangeMail(language, services.config.origin, to, change),
      onDeliveryFailed: async () => {},
    })
  }
}
