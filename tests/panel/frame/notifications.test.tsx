/** The bell of the header: how many are unread, the list of the drawer, and what reading and opening one changes. */
import { flushSync } from 'react-dom'
import { expect, it, vi } from 'vitest'
import { turbineKeys } from '#panel/data/keys.ts'
import { buttons, click } from '../panel-screen.tsx'
import {
  alerts,
  bell,
  drawer,
  items,
  openBell,
  openDrawer,
  PUBLISHED,
  serveNotifications,
  server,
  told,
} from './notification-server.tsx'

serveNotifications()

const many = (count: number, read = false) =>
  Array.from({ length: count }, (_, place) => told(count - place, read))
const shownNumber = () => bell()?.parentElement?.textContent ?? ''
const open = (item: Element | undefined) => flushSync(() => item?.querySelector('a')?.click())

it('the bell shows how many are unread, up to 99, and its name says the number', async () => {
  server.told = [...many(120), told(200, true)]
  const { queryClient } = openBell()
  await vi.waitFor(() => expect(bell()?.getAttribute('aria-label')).toBe('Bildirimler, 120 okunmamış'))
  expect(shownNumber()).toBe('99+')
  server.told = [told(2), told(1, true)]
  await queryClient.invalidateQueries()
  await vi.waitFor(() => expect(shownNumber()).toBe('1'))
  server.told = [told(1, true)]
  await queryClient.invalidateQueries()
  await vi.waitFor(() => expect(shownNumber()).toBe(''))
  expect(bell()?.getAttribute('aria-label')).toBe('Bildirimler')
})

it('a publication has the letter, the three worst findings and a link to the inspection', async () => {
  server.told = [PUBLISHED, told(3, true)]
  openBell()
  await openDrawer()
  const [published, comment] = items()
  for (const words of ['Yayla 7: 2026 denetimi yayınlandı, sürüm 2', 'A-LE-001', 'B-PS-002', 'C-TE-001'])
    expect(published?.textContent).toContain(words)
  expect(published?.textContent?.match(/Öncelikli onarım/g)).toHaveLength(1)
  expect(published?.querySelector('a')?.getAttribute('href')).toBe(
    '/dashboard/turbine/4?year=2026&section=summary',
  )
  expect(comment?.querySelector('a')?.getAttribute('href')).toBe('/dashboard/turbine/4?panel=comments')
  expect([published, comment].map((item) => item?.textContent?.includes('okunmadı'))).toEqual([true, false])
})

it('a point cloud that is prepared opens, and so does a report', async () => {
  const name = 'tarama.pcd'
  server.told = [
    { ...told(2), kind: 'upload_ready', record: { kind: 'photo', id: 5 }, year: 2026, name },
    { ...told(1), kind: 'report_ready', record: { kind: 'report', id: 6 }, year: 2025, name: 'rapor.pdf' },
  ]
  openBell()
  await openDrawer()
  expect(items()[0]?.textContent).toContain('Yayla 7: 2026 nokta bulutu hazırtarama.pcd')
  expect(items().map((item) => item.querySelector('a')?.getAttribute('href'))).toEqual([
    '/dashboard/turbine/4?photo=5',
    '/dashboard/turbine/4?reports=2025',
  ])
})

it('opening an unread one closes the drawer, marks it as read and loads its turbine again', async () => {
  server.told = [PUBLISHED, told(3, true)]
  const { queryClient } = openBell()
  const turbine = turbineKeys.one(4)
  queryClient.setQueryData(turbine, { state: 'not_inspected' })
  await openDrawer()
  open(items()[0])
  await vi.waitFor(() => expect(drawer()).toBeNull())
  expect(location.pathname + location.search).toBe('/dashboard/turbine/4?year=2026&section=summary')
  await vi.waitFor(() => expect(shownNumber()).toBe(''))
  expect(server.marked).toEqual([{ ids: [9] }])
  expect(queryClient.getQueryState(turbine)?.isInvalidated).toBe(true)
})

it('opening one that is read marks nothing', async () => {
  server.told = [told(3, true)]
  openBell()
  await openDrawer()
  open(items()[0])
  await vi.waitFor(() => expect(drawer()).toBeNull())
  expect(server.marked).toEqual([])
})

