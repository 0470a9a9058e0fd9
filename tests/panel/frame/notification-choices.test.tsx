/** The choice at the foot of the drawer: what the user is told of, in the panel and by mail. */
import { flushSync } from 'react-dom'
import { expect, it, vi } from 'vitest'
import { callerOf, click } from '../panel-screen.tsx'
import {
  alerts,
  box,
  drawer,
  openBell,
  openChoices,
  serveNotifications,
  server,
} from './notification-server.tsx'

serveNotifications()

const COMMENT_BY_MAIL = 'Bana gelen yorumlar, E-posta'
const DUE_IN_PANEL = 'Yaklaşan terminler, Panelde'
const shown = (...names: string[]) => names.map((name) => box(name)?.checked)
const press = (name: string) => flushSync(() => box(name)?.click())

it('shows what is told where', async () => {
  openBell()
  await openChoices()
  await vi.waitFor(() => expect(shown('Yayınlanan denetimler, E-posta', DUE_IN_PANEL)).toEqual([true, true]))
  expect(shown(COMMENT_BY_MAIL, 'Beni bekleyen denetimler, E-posta')).toEqual([false, true])
  // The list of inspections is in the mail alone.
  expect(box('Beni bekleyen denetimler, Panelde')).toBeNull()
})

it('offers customers only what they are told of', async () => {
  openBell(callerOf({ role: 'customer' }))
  await openChoices()
  await vi.waitFor(() => expect(box(DUE_IN_PANEL)).not.toBeNull())
  for (const kind of ['Onayı geciken denetimler', 'Hazır olan raporlarım', 'Beni bekleyen denetimler'])
    expect(drawer()?.textContent).not.toContain(kind)
})

it('shows each change at once, keeps the focus on it, and stores them one after the other', async () => {
  openBell()
  await openChoices()
  await vi.waitFor(() => expect(box(COMMENT_BY_MAIL)).not.toBeNull())
  const { promise, resolve } = Promise.withResolvers<void>()
  server.held = promise
  box(DUE_IN_PANEL)?.focus()
  press(COMMENT_BY_MAIL)
  press(DUE_IN_PANEL)
  expect(shown(COMMENT_BY_MAIL, DUE_IN_PANEL)).toEqual([true, false])
  expect([box(DUE_IN_PANEL)?.disabled, document.activeElement]).toEqual([false, box(DUE_IN_PANEL)])
  await vi.waitFor(() => expect(server.begun).toBe(1))
  resolve()
  await vi.waitFor(() => expect(server.stored).toHaveLength(2))
  const states = server.stored.map(({ comment, due }) => [comment.mail, due.bell])
  expect(states).toEqual([
    [true, true],
    [true, false],
  ])
  await vi.waitFor(() => expect(shown(COMMENT_BY_MAIL, DUE_IN_PANEL)).toEqual([true, false]))
  // What is not offered is sent as it was.
  expect(server.stored[1]?.inspections).toEqual({ mail: true })
})

it('takes a change back that could not be stored, and says so', async () => {
  openBell()
  await openChoices()
  await vi.waitFor(() => expect(box(COMMENT_BY_MAIL)).not.toBeNull())
  server.broken = ['PUT /choices']
  press(COMMENT_BY_MAIL)
  expect(shown(COMMENT_BY_MAIL)).toEqual([true])
  await vi.waitFor(() => expect(shown(COMMENT_BY_MAIL)).toEqual([false]))
  expect(document.body.textContent).toContain('Seçiminiz kaydedilemedi')
})

it('says that it could not be loaded, and is there after another try', async () => {
  server.broken = ['GET /choices']
  openBell()
  await openChoices()
  await vi.waitFor(() => expect(alerts()).toEqual([expect.stringContaining('Ayarlar yüklenemedi')]))
  server.broken = []
  click('Tekrar Dene')
  await vi.waitFor(() => expect(box(COMMENT_BY_MAIL)).not.toBeNull())
  expect(alerts()).toEqual([])
})
