import { storeNextSecret } from '#server/features/factors/totp-queries.ts'
import { insertInvitation } from '#server/features/invitations/invitation-queries.ts'
import { makeUser, signIn } from '../accounts.ts'
import type { TestApp } from '../test-app.ts'
import { enrolPasskey, enrolTotp, giveRecoveryCodes } from './factors.ts'

/** Users with factors, sessions in every state, and an invitation. */
export async function fillFactors(testApp: TestApp): Promise<void> {
  const { write } = testApp.services.db
  const [enrolled, enrolling, invited] = [
    await makeUser(testApp),
    await makeUser(testApp),
    await makeUser(testApp),
  ]
  await enrolTotp(testApp, enrolled.id)
  await giveRecoveryCodes(testApp, enrolled.id)
  const used = await enrolPasskey(testApp, enrolled.id)
  await write
    .updateTable('passkey')
    .set({ last_used_at: '2026-01-01T00:00:00.000Z' })
    .where('id', '=', used.id)
    .execute()
  await enrolPasskey(testApp, enrolled.id)
  await storeNextSecret(write, enrolling.id, await testApp.services.factorKey())
  await signIn(testApp, enrolled)
  await write
    .updateTable('session')
    .set({ mailed_password_sha256: 'b'.repeat(64) })
    .where('awaits_factor', '=', 1)
    .execute()
  const { id } = await write.selectFrom('session').select('id').executeTakeFirstOrThrow()
  const challenge = { session_id: id, expires_at: new Date(Date.now() + 60_000).toISOString() }
  await write
    .insertInto('passkey_challenge')
    .values([
      { challenge: 'of a proof', ...challenge },
      { challenge: 'of a sign-in', ...challenge, session_id: null },
    ])
    .execute()
  await insertInvitation(write, invited.id)
}
