import {
  FactorCode,
  OwnAccount,
  OwnAccountChange,
  OwnSession,
  Passkey,
  PasskeyAnswer,
  PasskeyDraft,
  Proof,
} from '#domain/access/account.ts'
import { NoticeChoice } from '#domain/notices.ts'
import { defaultChoices, NotificationChoices } from '#domain/notifications.ts'
import { InvitationDraft } from '#domain/user.ts'
import { person, times } from './examples.ts'
import { type Named, named } from './named-schema.ts'

const credential = { id: 'q1Nn', rawId: 'q1Nn', type: 'public-key' as const, clientExtensionResults: {} }

/** The named schemas of answers about accounts, with examples. */
export const ACCOUNT_ANSWERS: Named[] = [
  named('OwnAccount', OwnAccount, {
    first_name: person.first_name,
    last_name: person.last_name,
    email: person.email,
    language: 'tr',
    notices: { ...defaultChoices(), inspections: { mail: true } },
    has_totp: true,
    passkeys: 1,
    recovery_codes: 9,
    second_factor_required: false,
  }),
  named('OwnSession', OwnSession, {
    id: '5f1c',
    device: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Firefox/140.0',
    place: '203.0.113.7',
    created_at: times.created_at,
    last_seen_at: times.updated_at,
    is_current: true,
  }),
  named('Passkey', Passkey, {
    id: 'q1Nn',
    name: 'Chrome · Windows',
    created_at: times.created_at,
    last_used_at: null,
  }),
]

/** The named schemas of bodies about accounts, with examples. */
export const ACCOUNT_BODIES: Named[] = [
  named('NoticeChoice', NoticeChoice, { inspections: false }),
  named('NotificationChoices', NotificationChoices, {
    ...defaultChoices(),
    comment: { bell: true, mail: true },
    inspections: { mail: false },
  }),
  named('FactorCode', FactorCode, { code: '492039' }),
  named('InvitationDraft', InvitationDraft, { ...person, role: 'operator' }),
  named('OwnAccountChange', OwnAccountChange, { language: 'en' }),
  named('PasskeyAnswer', PasskeyAnswer, {
    response: {
      ...credential,
      response: { clientDataJSON: 'eyJ0', authenticatorData: 'SZYN', signature: 'MEUC' },
    },
  }),
  named('PasskeyDraft', PasskeyDraft, {
    name: 'Chrome · Windows',
    response: { ...credential, response: { clientDataJSON: 'eyJ0', attestationObject: 'o2Nm' } },
  }),
  named('Proof', Proof, { code: '492039' }),
]
