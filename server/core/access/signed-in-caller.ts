import type { Caller } from '#domain/permissions.ts'

/** The signed-in user of a request, with the session. */
export interface SignedInCaller extends Caller {
  sessionId: string
  /** The expiry of the session without further use. */
  sessionEndsAt: Date
  /** The latest expiry of the session. */
  sessionLatestEnd: Date
  first_name: string
  last_name: string
  email: string
  must_change_password: boolean
  /** True after a sign-in with a mailed password, until the user has chosen another. */
  has_mailed_password: boolean
  /** True until the second factor of the sign-in. */
  awaits_factor: boolean
  /** True while the account needs a second factor and has none. */
  must_enrol_factor: boolean
  /** The last time the user proved their identity in this session, in milliseconds since 1970; 0 if never. */
  provedAt: number
}
