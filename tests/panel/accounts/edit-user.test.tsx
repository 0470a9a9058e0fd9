import { flushSync } from 'react-dom'
import { expect, it, vi } from 'vitest'
import type { OwnUser, User } from '#domain/user.ts'
import EditUserDialog from '#panel/users/edit-user-dialog.tsx'
import { buttons, callerOf, click, openScreen, type } from '../panel-screen.tsx'

const STORED_USER: User = {
  id: 12,
  first_name: 'Deniz',
  last_name: 'Ak',
  email: 'deniz@ruzgar.example',
  role: 'operator',
  company_id: 3,
  company_name: 'Bora Enerji',
  is_active: true,
  inspection_notices: true,
  last_sign_in_at: null,
  email_confirmed: true,
  has_second_factor: false,
  is_protected: false,
  revision: 4,
}
const ADMIN = callerOf({ role: 'admin' })
const SUPERADMIN = callerOf({ role: 'superadmin' })
const WAIT = 'Çok fazla e-posta adresi denediniz. Adresleri 42 dakika sonra yeniden değiştirebilirsiniz.'

interface Change {
  revision: string | null
  fields: object
}

/** What the panel has sent to the call that changes a user. */
let sent: Change[]
let close: () => void
const onClose = vi.fn()

/** Opens the dialog. Every change is answered with `answer`. */
function open(
  caller: OwnUser,
  user: User,
  answer: (change: Change) => Response = () => Response.json({ success: true, data: user }),
) {
  sent = []
  onClose.mockReset()
  vi.stubGlobal('fetch', async (request: RequestInfo | URL, init?: RequestInit) => {
    const method = init?.method ?? (request instanceof Request ? request.method : 'GET')
    if (method === 'GET') return Response.json({ success: true, data: [] })
    const revision = new Headers(init?.headers).get('If-Match')
    const change = { revision, fields: JSON.parse(String(init?.body)) as object }
    sent.push(change)
    return answer(change)
  })
  ;({ close } = openScreen(caller, <EditUserDialog user={user} onClose={onClose} />))
}

/** Opens the dialog with a server on which somebody else has changed this field of the user. */
function openChanged(by: 'first_name' | 'is_active', others: Partial<User>) {
  const stored = { ...STORED_USER, ...others, revision: 5 }
  open(SUPERADMIN, STORED_USER, ({ revision, fields }) => {
    if (revision === '"5"') return Response.json({ success: true, data: { ...stored, ...fields } })
    const authors = [{ field: by, user_name: 'Öteki Kişi', at: '2026-11-21T09:30:00.000Z' }]
    const refused = { success: false, error: 'stale_revision', message: 'x', data: stored, authors }
    return Response.json(refused, { status: 409 })
  })
}

const shown = () => document.body.textContent ?? ''
const field = (name: string) => document.querySelector<HTMLInputElement>(`input[name="${name}"]`)
const typeInto = async (name: string, text: string) => type(await vi.waitUntil(() => field(name)), text)

it.each([
  [ADMIN, STORED_USER, 'Deniz Ak şimdiki şifresiyle bir kez giriş yapana kadar e-postayla şifre gönderilmez'],
  [SUPERADMIN, STORED_USER, 'yeni şifreler yeni adrese gönderilir'],
  [ADMIN, { ...STORED_USER, id: ADMIN.id }, 'diğer oturumlarınız hemen kapanır'],
])(
  'says what a new address changes, to each viewer what applies: $0.role, $2',
  async (caller, user, sentence) => {
    open(caller, user)
    await typeInto('email', 'DENIZ@ruzgar.example')
    expect(shown()).not.toContain('Adres değişince ne olur?')
    await typeInto('email', 'baska@ruzgar.example')
    await vi.waitUntil(() => shown().includes(sentence))
  },
)

it('lets a superadmin confirm an address, but not an admin', async () => {
  open(ADMIN, { ...STORED_USER, email_confirmed: false })
  await vi.waitUntil(() => shown().includes('Adres onaylanmadı'))
  expect(buttons('Adresi onayla')).toEqual([])
  close()

  open(SUPERADMIN, { ...STORED_USER, email_confirmed: false })
  await vi.waitUntil(() => buttons('Adresi onayla').length === 1)
  click('Adresi onayla')
  await vi.waitUntil(() => !shown().includes('Adres onaylanmadı'))
  expect(sent.map(({ fields }) => fields)).toEqual([{ email_confirmed: true }])
})

it('shows the sentence of the server if too many addresses were tried', async () => {
  const answer = { success: false, error: 'too_many_requests', message: WAIT }
  open(ADMIN, STORED_USER, () => Response.json(answer, { status: 429, headers: { 'Retry-After': '2500' } }))
  await typeInto('email', 'baska@ruzgar.example')
  click('Kaydet')
  await vi.waitUntil(() => shown().includes(WAIT))
  expect(sent).toMatchObject([{ fields: { email: 'baska@ruzgar.example' } }])
})

it('does not activate a user who was blocked while the dialog was open', async () => {
  openChanged('is_active', { is_active: false })
  await typeInto('first_name', 'Derya')
  click('Kaydet')
  await vi.waitUntil(() => onClose.mock.calls.length > 0)
  expect(sent).toEqual(['"4"', '"5"'].map((revision) => ({ revision, fields: { first_name: 'Derya' } })))
})

it.each([
  ['mine', 'Derya', { first_name: 'Derya' }],
  ['theirs', 'Denizhan', {}],
])(
  'shows both values and who wrote the other, and saves the chosen one: %s',
  async (choice, name, fields) => {
    openChanged('first_name', { first_name: 'Denizhan' })
    await typeInto('first_name', 'Derya')
    click('Kaydet')
    await vi.waitUntil(() => shown().includes('Öteki Kişi'))
    expect(shown()).toContain('Derya')
    expect(shown()).toContain('Denizhan')
    expect(onClose).not.toHaveBeenCalled()
    const options = [...document.querySelectorAll<HTMLInputElement>('[role="alert"] input[type="radio"]')]
    if (choice === 'theirs') flushSync(() => options.at(-1)?.click())
    expect(field('first_name')?.value).toBe(name)
    click('Kaydet')
    await vi.waitUntil(() => onClose.mock.calls.length > 0)
    expect(sent.at(-1)).toEqual({ revision: '"5"', fields })
  },
)
