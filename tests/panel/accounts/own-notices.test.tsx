import { describe, expect, it, vi } from 'vitest'
import type { OwnUser } from '#domain/user.ts'
import PersonMenu from '#panel/frame/person-menu.tsx'
import { openScreen, viewerOf } from '../panel-screen.tsx'

let close = () => {}

/** Opens the menu of this user, with a server that answers as `answer` says. @returns what the panel has sent */
function open(viewer: OwnUser, answer: () => Response) {
  const sent: { path: string; body: unknown }[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(
      new URL(String(input instanceof Request ? input.url : input), location.href),
      init,
    )
    if (request.method === 'PUT')
      sent.push({ path: new URL(request.url).pathname, body: await request.json() })
    return answer()
  })
  close = openScreen(viewer, <PersonMenu />).close
  return sent
}

const items = () => [...document.querySelectorAll<HTMLElement>('[role=menuitem]')]
const item = (name: string) => items().find(({ textContent }) => textContent === name)
const answered = (inspections: boolean) => Response.json({ success: true, data: { inspections } })

describe('the account menu', () => {
  it.each([
    [true, 'Denetim e-postalarını kapat', 'artık e-posta gönderilmeyecek'],
    [false, 'Denetim e-postalarını aç', 'sabahları e-postayla bildirilecek'],
  ])('changes whether the user gets mails about inspections (%s before)', async (before, name, told) => {
    const sent = open(viewerOf({ inspection_notices: before }), () => answered(!before))
    await vi.waitFor(() => expect(item(name)).toBeDefined())
    item(name)?.click()
    await vi.waitFor(() => expect(document.body.textContent).toContain(told))
    expect(sent).toEqual([{ path: '/api/users/7/notices', body: { inspections: !before } }])
  })

  it('says why the choice could not be saved', async () => {
    open(viewerOf(), () =>
      Response.json({ success: false, error: 'forbidden', message: 'Buna yetkiniz yok.' }, { status: 403 }),
    )
    await vi.waitFor(() => expect(item('Denetim e-postalarını kapat')).toBeDefined())
    item('Denetim e-postalarını kapat')?.click()
    await vi.waitFor(() => expect(document.body.textContent).toContain('Seçiminiz kaydedilemedi'))
  })

  it('offers it to those for whom inspections wait, and to those who have turned it on', async () => {
    open(viewerOf({ role: 'customer', inspection_notices: false }), () => answered(true))
    await vi.waitFor(() => expect(item('Şifre değiştir')).toBeDefined())
    expect(items().map(({ textContent }) => textContent)).toEqual(['Şifre değiştir', expect.any(String)])
    close()
    open(viewerOf({ role: 'customer', inspection_notices: true }), () => answered(false))
    await vi.waitFor(() => expect(item('Denetim e-postalarını kapat')).toBeDefined())
  })
})
