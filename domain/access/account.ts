import * as z from 'zod'
import { PASSWORD_MAX_LENGTH } from '#domain/limits.ts'
import { NotificationChoices } from '#domain/notifications.ts'
import type { Role } from '#domain/permissions.ts'
import { LANGUAGES } from '#domain/text/language.ts'
import { line, rawText, textWithoutNul } from '#domain/text/text.ts'
import { UserFields } from '#domain/user.ts'

/** Whose accounts need a second factor. `admins` are superadmins, admins and company managers. */
export const SECOND_FACTOR_RULES = ['off', 'admins', 'all'] as const
export type SecondFactorRule = (typeof SECOND_FACTOR_RULES)[number]

const ADMIN_ROLES: readonly Role[] = ['superadmin', 'admin', 'company_manager']

/** True if the server's rule requires a second factor for the role. A company can require it as well. */
export function isFactorRequired(rule: SecondFactorRule, role: Role): boolean {
  return rule === 'all' || (rule === 'admins' && ADMIN_ROLES.includes(role))
}

/** What proves a second time who signs in. */
export const SecondFactor = z.enum(['totp', 'passkey', 'recovery'])
export type SecondFactor = z.infer<typeof SecondFactor>

/** The caller's account as `GET /account` answers it. */
export const OwnAccount = z.object({
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  /** The language of mails; null before the first sign-in. */
  language: z.enum(LANGUAGES).nullable(),
  notices: NotificationChoices,
  has_totp: z.boolean(),
  passkeys: z.int().min(0),
  /** Unused ones. */
  recovery_codes: z.int().min(0),
  second_factor_required: z.boolean(),
})
export type OwnAccount = z.infer<typeof OwnAccount>

/** The body of `PUT /account`: omitted fields keep their values. */
export const OwnAccountChange = UserFields.pick({ first_name: true, last_name: true, email: true })
  .extend({ language: z.enum(LANGUAGES), notices: NotificationChoices })
  .partial()
export type OwnAccountChange = z.infer<typeof OwnAccountChange>

/** An open session of the caller. */
export const OwnSession = z.object({
  id: z.string(),
  /** The browser's description of itself. */
  device: z.string(),
  /** The network of the sign-in. */
  place: z.string(),
  created_at: z.iso.datetime(),
  last_seen_at: z.iso.datetime(),
  /** True for the session of the request. */
  is_current: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>

/** A passkey of the caller. */
export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
})
export type Passkey = z.infer<typeof Passkey>

/** A typed code: six digits of an authenticator app, or a recovery code. */
export const FactorCode = z.strictObject({ code: line(50).min(1) })

/** The body of `POST /auth/proof`. */
export const Proof = z.union([
  z.strictObject({ password: textWithoutNul(PASSWORD_MAX_LENGTH).min(1) }),
  FactorCode,
])
export type Proof = z.infer<typeof Proof>

/** The answer of an authenticator to a challenge, as WebAuthn writes it in JSON. The server verifies all of it. */
const credential = {
  id: rawText(1400),
  rawId: rawText(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: rawText(50).nullish(),
  // What extensions report is not used.
  clientExtensionResults: z.object({}).default({}),
}
const encoded = rawText(20_000)

/** @see https://www.w3.org/TR/webauthn-3/#dictdef-authenticationresponsejson */
export const PasskeyAnswer = z.strictObject({
  response: z.strictObject({
    ...credential,
    response: z.strictObject({
      clientDataJSON: encoded,
      authenticatorData: encoded,
      signature: encoded,
      userHandle: encoded.nullish(),
    }),
  }),
})
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>

/** @see https://www.w3.org/TR/webauthn-3/#dictdef-registrationresponsejson */
export const PasskeyDraft = z.strictObject({
  name: line(60).min(1),
  response: z.strictObject({
    ...credential,
    // Browsers also send parts of these two, decoded.
    response: z.object({
      clientDataJSON: encoded,
      attestationObject: rawText(60_000),
      transports: z.array(rawText(30)).max(10).optional(),
    }),
  }),
})
export type PasskeyDraft = z.infer<typeof PasskeyDraft>
