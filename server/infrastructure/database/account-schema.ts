import type { Generated } from 'kysely'

/** The tables of sessions, factors, invitations and links. */
export interface AccountTables {
  session: SessionTable
  mailed_password: MailedPasswordTable
  known_place: KnownPlaceTable
  totp: TotpTable
  passkey: PasskeyTable
  recovery_code: RecoveryCodeTable
  passkey_challenge: PasskeyChallengeTable
  invitation: InvitationTable
  link: LinkTable
}

interface SessionTable {
  /** The SHA-256 of the secret. */
  id: string
  user_id: number
  /** Unix time in seconds. */
  expires_at: number
  created_at: string
  awaits_factor: Generated<0 | 1>
  mailed_password_sha256: Generated<string | null>
  proved_at: Generated<string | null>
  device: Generated<string>
  place: Generated<string>
}

interface MailedPasswordTable {
  password_sha256: string
  user_id: number
  expires_at: string
}

interface KnownPlaceTable {
  user_id: number
  place: string
  seen_at: string
}

interface TotpTable {
  user_id: number
  /** Encrypted; null before its first code. */
  secret: string | null
  next_secret: string | null
  last_step: Generated<number>
}

interface PasskeyTable {
  id: string
  user_id: number
  name: string
  public_key: string
  counter: number
  transports: string
  created_at: string
  last_used_at: string | null
}

interface RecoveryCodeTable {
  code_sha256: string
  user_id: number
}

interface PasskeyChallengeTable {
  challenge: string
  session_id: string | null
  expires_at: string
}

interface InvitationTable {
  token_sha256: string
  user_id: number
  expires_at: string
}

interface LinkTable {
  id: Generated<number>
  secret_sha256: string
  company_id: number
  turbine_id: number
  year: number
  /** Null for a link to the inspection of the year. */
  report_id: number | null
  user_id: number | null
  user_name: string
  created_at: string
  expires_at: string
  revoked_at: Generated<string | null>
  /** Argon2id; null without a password. */
  password_hash: string | null
  originals: 0 | 1
  opened: Generated<number>
  last_opened_at: Generated<string | null>
  /** JSON. */
  places: Generated<string>
}