it('marks all as read up to the newest that is shown, and keeps the focus in the drawer', async () => {
  server.told = [told(7), told(2)]
  openBell()
  await openDrawer()
  expect(drawer()?.textContent).toContain('2 okunmamış bildirim')
  server.told = [told(8), ...server.told]
  buttons('Tümünü okundu say')[0]?.focus()
  click('Tümünü okundu say')
  await vi.waitFor(() => expect(drawer()?.textContent).toContain('1 okunmamış bildirim'))
  expect(server.marked).toEqual([{ up_to: 7 }])
  expect(document.activeElement).toBe(drawer())
  click('Tümünü okundu say')
  await vi.waitFor(() => expect(buttons('Tümünü okundu say')).toHaveLength(0))
  expect(shownNumber()).toBe('')
})

it('says that one could not be marked as read, which then stays unread', async () => {
  server.told = [told(7)]
  server.broken = ['PUT /read']
  openBell()
  await openDrawer()
  click('Tümünü okundu say')
  await vi.waitFor(() => expect(document.body.textContent).toContain('Okundu olarak işaretlenemedi'))
  expect(shownNumber()).toBe('1')
})

it('loads older ones on request, says when that fails, and forgets them when it closes', async () => {
  server.told = many(5)
  const { queryClient } = openBell()
  await openDrawer()
  expect(items()).toHaveLength(2)
  server.broken = ['GET /']
  click('Daha fazla göster')
  await vi.waitFor(() => expect(alerts().join()).toContain('Bildirimler yüklenemedi'))
  expect(items()).toHaveLength(2)
  server.broken = []
  click('Daha fazla göster')
  await vi.waitFor(() => expect(items()).toHaveLength(4))
  expect(alerts()).toEqual([])
  click('Daha fazla göster')
  await vi.waitFor(() => expect(items()).toHaveLength(5))
  expect(buttons('Daha fazla göster')).toHaveLength(0)
  click('Bildirimleri kapat')
  await vi.waitFor(() => expect(drawer()).toBeNull())
  expect(queryClient.getQueryData<{ pages: unknown[] }>(['notifications', 'list'])?.pages).toHaveLength(1)
})

it('shows one that is read between two pages once', async () => {
  server.told = many(3)
  openBell()
  await openDrawer()
  // The next page begins with one that the page before has had.
  server.told = [told(3), told(1), told(2, true)]
  click('Daha fazla göster')
  await vi.waitFor(() => expect(buttons('Daha fazla göster')).toHaveLength(0))
  expect(items().filter((item) => item.textContent?.includes('Yorum 2'))).toHaveLength(1)
})

it('without any, says what will be told', async () => {
  openBell()
  await openDrawer()
  expect(drawer()?.textContent).toContain('Bildirim yokYayınlanan denetimler')
  expect(buttons('Tümünü okundu say')).toHaveLength(0)
})

it('that cannot be loaded is said in the drawer alone, and the bell has no number', async () => {
  server.broken = ['GET /']
  server.told = [told(1)]
  openBell()
  await vi.waitFor(() => expect(bell()).not.toBeNull())
  expect([alerts(), shownNumber()]).toEqual([[], ''])
  await openDrawer()
  expect(alerts()).toEqual([expect.stringContaining('Bildirimler yüklenemedi')])
  server.broken = []
  click('Tekrar Dene')
  await vi.waitFor(() => expect(items()).toHaveLength(1))
  expect(alerts()).toEqual([])
  expect(shownNumber()).toBe('1')
})

it('the bell gets the focus back when the drawer closes, and closes it too', async () => {
  openBell()
  await openDrawer()
  expect(bell()?.getAttribute('aria-expanded')).toBe('true')
  click('Bildirimleri kapat')
  await vi.waitFor(() => expect(drawer()).toBeNull())
  await vi.waitFor(() => expect(document.activeElement).toBe(bell()))
  await openDrawer()
  bell()?.click()
  await vi.waitFor(() => expect(drawer()).toBeNull())
  expect(bell()?.getAttribute('aria-expanded')).toBe('false')
})
