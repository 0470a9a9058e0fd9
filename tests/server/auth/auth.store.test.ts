import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sign } from 'hono/jwt'
import { describe, expect, it, vi } from 'vitest'
import { Client, makeUser, makeVisitor, signIn, signInAs } from '../../support/accounts.ts'
import { setUpApp, testApp } from '../../support/app-setup.ts'
import { makeCompany, readError } from '../../support/builders.ts'
import { isOnPostgres } from '../../support/servers/test-databases.ts'
import { TestApp } from '../../support/test-app.ts'

setUpApp('file')

const login = (email: unknown, password: unknown, headers = {}) =>
  makeVisitor(testApp).json('POST', '/api/auth/login', { email, password }, headers)

describe('signing in', () => {
  it('answers with the token and the user, and sets the cookie for images', async () => {
    const company_id = await makeCompany(testApp, 'Bora Enerji')
    const account = await makeUser(testApp, { role: 'operator', company_id, email: 'ada@kanat.example' })
    const answer = await login('  ADA@Kanat.example ', account.password)

    expect(answer.status).toBe(200)
    expect(answer.headers.get('Set-Cookie')).toMatch(
      /^session=[0-9a-f]{48}; HttpOnly; Max-Age=\d+; Path=\/media; SameSite=Strict$/,
    )
    const body = (await answer.json()) as { token: string; user: unknown }
    expect(body).toEqual({
      success: true,
      token: expect.any(String),
      user: {
        id: account.id,
        first_name: 'Ada',
        last_name: 'Yel',
        email: 'ada@kanat.example',
        role: 'operator',
        company_id,
        company_name: 'Bora Enerji',
        is_active: true,
        inspection_notices: true,
        must_change_password: false,
        must_enrol_factor: false,
        time_zone: 'Europe/Istanbul',
      },
    })
    const claims = JSON.parse(atob(body.token.split('.')[1] as string))
    expect(claims).toMatchObject({ sub: String(account.id), role: 'operator', company_id })
    expect(claims.exp).toBeGreaterThan(Date.now() / 1000)
  })

  it('has the same answer for a wrong password, an unknown address and an inactive user', async () => {
    const known = await makeUser(testApp)
    const inactive = await makeUser(testApp)
    await testApp.edit('user', inactive.id, { is_active: 0 })

    const answers = await Promise.all([
      login(known.email, 'not this one'),
      login('nobody@kanat.example', 'not this one'),
      login(inactive.email, inactive.password),
    ])
    for (const answer of answers) {
      expect(answer.status).toBe(401)
      expect(await answer.json()).toEqual({
        success: false,
        error: 'LOGIN_ERROR',
        message: 'Giriş başarısız. Lütfen bilgilerinizi kontrol edin.',
      })
    }
  })

  it('answers in English if the client prefers it', async () => {
    const answer = await login('nobody@kanat.example', 'x', { 'Accept-Language': 'en-GB,en;q=0.9,tr;q=0.4' })
    expect(await answer.json()).toMatchObject({ message: 'Login failed. Please check your credentials.' })
  })

  it('names the invalid fields', async () => {
    const answer = await makeVisitor(testApp).json('POST', '/api/auth/login', { email: 7, remember: true })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      error: 'validation_failed',
      issues: [
        { path: 'email', message: 'Bu değer geçerli değil.' },
        { path: 'password', message: 'Bu alan zorunludur.' },
        { path: 'remember', message: 'Böyle bir alan yok.' },
      ],
    })
  })

  it('refuses malformed JSON and bodies over 1 MiB', async () => {
    const headers = { 'Content-Type': 'application/json' }
    const broken = await makeVisitor(testApp).send('POST', '/api/auth/login', '{"email":', headers)
    expect([broken.status, ((await broken.json()) as { error: string }).error]).toEqual([
      400,
      'validation_failed',
    ])
    const huge = await makeVisitor(testApp).send(
      'POST',
      '/api/auth/login',
      `"${'x'.repeat(1024 * 1024)}"`,
      headers,
    )
    expect([huge.status, ((await huge.json()) as { error: string }).error]).toEqual([413, 'too_large'])
  })

  it('refuses further guesses, and answers with the time to wait', async () => {
    const account = await makeUser(testApp)
    const statuses = []
    for (let attempt = 0; attempt < 9; attempt += 1)
      statuses.push((await login(account.email, 'wrong!')).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 401, 401, 429])
    const refused = await login(account.email, account.password)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
  })
})

