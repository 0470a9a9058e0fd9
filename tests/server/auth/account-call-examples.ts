import type { Client } from '../../support/accounts.ts'
import { Authenticator } from '../../support/factors/authenticator.ts'
import {
  codeOf,
  decodeBase32,
  enrolPasskey,
  enrolTotp,
  giveRecoveryCodes,
} from '../../support/factors/factors.ts'
import type { TestApp } from '../../support/test-app.ts'
import type { CallExample } from '../inspections/call-example.ts'

const OTHER_SESSION = 'a'.repeat(64)
let counter = 0

/** The challenge of a call for options; empty if it is refused. */
async function challengeOf(client: Client, path: string): Promise<string> {
  const answer = await client.json(
    'POST',
    path,
    {},
    { 'X-Forwarded-For': `10.9.${++counter >> 8}.${counter & 255}` },
  )
  const { options } = (await answer.json()) as { options?: { challenge: string } }
  return options?.challenge ?? ''
}

async function addOtherSession({ testApp, self }: { testApp: TestApp; self: number }): Promise<undefined> {
  const row = { id: OTHER_SESSION, user_id: self, expires_at: Math.floor(Date.now() / 1000) + 3600 }
  await testApp.services.db.write
    .insertInto('session')
    .values({ ...row, created_at: new Date().toISOString() })
    .onConflict((known) => known.doNothing())
    .execute()
}

/** The examples of the calls about accounts, factors and invitations. */
export const ACCOUNT_CALL_EXAMPLES: Record<string, CallExample> = {
  'POST /api/auth/factor/totp': {
    prepare: async ({ testApp, self }) => ({ code: codeOf(await enrolTotp(testApp, self)) }),
    writesNoAuditEntry: true,
  },
  'POST /api/auth/factor/recovery': {
    prepare: async ({ testApp, self }) => ({ code: (await giveRecoveryCodes(testApp, self))[0] }),
    writesNoAuditEntry: true,
  },
  'POST /api/auth/factor/passkey/options': { writesNoAuditEntry: true },
  'POST /api/auth/factor/passkey': {
    prepare: async ({ testApp, self, client }) => {
      const authenticator = await enrolPasskey(testApp, self)
      return { response: authenticator.prove(await challengeOf(client, '/api/auth/factor/passkey/options')) }
    },
    writesNoAuditEntry: true,
  },
  'POST /api/auth/passkey/options': { writesNoAuditEntry: true },
  'POST /api/auth/passkey': {
    prepare: async ({ testApp, self, client }) => {
      const authenticator = await enrolPasskey(testApp, self)
      return { response: authenticator.prove(await challengeOf(client, '/api/auth/passkey/options')) }
    },
  },
  'POST /api/auth/proof': {
    body: ({ user }) => ({ password: user.password }),
    writesNoAuditEntry: true,
  },
  'GET /api/account': {},
  'PUT /api/account': { body: () => ({ language: 'en' }) },
  'GET /api/account/sessions': {},
  'DELETE /api/account/sessions': { prepare: addOtherSession },
  'DELETE /api/account/sessions/:id': {
    address: () => `/api/account/sessions/${OTHER_SESSION}`,
    prepare: addOtherSession,
  },
  'POST /api/account/totp': { writesNoAuditEntry: true },
  'POST /api/account/totp/confirm': {
    prepare: async ({ client }) => {
      const { secret = '' } = (await (await client.json('POST', '/api/account/totp', {})).json()) as {
        secret?: string
      }
      return { code: codeOf(decodeBase32(secret)) }
    },
  },
  'DELETE /api/account/totp': {
    prepare: async ({ testApp, self }) => void (await enrolTotp(testApp, self)),
  },
  'GET /api/account/passkeys': {},
  'POST /api/account/passkeys/options': { writesNoAuditEntry: true },
  'POST /api/account/passkeys': {
    prepare: async ({ testApp, client }) => {
      const authenticator = new Authenticator(testApp.services.config.origin)
      const challenge = await challengeOf(client, '/api/account/passkeys/options')
      return { name: 'Phone', response: authenticator.register(challenge) }
    },
  },
  'DELETE /api/account/passkeys/:id': {
    address: () => '/api/account/passkeys/phone',
    prepare: async ({ testApp, self }) => {
      const { id } = await enrolPasskey(testApp, self)
      await testApp.services.db.write
        .updateTable('passkey')
        .set({ id: 'phone' })
        .where('id', '=', id)
        .execute()
      return undefined
    },
  },
  'POST /api/account/recovery-codes': {
    prepare: async ({ testApp, self }) => void (await enrolTotp(testApp, self)),
  },
  'POST /api/users/:id/reset-factor': {
    about: 'user',
    address: ({ user }) => `/api/users/${user.id}/reset-factor`,
  },
  'POST /api/invitations': {
    body: ({ company }) => ({
      first_name: 'Ada',
      last_name: 'Yel',
      email: `invited${++counter}@kanat.example`,
      role: 'viewer',
      company_id: company.id,
    }),
    namesCompany: true,
  },
  'GET /api/links': {},
  'POST /api/links': {
    about: 'turbine',
    body: ({ turbine, version }) => ({ kind: 'inspection', turbine_id: turbine.id, year: version.year }),
  },
  'DELETE /api/links/:id': { about: 'link', address: ({ link }) => `/api/links/${link.id}` },
  'POST /api/links/open': { body: ({ link }) => ({ secret: link.secret }) },
  'GET /media/links/:id': {
    address: ({ link }) => `/media/links/${link.id}`,
    cookie: ({ link }) => link.cookie,
  },
  'GET /media/links/:id/photos/:photoId': {
    address: ({ link, cloud }) => `/media/links/${link.id}/photos/${cloud.id}`,
    cookie: ({ link }) => link.cookie,
  },
  'GET /media/links/:id/reports/:reportId': {
    address: ({ link, report }) => `/media/links/${link.ofReport.id}/reports/${report.id}`,
    cookie: ({ link }) => link.ofReport.cookie,
  },
  'GET /api/invitations/:token': { address: ({ user }) => `/api/invitations/${user.invitation}` },
  'POST /api/invitations/:token': {
    address: ({ user }) => `/api/invitations/${user.invitation}`,
    body: () => ({ password: 'yelkovan' }),
  },
}
