import { describe, expect, it } from 'vitest'
import { isOpen } from '#domain/permissions.ts'
import { calls } from '#server/start/app.ts'
import { type Account, type Client, makeUser, makeVisitor, renewed, signIn } from '../../support/accounts.ts'
import {
  login,
  MINUTE,
  moveClock,
  requestMail,
  setUpPasswordReset,
  statusOf,
  testApp,
} from './password-reset-setup.ts'

setUpPasswordReset()

describe('a user who has signed in with a mailed password', () => {
  async function signInByMail(account: Account): Promise<Client> {
    const { password } = await requestMail(account)
    return signIn(testApp, { ...account, password })
  }

  it('may only choose a password and sign out', async () => {
    const client = await signInByMail(await makeUser(testApp, { role: 'superadmin' }))
    const closed = calls.filter(
      ({ action }) => !isOpen(action) && !['password.change', 'session.end'].includes(action),
    )
    expect(closed.length).toBeGreaterThan(15)
    for (const { method, path } of closed) {
      const answer = await client.send(method, path.replace(/:\w+/g, '1'))
      expect([method, path, answer.status]).toEqual([method, path, 403])
      expect(await answer.json()).toMatchObject({
        error: 'password_change_required',
        message: 'Lütfen önce yeni bir şifre belirleyin.',
      })
    }
    const picture = await makeVisitor(testApp).get('/media/turbines/1/photos/x', { Cookie: client.cookie })
    expect(picture.status).toBe(403)
    expect((await client.send('POST', '/api/auth/logout')).status).toBe(200)
  })

  it('may do everything again after choosing a password, in another session', async () => {
    const account = await makeUser(testApp)
    const client = await signInByMail(account)
    const answer = await client.json('PUT', '/api/auth/password', { password: 'yeni-şifre' })
    expect(await answer.clone().json()).toMatchObject({
      success: true,
      user: { id: account.id, must_change_password: false },
    })
    expect((await client.get('/api/turbines')).status).toBe(401)
    expect((await (await renewed(testApp, answer)).get('/api/turbines')).status).toBe(200)
    expect(await statusOf(login(account.email, 'yeni-şifre'))).toBe(200)
    expect(await statusOf(login(account.email, account.password))).toBe(401)
  })

  it('cannot choose the mailed password, in any spelling', async () => {
    const account = await makeUser(testApp)
    const { password } = await requestMail(account)
    const client = await signIn(testApp, { ...account, password })
    for (const chosen of [password, password.toUpperCase().replaceAll('-', ' ')]) {
      const answer = await client.json('PUT', '/api/auth/password', { password: chosen })
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({
        issues: [
          {
            path: 'password',
            message: 'Bu, e-postayla gelen tek kullanımlık şifre. Lütfen başka bir şifre seçin.',
          },
        ],
      })
    }
    expect((await client.get('/api/turbines')).status).toBe(403)
    expect((await client.json('PUT', '/api/auth/password', { password: 'yeni-şifre' })).status).toBe(200)
  })

  it('may choose a password even if the request has a current password', async () => {
    const client = await signInByMail(await makeUser(testApp))
    const change = { password: 'yeni-şifre', current_password: '' }
    expect((await client.json('PUT', '/api/auth/password', change)).status).toBe(200)
  })

  it('still has to choose a password after signing out and using another mail five minutes later', async () => {
    const account = await makeUser(testApp)
    const client = await signInByMail(account)
    await client.send('POST', '/api/auth/logout')
    for (const password of [account.password, ' ', '""', 'x']) {
      expect(await statusOf(login(account.email, password))).toBe(401)
    }
    moveClock(5 * MINUTE)
    const again = await signInByMail(account)
    expect((await again.get('/api/auth/profile')).status).toBe(403)
  })
})
