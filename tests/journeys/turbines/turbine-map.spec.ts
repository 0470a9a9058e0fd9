import type { Page } from '@playwright/test'
import type { Turbine } from '#domain/turbine.ts'
import { expect, settled, signIn, storeLanguage, test } from '../support/kanat.ts'

type Row = [name: string, coordinates: string | null, status?: Turbine['status']]

const ROWS: Row[] = [
  ['Çeşme 1', '38.3712,26.4519'],
  ['Çeşme 2', '38.3745,26.4583', 'faulty'],
  ['Kangal 1', '39.3547,37.2261', 'maintenance'],
  ['Iğdır 1', '40.0731,43.6284', 'offline'],
  ['Sahada 1', null],
  ['Berlin 1', '52.5200,13.4050'],
]

/** Mocks the list with these turbines. */
async function listTurbines(page: Page, rows: Row[]) {
  await page.route('**/api/turbines', async (route) => {
    const answer = await route.fetch()
    const { data } = (await answer.json()) as { data: Turbine[] }
    const turbines = rows.map(([name, coordinates, status = 'active'], place) => {
      const own = { id: place + 1, code: `T-${place}`, turbine_name: name, name }
      return { ...data[0], ...own, coordinates, status }
    })
    await route.fulfill({ response: answer, json: { success: true, data: turbines } })
  })
}

const mapOf = (page: Page) => page.getByRole('region', { name: /^(Türbin haritası|Turbine map)$/ })
const listOf = (page: Page) =>
  page.getByRole('region', { name: /^(Haritada görünen türbinler|Turbines in view)$/ })

