import { sign } from 'hono/jwt'
import { expect, it } from 'vitest'
import { Client, makeUser, makeVisitor, renewed, signIn } from '../../support/accounts.ts'
import { setUpApp, testApp } from '../../support/app-setup.ts'
import { readData, readError } from '../../support/builders.ts'
import { TestApp } from '../../support/test-app.ts'

setUpApp('file')

const statusOf = async (answer: Promise<Response>) => (await answer).status

it('makes no token from the stored rows and the signing secret', async () => {
  const account = await makeUser(testApp, { role: 'superadmin' })
  const client = await signIn(testApp, account)
  const rows = await testApp.services.db.read.selectFrom('session').selectAll().execute()
  const claims = JSON.parse(atob(client.token.split('.')[1] as string))
  const stored = rows.flatMap((row) => Object.values(row).map(String))
  expect(stored).not.toContain(claims.sid)
  for (const sid of stored) {
    const token = await sign({ ...claims, sid }, testApp.services.tokenSecret, 'HS256')
    expect(await statusOf(new Client(testApp.app, token, '').get('/api/auth/verify'))).toBe(401)
  }
})

it('ends the former session of a browser in which the user signs in again', async () => {
  const account = await makeUser(testApp)
  const [first, other] = [await signIn(testApp, account), await signIn(testApp, account)]
  const { email, password } = account
  const again = await renewed(testApp, await first.json('POST', '/api/auth/login', { email, password }))
  const statuses = [first, other, again].map((client) => statusOf(client.get('/api/auth/verify')))
  expect(await Promise.all(statuses)).toEqual([401, 200, 200])
  const stranger = await makeUser(testApp)
  await other.json('POST', '/api/auth/login', { email: stranger.email, password: stranger.password })
  expect(await statusOf(other.get('/api/auth/verify'))).toBe(200)
})

it('lists the open sessions of a user, who ends one or all others', async () => {
  const account = await makeUser(testApp)
  const [mine, second, third] = [
    await signIn(testApp, account),
    await signIn(testApp, account),
    await signIn(testApp, account),
  ]
  const sessions = await readData<{ id: string; is_current: boolean }[]>(
    await mine.get('/api/account/sessions'),
  )
  expect(sessions.map(({ is_current }) => is_current).sort()).toEqual([false, false, true])
  const current = await readData<typeof sessions>(await second.get('/api/account/sessions'))
  const id = current.find(({ is_current }) => is_current)?.id
  expect(await statusOf(mine.delete(`/api/account/sessions/${id}`))).toBe(200)
  expect(await statusOf(second.get('/api/auth/verify'))).toBe(401)
  const stranger = await signIn(testApp, await makeUser(testApp))
  const foreign = await stranger.delete(`/api/account/sessions/${sessions[0]?.id}`)
  expect(await readError(foreign)).toEqual([404, 'session_not_found'])
  expect(await statusOf(mine.delete('/api/account/sessions'))).toBe(200)
  expect([
    await statusOf(third.get('/api/auth/verify')),
    await statusOf(mine.get('/api/auth/verify')),
  ]).toEqual([401, 200])
})

it('needs a fresh proof for an own new address, which ends every session for another', async () => {
  const account = await makeUser(testApp, { role: 'admin' })
  const [client, other] = [await signIn(testApp, account), await signIn(testApp, account)]
  await testApp.services.db.write
    .updateTable('session')
    .set({ proved_at: '2020-01-01T00:00:00.000Z' })
    .where('user_id', '=', account.id)
    .execute()
  for (const path of ['/api/account', `/api/users/${account.id}`]) {
    const refused = await client.json('PUT', path, { email: 'thief@kanat.example' })
    expect(await readError(refused)).toEqual([403, 'fresh_proof_required'])
  }
  await client.json('POST', '/api/auth/proof', { password: account.password })
  const answer = await client.json('PUT', '/api/account', {
    email: 'mine@kanat.example',
    first_name: 'Deniz',
  })
  expect(await answer.clone().json()).toMatchObject({
    data: { email: 'mine@kanat.example', first_name: 'Deniz' },
  })
  const next = await renewed(testApp, answer)
  const statuses = [client, other, next].map((each) => statusOf(each.get('/api/auth/verify')))
  expect(await Promise.all(statuses)).toEqual([401, 401, 200])
})

it('names the cookie with the prefix that only https can set', async () => {
  await using secure = await TestApp.open({
    ORIGIN: 'https://kanat.example',
  })
  const { email, password } = await makeUser(secure)
  const answer = await makeVisitor(secure).json('POST', '/api/auth/login', { email, password })
  expect(answer.headers.get('Set-Cookie')).toMatch(/^__Secure-session=.*; Secure/)
})
