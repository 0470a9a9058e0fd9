/** Passwords that others guess first are refused, with the reason, wherever a password is set. */
import { beforeAll, describe, expect, it } from 'vitest'
import { manageUsers } from '#server/commands/actions/users/manage-users.ts'
import { acceptPassword } from '#server/features/users/accept-password.ts'
import { makeFirstSuperadmin } from '#server/features/users/first-superadmin.ts'
import { type Account, makeUser, signIn } from '../../support/accounts.ts'
import { setUpApp, testApp } from '../../support/app-setup.ts'
import { TestApp } from '../../support/test-app.ts'

const OWNER = { email: 'ayse.yilmaz@bora.example', first_name: 'Ayşe', last_name: 'Yılmaz' }

/** Passwords with the code of their refusal. */
const WEAK: Record<string, string[]> = {
  blank_password: ['      ', '\u00a0\u3000\u2003   '],
  common_password: ['123456', 'qwerty', 'PassWord', 'iloveyou', '14111984'],
  own_password: [
    'ayse.yilmaz@bora.example',
    'Ayse.Yilmaz',
    'Yılmaz1984',
    'AYŞE--2026!',
    'yilmazayse',
    'Ayşe Yılmaz',
    '!!yılmaz!!',
  ],
  easy_password: [
    '654321',
    '0987654321',
    '456789',
    'abcdef',
    'abcçdefg',
    'fedcba',
    'abcdef2026',
    'poiuytrewq',
    'ASDFGHJKLŞİ',
    'fgğıodrn',
    'qwe-asd',
    'qwe789asd',
    'şşşşşşş',
    'xk7xk7',
    'ab12ab12ab12',
    'galatasaray',
    'Galatasaray.1905',
    'FENERBAHÇE',
    'beşiktaş1903',
    'sifre123',
    'Şifre2026!',
    'parola!!',
    'istanbul34',
    'İzmir-35',
    '61trabzon61',
    'mehmet1453',
    'ayşegül',
    'ElifElif',
    'seniseviyorum',
  ],
  product_password: ['kanat123', 'Kanat.2026!', '1kanat1', 'KANAT-KANAT'.slice(0, 6)],
}
const CASES = Object.entries(WEAK).flatMap(([code, passwords]) =>
  passwords.map((password) => [password, code] as const),
)

it.each(CASES)('%j is refused: %s', (password, code) => {
  expect(() => acceptPassword(password, OWNER)).toThrow(
    expect.objectContaining({ code: 'validation_failed', issues: [{ path: 'password', code }] }),
  )
})

it.each([
  'rüzgâr-12',
  'yelkovan',
  'kanatlı at',
  'ayşe ile güler',
  'abcdef-poyraz',
  'galatasaraylıyım',
  '195 sayfa 37',
  'yılmaz ve rüzgâr',
  'k4n4t-123',
  '480915',
  'bora.example',
])('%j is accepted', (password) => {
  expect(acceptPassword(password, OWNER)).toBe(password)
})

describe('with a sentence at the field, and without any change,', () => {
  let superadmin: Account
  let user: Account

  setUpApp('file')
  beforeAll(async () => {
    superadmin = await makeUser(testApp, { role: 'superadmin', password: 'rüzgâr-12' })
    user = await makeUser(testApp, { role: 'operator', password: 'rüzgâr-12', email: OWNER.email })
  })

  const draft = {
    first_name: 'Ayşe',
    last_name: 'Yılmaz',
    email: 'new@kanat.example',
    role: 'operator',
    company_id: 999,
  }
  /** The weak passwords that are weak for the user of the call, whose name is another one than that of `OWNER`. */
  const shared = CASES.filter(([, code]) => code !== 'own_password').concat([[OWNER.email, 'own_password']])
  const WAYS: Record<string, [method: string, path: () => string, body: object]> = {
    'for oneself': ['PUT', () => '/api/auth/password', { current_password: 'rüzgâr-12' }],
    'by a superadmin': ['PUT', () => `/api/users/${user.id}/password`, {}],
    'of a new user': ['POST', () => '/api/users', { ...draft, email: OWNER.email }],
  }

  it.each(Object.keys(WAYS))('%s', async (way) => {
    const [method, path, body] = WAYS[way] as (typeof WAYS)[string]
    const client = await signIn(testApp, way === 'for oneself' ? user : superadmin)
    const before = await testApp.contents()
    for (const [password, code] of shared) {
      const answer = await client.json(method, path(), { ...body, password }, { 'Accept-Language': 'en' })
      const { error, issues } = (await answer.json()) as {
        error: string
        issues: { path: string; message: string }[]
      }
      expect([password, answer.status, error]).toEqual([password, 400, 'validation_failed'])
      expect(issues).toHaveLength(1)
      expect(issues[0]).toMatchObject({
        path: 'password',
        message: expect.stringMatching(SENTENCES[code] ?? ''),
      })
    }
    expect(await testApp.contents()).toEqual(before)
  })

  it('by `npm run user`', async () => {
    const args = [
      'add',
      '--email',
      'new@bora.example',
      '--first-name',
      'Ada',
      '--last-name',
      'Yel',
      '--role',
      'viewer',
    ]
    const { dir } = testApp
    const add = (password: string) =>
      manageUsers(
        { args, env: { DATA_DIR: dir, DATABASE_URL: '' }, print() {}, warn() {}, ifInterrupted() {} },
        async () => password,
      )
    const before = await testApp.contents()
    await expect(add('123456')).rejects.toThrow('Password: This is one of the most common passwords.')
    await expect(add('adayel99')).rejects.toThrow("Password: The password must not be the user's own name")
    expect(await testApp.contents()).toEqual(before)
  })

  it('of the first superadmin, but only where there is no user yet', async () => {
    await using empty = await TestApp.open({
      SUPERADMIN_EMAIL: 'a@kanat.example',
      SUPERADMIN_PASSWORD: '123456',
    })
    await expect(makeFirstSuperadmin(empty.services)).rejects.toThrow(
      'SUPERADMIN_PASSWORD: This is one of the most',
    )
    await makeUser(empty, { role: 'superadmin' })
    await makeFirstSuperadmin(empty.services)
  })
})

const SENTENCES: Record<string, RegExp> = {
  blank_password: /spaces/,
  common_password: /most common/,
  easy_password: /easy to guess/,
  own_password: /own name or e-mail/,
  product_password: /product/,
}
