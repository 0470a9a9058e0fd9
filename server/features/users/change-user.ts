import { may, mayEverywhere, type Viewer } from '#domain/permissions.ts'
import {
  foldEmail,
  grantableRoles,
  isSameEmail,
  mayConfirmEmail,
  type User,
  type UserChange,
} from '#domain/user.ts'
import { inCheckedTransaction } from '#server/core/access/checked-transaction.ts'
import { changedFields, writeAuditEntry } from '#server/core/audit/audit-log.ts'
import { refuseStale } from '#server/core/audit/refuse-stale.ts'
import type { ApiContext } from '#server/core/env.ts'
import { requestLog } from '#server/core/http/log.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { type EmailChange, emailChangeMail } from '#server/infrastructure/mail/email-change-mail.ts'
import { preferredLanguage } from '#server/infrastructure/preferred-language.ts'
import { deleteMailedPasswords, findAccount, findMailLanguage, getUser, updateUser } from './user-queries.ts'

type WithUser = 'viewer' | 'user'

/**
 * Changes the user of the path. Unchanged fields have no effect.
 *
 * A new e-mail address ends the user's sessions, except the viewer's own, and is mailed to both addresses. No password is mailed to it
 * until the user has signed in with their own password, unless a superadmin has changed another user's address.
 *
 * @throws ApiError `forbidden`, `email_taken`, `company_not_found`, `too_many_requests`
 */
export async function changeUser(c: ApiContext<WithUser>, wanted: UserChange): Promise<User> {
  const { before, after, isNewEmail } = await limitEmails(c, wanted, () => saveChange(c, wanted))
  if (isNewEmail) await tellBothAddresses(c, before, after)
  return after
}

interface SavedChange {
  before: User
  after: User
  isNewEmail: boolean
}

function saveChange(c: ApiContext<WithUser>, wanted: UserChange): Promise<SavedChange> {
  const { sessions, config } = c.var.services
  return inCheckedTransaction(c, async (transaction, { viewer, user }) => {
    const changed = changedFields(user, wanted)
    const isNewEmail = changesEmail(user, wanted)
    if (changed.length === 0) return { before: user, after: user, isNewEmail }
    await refuseStale(transaction, c, { action: 'user.edit', id: user.id, data: user })
    checkGrants(viewer, user, changed, wanted)
    const isDeactivated = changed.includes('is_active') && wanted.is_active === false
    // A viewer who may confirm the new address does so, unless they revoke the confirmation.
    const isRefused = changed.includes('email_confirmed') && wanted.email_confirmed === false
    await updateUser(transaction, user.id, {
      ...wanted,
      ...(isNewEmail && { email_confirmed: mayConfirmEmail(viewer, user) && !isRefused }),
    })
    if (isNewEmail || isDeactivated) {
      await deleteMailedPasswords(transaction, user.id)
      const stays = user.id === viewer.id && !isDeactivated ? viewer.sessionId : undefined
      await sessions.endAllOf(transaction, user.id, stays)
    }
    await writeAuditEntry(transaction, c, {
      action: 'user.edit',
      record: { id: user.id, name: user.email },
      by: viewer,
      changed,
    })
    const after = await getUser(transaction, viewer, user.id, config.protectedUserId)
    return { before: user, after, isNewEmail }
  })
}

/** True if `wanted` has another address, ignoring case. */
function changesEmail(user: User, { email }: UserChange): boolean {
  return email !== undefined && !isSameEmail(email, user.email)
}

/**
 * @throws ApiError `forbidden` for a role above the viewer's, for a company outside the viewer's permission, and for confirming the address
 */
function checkGrants(viewer: Viewer, user: User, changed: string[], { role, company_id }: UserChange): void {
  if (role !== undefined && !grantableRoles(viewer).includes(role)) throw new ApiError('forbidden')
  if (company_id !== undefined && !may(viewer, 'user.edit', company_id)) throw new ApiError('forbidden')
  if (changed.includes('email_confirmed') && !mayConfirmEmail(viewer, user)) throw new ApiError('forbidden')
}

/**
 * Runs `save`. For viewers of one company, it limits how often they learn that another company's user has an address: each try counts
 * before the answer, so that concurrent ones learn no more.
 *
 * @throws ApiError `too_many_requests`; every error of `save`
 */
async function limitEmails<Result>(
  c: ApiContext<WithUser>,
  wanted: UserChange,
  save: () => Promise<Result>,
): Promise<Result> {
  const { viewer, user, services } = c.var
  if (!changesEmail(user, wanted) || mayEverywhere(viewer, 'user.edit')) return save()
  const { taken, changes } = services.emailLimits
  const company = String(viewer.company_id)
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

async function isOfOtherCompany(c: ApiContext<WithUser>, { email = '' }: UserChange): Promise<boolean> {
  const owner = await findAccount(c.var.services.db.read, foldEmail(email))
  return owner?.company_id !== c.var.viewer.company_id
}

/** The mails follow the answer. */
async function tellBothAddresses(c: ApiContext<WithUser>, before: User, after: User): Promise<void> {
  const { viewer, services } = c.var
  const language = (await findMailLanguage(services.db.read, after.id)) ?? preferredLanguage(c)
  const change: EmailChange = {
    first_name: after.first_name,
    email: after.email,
    changedBy: `${viewer.first_name} ${viewer.last_name}`,
    isConfirmed: after.email_confirmed,
  }
  for (const to of [before.email, after.email]) {
    services.mailer.post(requestLog(c).child({ user: after.id }), {
      compose: () => emailChangeMail(language, services.config.origin, to, change),
      onDeliveryFailed: async () => {},
    })
  }
}