it('allows thirty users to sign in at the same time', async () => {
  const accounts = await Promise.all(Array.from({ length: 30 }, () => makeUser(testApp)))
  const answers = await Promise.all(accounts.map(({ email, password }) => login(email, password)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
})

describe('a session', () => {
  it('answers verify, validate-session and profile', async () => {
    const client = await signInAs(testApp, 'viewer')
    expect(await (await client.get('/api/auth/verify')).json()).toEqual({ success: true })
    for (const path of ['/api/auth/validate-session', '/api/auth/profile']) {
      expect(await (await client.get(path)).json()).toMatchObject({ success: true, user: { role: 'viewer' } })
    }
  })

  it('gets a token that expires later on refresh, for the same session', async () => {
    const client = await signInAs(testApp, 'viewer')
    const answer = await client.send('POST', '/api/auth/refresh')
    const { token } = (await answer.json()) as { token: string }
    const [old, fresh] = [client.token, token].map((text) => JSON.parse(atob(text.split('.')[1] as string)))
    expect(fresh.sid).toBe(old.sid)
    expect(fresh.exp).toBeGreaterThan(old.exp)
    expect((await new Client(testApp.app, token, '').get('/api/auth/verify')).status).toBe(200)
  })

  it('ends at once at the sign-out: token and cookie are invalid', async () => {
    const client = await signInAs(testApp, 'superadmin')
    const answer = await client.send('POST', '/api/auth/logout')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Set-Cookie')).toMatch(/^session=; .*Max-Age=0/)
    expect((await client.get('/api/auth/verify')).status).toBe(401)
    const picture = await makeVisitor(testApp).get('/media/turbines/1/photos/x', { Cookie: client.cookie })
    expect(picture.status).toBe(401)
  })

  it('ends when its user becomes inactive or is deleted', async () => {
    for (const end of ['inactive', 'gone']) {
      const account = await makeUser(testApp)
      const client = await signIn(testApp, account)
      const { write } = testApp.services.db
      if (end === 'gone') await write.deleteFrom('user').where('id', '=', account.id).execute()
      else await write.updateTable('user').set({ is_active: 0 }).where('id', '=', account.id).execute()
      expect((await client.get('/api/auth/verify')).status).toBe(401)
    }
  })

  it('stays ended after an administrator deactivates the user or sets their password', async () => {
    const admin = await signInAs(testApp, 'superadmin')
    const [first, second] = [await makeUser(testApp), await makeUser(testApp)]
    const clients = [await signIn(testApp, first), await signIn(testApp, second)]
    for (const is_active of [false, true]) await admin.json('PUT', `/api/users/${first.id}`, { is_active })
    await admin.json('PUT', `/api/users/${second.id}/password`, { password: second.password })
    for (const client of clients) {
      expect((await client.get('/api/auth/verify')).status).toBe(401)
      expect((await client.get('/media/x', { Cookie: client.cookie })).status).toBe(401)
    }
  })

  it('takes role and company from the database, never from the token', async () => {
    const account = await makeUser(testApp, { role: 'superadmin' })
    const client = await signIn(testApp, account)
    await testApp.edit('user', account.id, { role: 'viewer' })
    const answer = await client.json('POST', '/api/turbines', {})
    expect(answer.status).toBe(403)
  })

  it('refuses tokens with another signature, without an expiry time, or expired ones', async () => {
    const client = await signInAs(testApp, 'viewer')
    const claims = JSON.parse(atob(client.token.split('.')[1] as string))
    const secret = testApp.services.tokenSecret
    const { exp: _, ...endless } = claims
    const tokens = [
      await sign(claims, 'another secret', 'HS256'),
      await sign(endless, secret, 'HS256'),
      await sign({ ...claims, exp: 1000 }, secret, 'HS256'),
      await sign({ ...claims, sub: '1' }, secret, 'HS256'),
      `${btoa('{"alg":"none","typ":"JWT"}')}.${btoa(JSON.stringify(claims))}.`,
      'mock-token',
    ]
    for (const token of tokens) {
      expect((await new Client(testApp.app, token, '').get('/api/auth/verify')).status).toBe(401)
    }
  })

  it('is stored only with the hash of its secret, and only the server can read the token secret', async () => {
    const client = await signInAs(testApp, 'viewer')
    expect(await testApp.storedText()).not.toContain(client.cookie.slice('session='.length))
    // PostgreSQL has the token secret in a table.
    if (isOnPostgres) return
    expect((await stat(join(testApp.dir, 'token-secret'))).mode & 0o777).toBe(0o600)
  })
})

describe('addresses of the API', () => {
  it('answers 404 for an unknown path, with and without a token', async () => {
    for (const client of [makeVisitor(testApp), await signInAs(testApp, 'viewer')]) {
      for (const path of ['/api', '/api/', '/api/nothing', '/api/turbines/1/nothing']) {
        const answer = await client.get(path)
        expect([path, answer.status]).toEqual([path, 404])
        expect(await answer.json()).toMatchObject({ success: false, error: 'not_found' })
      }
    }
  })

  it('answers 405 with the allowed methods of the path', async () => {
    const answer = await makeVisitor(testApp).send('PATCH', '/api/turbines/1')
    expect(await readError(answer)).toEqual([405, 'method_not_allowed'])
    expect(answer.headers.get('Allow')?.split(', ').sort()).toEqual(['DELETE', 'GET', 'HEAD', 'PUT'])
  })

  it('need a token, except those for the sign-in and the health', async () => {
    expect((await makeVisitor(testApp).get('/api/health')).status).toBe(200)
    for (const path of ['/api/turbines', '/api/turbines/1', '/api/turbines/1/photos', '/api/auth/profile']) {
      const answer = await makeVisitor(testApp).get(path)
      expect([path, answer.status]).toEqual([path, 401])
      expect(await answer.json()).toMatchObject({ error: 'unauthenticated' })
    }
  })
})

it('never accepts the mock token of a build of the panel', async () => {
  vi.stubEnv('PUBLIC_MOCK_TOKEN', 'mock-token')
  await using mocked = await TestApp.open({ PUBLIC_MOCK_TOKEN: 'mock-token' })
  for (const path of ['/api/auth/verify', '/api/auth/validate-session', '/api/turbines'])
    expect([path, (await new Client(mocked.app, 'mock-token', '').get(path)).status]).toEqual([path, 401])
  vi.unstubAllEnvs()
})
