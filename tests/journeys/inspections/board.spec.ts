import type { Page } from '@playwright/test'
import { addFinding, uploadPhotos } from '../support/by-api.ts'
import { provoke } from '../support/console-errors.ts'
import { listManyInspections, moveInspection } from '../support/inspections.ts'
import { expect, type Kanat, signIn, storeLanguage, test } from '../support/kanat.ts'

const BOARD = '/dashboard/inspections'
const PLACE = { type: 'oil', blade: 'A', side: 'SS', from_m: 12 } as const
/** Karaburun 4 has an open inspection of 2026, one of 2025 in review, and a published one of 2024. */
async function prepare(page: Page, { admin, operator }: Kanat) {
  await uploadPhotos(page.request, operator, ['a.jpg', 'b.jpg'], { year: '2026' })
  await addFinding(page.request, operator, { ...PLACE, severity: null, year: 2026 })
  await uploadPhotos(page.request, operator, ['c.jpg'], { year: '2025' })
  await moveInspection(page.request, operator, 1, 2025, 'in_review')
  const found = { ...PLACE, severity: 3, year: 2024, found_on: '2024-05-01' } as const
  await addFinding(page.request, operator, found)
  await moveInspection(page.request, admin, 1, 2024, 'published')
}

const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('the board says how far each inspection is and whom it waits for', async ({ page, kanat }) => {
  await storeLanguage(page, 'tr')
  await prepare(page, kanat)
  await signIn(page, kanat.admin)
  const link = page.getByRole('navigation', { name: 'Sayfalar' }).getByRole('link', { name: 'Denetimler' })
  await expect(link).toHaveAccessibleName('Denetimler 1 denetim sizi bekliyor')
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Denetimler' })).toBeVisible()
  for (const [name, facts] of [
    ['Açık 1', ['0 / 2', '1 bulgu, 1 derecesiz', 'Denetçide · bugün']],
    ['Onayda 1', ['Bulgu yok', 'Henüz kimse bulgu girmedi', 'Bugünden beri onayınızı bekliyor']],
    ['Yayında 1', ['Karaburun 4 · 2024', 'Sürüm 1']],
  ] as const) {
    const cards = column(page, name).getByRole('listitem')
    await expect(cards).toHaveCount(1)
    for (const fact of facts) await expect(cards).toContainText(fact)
  }
})

test('a card opens the turbine at its year, and Back returns to the board', async ({ page, kanat }) => {
  await storeLanguage(page, 'tr')
  await prepare(page, kanat)
  await signIn(page, kanat.admin, BOARD)
  await column(page, 'Onayda 1').getByRole('link', { name: 'Karaburun 4 · 2025' }).click()
  await expect(page).toHaveURL('/dashboard/turbine/1?year=2025&section=inspection')
  await expect(page.getByRole('heading', { level: 1, name: 'Karaburun 4' })).toBeVisible()
  await page.goBack()
  await expect(column(page, 'Yayında 1').getByRole('listitem')).toHaveCount(1)
})

test('the filters and the view are in the address, and Reload keeps them', async ({ page, kanat }) => {
  await storeLanguage(page, 'tr')
  await prepare(page, kanat)
  await signIn(page, kanat.superadmin, BOARD)
  await page.getByRole('combobox', { name: 'Kimde' }).selectOption('Ekipte')
  await expect(page).toHaveURL(`${BOARD}?waits=team`)
  await expect(page.getByText('2 sonuç')).toBeVisible()
  await expect(column(page, 'Yayında 1')).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Yıl' }).selectOption('2025')
  await page.getByRole('combobox', { name: 'Şehir' }).selectOption('İzmir')
  await page.getByRole('combobox', { name: 'Şirket' }).selectOption('Bora Enerji')
  await page.getByRole('radio', { name: 'Liste' }).click()
  await expect(page).toHaveURL(/\?waits=team&year=2025&city=izmir&company=\d+&view=list$/)
  const rows = page.getByRole('table', { name: 'Denetimler' }).getByRole('row')
  await page.reload()
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText('Karaburun 4')
  await expect(rows.nth(1)).toContainText('Onayda')

  await page.getByRole('combobox', { name: 'Durum' }).selectOption('Yayında')
  await expect(page.getByRole('heading', { name: 'Bu filtrelere uyan denetim yok' })).toBeVisible()
  await page.getByRole('button', { name: 'Filtreleri temizle' }).click()
  await expect(rows).toHaveCount(4)
})

