import { flushSync } from 'react-dom'
import { afterEach, expect, it, vi } from 'vitest'
import type { User } from '#domain/user.ts'
import EditUserDialog from '#panel/users/edit-user-dialog.tsx'
import { click, openScreen, type, viewerOf } from '../panel-screen.tsx'
import { STORED_USER } from './stored-user.ts'

const SUPERADMIN = viewerOf({ role: 'superadmin' })

/** What was sent: the revision and the fields. */
let sent: { revision: string | null; fields: object }[]
let close: (() => void) | undefined
const onClose = vi.fn()

afterEach(() => {
  onClose.mockReset()
})

/** Opens the dialog with a server on which somebody else has changed the user to `stored`. */
async function open(stored: User, by = 'first_name') {
  sent = []
  vi.stubGlobal('fetch', async (request: RequestInfo | URL, init?: RequestInit) => {
    const method = init?.method ?? (request instanceof Request ? request.method : 'GET')
    if (method === 'GET') return Response.json({ success: true, data: [] })
    const revision = new Headers(init?.headers).get('If-Match')
    const fields = JSON.parse(String(init?.body)) as object
    sent.push({ revision, fields })
    if (revision === `"${stored.revision}"`)
      return Response.json({ success: true, data: { ...stored, ...fields } })
    const authors = [{ field: by, user_name: 'Öteki Kişi', at: '2026-11-21T09:30:00.000Z' }]
    const refused = { success: false, error: 'stale_revision', message: 'x', data: stored, authors }
    return Response.json(refused, { status: 409 })
  })
  close = openScreen(SUPERADMIN, <EditUserDialog user={STORED_USER} onClose={onClose} />).close
  await vi.waitUntil(() => field('first_name'))
}

const field = (name: string) => document.querySelector<HTMLInputElement>(`input[name="${name}"]`)
const shown = () => document.body.textContent ?? ''

it('does not activate a user who was blocked while the dialog was open', async () => {
  await open({ ...STORED_USER, is_active: false, revision: 5 }, 'is_active')
  type(field('first_name') as HTMLInputElement, 'Derya')
  click('Kaydet')
  await vi.waitUntil(() => onClose.mock.calls.length > 0)
  expect(sent).toEqual([
    { revision: '"4"', fields: { first_name: 'Derya' } },
    { revision: '"5"', fields: { first_name: 'Derya' } },
  ])
})

it('shows both values and who wrote the other, and saves the chosen one', async () => {
  for (const [choice, fields] of [
    ['mine', { first_name: 'Derya' }],
    ['theirs', {}],
  ] as const) {
    await open({ ...STORED_USER, first_name: 'Denizhan', revision: 5 })
    type(field('first_name') as HTMLInputElement, 'Derya')
    click('Kaydet')
    await vi.waitUntil(() => shown().includes('Öteki Kişi'))
    expect(shown()).toContain('Derya')
    expect(shown()).toContain('Denizhan')
    expect(onClose).not.toHaveBeenCalled()
    const options = [...document.querySelectorAll<HTMLInputElement>('[role="alert"] input[type="radio"]')]
    if (choice === 'theirs') flushSync(() => options.at(-1)?.click())
    expect(field('first_name')?.value).toBe(choice === 'mine' ? 'Derya' : 'Denizhan')
    click('Kaydet')
    await vi.waitUntil(() => onClose.mock.calls.length > 0)
    expect(sent.at(-1)).toEqual({ revision: '"5"', fields })
    close?.()
    onClose.mockReset()
  }
})