test('the map shows clusters, zooms into them, keeps its place and opens a turbine', async ({
  page,
  kanat,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await storeLanguage(page, 'tr')
  await listTurbines(page, ROWS)
  await signIn(page, kanat.superadmin)
  await page.getByRole('radio', { name: 'Harita' }).click()
  await expect(page).toHaveURL('/dashboard?view=map')
  const map = mapOf(page)
  const list = listOf(page)
  await expect(map.getByRole('link', { name: 'Kangal 1: Bakımda' })).toBeVisible()
  await expect(list.getByRole('status')).toHaveText('Bu alanda 4 türbin')

  // Turbines without a place on the map are beside it.
  await list.getByText('Haritada olmayan 2 türbin').click()
  await expect(list.getByRole('listitem').filter({ hasText: 'Sahada 1' })).toContainText('Koordinatı yok')
  await expect(list.getByRole('listitem').filter({ hasText: 'Berlin 1' })).toContainText('Haritanın dışında')

  // The two turbines at Çeşme are one cluster until the map is zoomed in.
  await map
    .getByRole('button', { name: '2 türbin (1 Arızalı, 1 Aktif, en kötüsü Değerlendirilmedi), yakınlaştır' })
    .click()
  await expect(map.getByRole('link', { name: 'Çeşme 2: Arızalı' })).toBeVisible()
  await expect(list.getByRole('status')).toHaveText('Bu alanda 2 türbin')
  await expect(page).toHaveURL(/view=map&map=38\.37/)
  const address = await settled(async () => page.url())

  await page.reload()
  await expect(map.getByRole('link', { name: 'Çeşme 1: Aktif' })).toBeVisible()
  await map.getByRole('link', { name: 'Çeşme 2: Arızalı' }).hover()
  await expect(map.getByText('T-1 · ')).toBeVisible()
  await map.getByRole('link', { name: 'Çeşme 2: Arızalı' }).click()
  await expect(page).toHaveURL('/dashboard/turbine/2')
  await page.goBack()
  await expect(page).toHaveURL(address)
  await expect(list.getByRole('status')).toHaveText('Bu alanda 2 türbin')

  await page.getByRole('button', { name: 'Tüm türbinleri göster' }).click()
  await expect(list.getByRole('status')).toHaveText('Bu alanda 4 türbin')
  await expect(page).toHaveURL('/dashboard?view=map')
})

test('the wheel zooms the map, dragging moves it, and a search filters it', async ({ page, kanat }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await storeLanguage(page, 'en')
  await listTurbines(page, ROWS)
  await signIn(page, kanat.superadmin, '/dashboard?view=map')
  const map = mapOf(page)
  const marker = map.getByRole('link', { name: 'Kangal 1: Maintenance' })
  await marker.hover()
  await page.mouse.wheel(0, -1500)
  // The marker under the pointer stays there; all others leave the view.
  await expect(map.getByRole('listitem')).toHaveCount(1)
  await expect(listOf(page).getByRole('status')).toHaveText('1 turbine in this area')
  const start = await settled(() => marker.boundingBox())
  if (!start) throw new Error('The marker is not visible.')

  await page.mouse.down()
  await page.mouse.move(start.x + 60, start.y + 50, { steps: 4 })
  await page.mouse.up()
  await expect(page).toHaveURL(/view=map&map=/)
  const movedBy = async () => Math.abs(((await marker.boundingBox())?.x ?? start.x) - start.x)
  await expect.poll(movedBy).toBeGreaterThan(10)

  await page.goto('/dashboard?view=map&q=igdir')
  await expect(map.getByRole('link', { name: 'Iğdır 1: Offline' })).toBeVisible()
  await expect(map.getByRole('listitem')).toHaveCount(1)
})

test('the map is one tab stop, and keys go between markers, move and zoom', async ({ page, kanat }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await storeLanguage(page, 'tr')
  await listTurbines(page, ROWS)
  await signIn(page, kanat.superadmin, '/dashboard?view=map')
  const map = mapOf(page)
  const kangal = map.getByRole('link', { name: 'Kangal 1: Bakımda' })
  const cluster = map.getByRole('button', { name: /^2 türbin/ })
  await expect(kangal).toBeVisible()
  await page.getByRole('radio', { name: 'Harita' }).focus()
  await page.keyboard.press('Tab')
  await expect(kangal).toBeFocused()
  await expect(map.getByText('T-2 · ')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(map.getByRole('link', { name: 'Iğdır 1: Çevrimdışı' })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(kangal).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(cluster).toBeFocused()

  // The cluster disappears, so one of its turbines gets the focus.
  await page.keyboard.press('Enter')
  await expect(map.getByRole('link', { name: /^Çeşme [12]: / }).and(map.locator(':focus'))).toBeVisible()
  await page.keyboard.press('0')
  await expect(cluster).toBeFocused()
  await page.keyboard.press('+')
  await expect(page).toHaveURL(/map=/)
  const zoomed = await settled(async () => page.url())
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page).not.toHaveURL(zoomed)

  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Yakınlaştır', exact: true })).toBeFocused()
})

test('turbines at one place are opened from the list', async ({ page, kanat }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await storeLanguage(page, 'tr')
  await listTurbines(page, [
    ['Soma 1', '39.2684,27.6952'],
    ['Soma 2', '39.2684,27.6952'],
  ])
  await signIn(page, kanat.superadmin, '/dashboard?view=map&map=39.2684,27.6952,1')
  await mapOf(page)
    .getByRole('button', { name: /^2 türbin/ })
    .click()
  await expect(listOf(page).getByRole('link', { name: 'Soma 1' })).toBeFocused()
})

test('the map opens with no turbine and with one of a long name', async ({ page, kanat }) => {
  await storeLanguage(page, 'tr')
  await listTurbines(page, [['Sahada 1', null]])
  await signIn(page, kanat.superadmin, '/dashboard?view=map')
  await expect(listOf(page).getByRole('status')).toHaveText('Bu alanda türbin yok')
  await expect(listOf(page).getByRole('link', { name: 'Sahada 1' })).toBeVisible()

  await page.unroute('**/api/turbines')
  await listTurbines(page, [['A'.repeat(70), '38.3712,26.4519']])
  await page.reload()
  await expect(mapOf(page).getByRole('link', { name: `${'A'.repeat(70)}: Aktif` })).toBeVisible()
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
    .toBeLessThanOrEqual(0)
})
