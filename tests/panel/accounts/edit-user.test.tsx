import { expect, it, vi } from 'vitest'
import type { OwnUser, User } from '#domain/user.ts'
import EditUserDialog from '#panel/users/edit-user-dialog.tsx'
import { buttons, click, openScreen, type, viewerOf } from '../panel-screen.tsx'
import { STORED_USER } from './stored-user.ts'

const ADMIN = viewerOf({ role: 'admin' })
const SUPERADMIN = viewerOf({ role: 'superadmin' })
const WAIT = 'Çok fazla e-posta adresi denediniz. Adresleri 42 dakika sonra yeniden değiştirebilirsiniz.'

let close: (() => void) | undefined

/** What the panel has sent to the call that changes a user. */
let sent: unknown[]

/** Opens the dialog. Every change is answered with `answer`. */
function open(viewer: OwnUser, user: User, answer = () => Response.json({ success: true, data: user })) {
  sent = []
  vi.stubGlobal('fetch', async (request: RequestInfo | URL, init?: RequestInit) => {
    const method = init?.method ?? (request instanceof Request ? request.method : 'GET')
    if (method === 'GET') return Response.json({ success: true, data: [] })
    sent.push(JSON.parse(String(init?.body)))
    return answer()
  })
  close = openScreen(viewer, <EditUserDialog user={user} onClose={() => {}} />).close
}

const shown = () => document.body.textContent ?? ''

async function typeEmail(email: string) {
  const field = await vi.waitUntil(() => document.querySelector<HTMLInputElement>('input[name="email"]'))
  type(field, email)
}

it('says what a new address changes, to each viewer what applies', async () => {
  for (const [viewer, user, sentence] of [
    [
      ADMIN,
      STORED_USER,
      'Deniz Ak şimdiki şifresiyle bir kez giriş yapana kadar e-postayla şifre gönderilmez',
    ],
    [SUPERADMIN, STORED_USER, 'yeni şifreler yeni adrese gönderilir'],
    [ADMIN, { ...STORED_USER, id: ADMIN.id }, 'diğer oturumlarınız hemen kapanır'],
  ] as const) {
    open(viewer, user)
    await typeEmail('DENIZ@ruzgar.example')
    expect(shown()).not.toContain('Adres değişince ne olur?')
    await typeEmail('baska@ruzgar.example')
    await vi.waitUntil(() => shown().includes(sentence))
    close?.()
  }
})

it('lets a superadmin confirm an address, but not an admin', async () => {
  open(ADMIN, { ...STORED_USER, email_confirmed: false })
  await vi.waitUntil(() => shown().includes('Adres onaylanmadı'))
  expect(buttons('Adresi onayla')).toEqual([])
  close?.()

  open(SUPERADMIN, { ...STORED_USER, email_confirmed: false })
  await vi.waitUntil(() => buttons('Adresi onayla').length === 1)
  click('Adresi onayla')
  await vi.waitUntil(() => !shown().includes('Adres onaylanmadı'))
  expect(sent).toEqual([{ email_confirmed: true }])
})

it('shows the sentence of the server if too many addresses were tried', async () => {
  const answer = { success: false, error: 'too_many_requests', message: WAIT }
  open(ADMIN, STORED_USER, () => Response.json(answer, { status: 429, headers: { 'Retry-After': '2500' } }))
  await typeEmail('baska@ruzgar.example')
  click('Kaydet')
  await vi.waitUntil(() => shown().includes(WAIT))
  expect(sent).toMatchObject([{ email: 'baska@ruzgar.example' }])
})