test('a customer reads the published inspections, and nothing about the work', async ({ page, kanat }) => {
  await storeLanguage(page, 'tr')
  await prepare(page, kanat)
  await signIn(page, kanat.customer, `${BOARD}?state=open&waits=team`)
  const rows = page.getByRole('table', { name: 'Denetimler' }).getByRole('row')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText('Karaburun 4')
  await expect(rows.nth(1)).toContainText('2024')
  await expect(page.getByRole('main')).not.toContainText(/bekliyor|Açık|Onayda|derecesiz|İncelenen/)
  await expect(page.getByRole('combobox', { name: 'Durum' })).toHaveCount(0)
  await expect(page.getByRole('radio')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Denetimler', exact: true })).toBeVisible()
})

test('without inspections, the page says when there will be some', async ({ page, kanat }) => {
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.admin, BOARD)
  await expect(page.getByRole('heading', { name: 'Henüz denetim yok' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Denetimler', exact: true })).toBeVisible()
})

test('what cannot be loaded is said once, and one button loads all columns', async ({ page, kanat }) => {
  provoke(page, 500)
  await storeLanguage(page, 'tr')
  await prepare(page, kanat)
  await page.route('**/api/inspections?*', (route) => route.fulfill({ status: 500, body: '' }))
  await signIn(page, kanat.admin, BOARD)
  const alert = page.getByRole('alert')
  await expect(alert).toHaveCount(1)
  await expect(alert).toContainText('Denetimler yüklenirken hata oluştu')
  await page.unroute('**/api/inspections?*')
  await page.getByRole('button', { name: 'Tekrar Dene' }).click()
  for (const name of ['Açık 1', 'Onayda 1', 'Yayında 1'])
    await expect(column(page, name).getByRole('listitem')).toHaveCount(1)
})

for (const view of ['board', 'list']) {
  test(`a thousand inspections come page by page, few are rendered (${view})`, async ({ page, kanat }) => {
    await storeLanguage(page, 'tr')
    await listManyInspections(page, 1000)
    await signIn(page, kanat.superadmin, `${BOARD}?state=open&view=${view}`)
    const rows = page.locator('[data-row]')
    await expect(page.getByRole('link', { name: /^T1\b/ })).toBeVisible()
    await expect(page.getByText(/^1\.000 sonuç$|^1000 sonuç$/)).toBeVisible()
    // Each End goes to the last one that is loaded, and the next page comes.
    await page.getByRole('link', { name: /^T1\b/ }).focus()
    const last = page.getByRole('link', { name: /^T1000\b/ })
    const goToEnd = async () => {
      await page.keyboard.press('End')
      return last.evaluateAll(([link]) => link === document.activeElement)
    }
    await expect.poll(goToEnd, { intervals: [100] }).toBe(true)
    await expect.poll(() => rows.count()).toBeLessThan(120)
    await expect(page.getByRole('button', { name: 'Sonrakileri yükle' })).toHaveCount(0)
  })
}

test('a page that fails is said at the end of the list, and is loaded again', async ({ page, kanat }) => {
  provoke(page, 500)
  await storeLanguage(page, 'tr')
  await listManyInspections(page, 100)
  const next = /\/api\/inspections\?.*cursor=/
  await page.route(next, (route) => route.fulfill({ status: 500, body: '' }))
  await signIn(page, kanat.superadmin, `${BOARD}?state=open&view=list`)
  await page.getByRole('link', { name: /^T1\b/ }).focus()
  await page.keyboard.press('End')
  await expect(page.getByRole('alert')).toContainText('Sonraki denetimler yüklenirken hata oluştu')
  await page.unroute(next)
  await page.getByRole('button', { name: 'Sonrakileri yükle' }).click()
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', '101')
  await expect(page.getByRole('alert')).toHaveCount(0)
})
