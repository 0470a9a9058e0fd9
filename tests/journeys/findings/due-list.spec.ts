import type { APIRequestContext } from '@playwright/test'
import { laterDay, todayIn } from '#domain/time/today.ts'
import type { Account } from '../../support/accounts.ts'
import { addFinding, publishInspection } from '../support/by-api.ts'
import { expect, signIn, storeLanguage, test } from '../support/kanat.ts'

const TODAY = todayIn('Europe/Istanbul')

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await storeLanguage(page, 'tr')
})

/** A crack that was seen in two years and is due today, one that was due yesterday, and an oil trace that was cleaned. */
async function addFindings(request: APIRequestContext, operator: Account) {
  const crack = { blade: 'A', side: 'PS', type: 'crack-transverse', from_m: 30, severity: 4 } as const
  const earlier = await addFinding(request, operator, { ...crack, year: 2023, found_on: '2023-05-10' })
  const now = { year: 2026, found_on: '2026-05-10', due_reason: 'Vinç sahada.' } as const
  await addFinding(request, operator, { ...crack, ...now, earlier_id: earlier.id, own_due_on: TODAY })
  await addFinding(request, operator, {
    ...crack,
    ...now,
    side: 'TE',
    from_m: 45,
    own_due_on: laterDay(TODAY, -1),
  })
  await addFinding(request, operator, {
    blade: 'A',
    side: 'SS',
    type: 'oil',
    from_m: 12,
    severity: 2,
    year: 2026,
    found_on: '2026-05-11',
    status: 'repaired',
  })
}

test('a manager sees each crack once and what is overdue', { tag: '@core' }, async ({
  page,
  request,
  kanat,
}) => {
  await addFindings(request, kanat.operator)
  await signIn(page, kanat.admin, '/dashboard/findings')
  await expect(page.getByText('3 bulgu · 2 çözülmemiş · 1 gecikmiş')).toBeVisible()
  const list = page.getByRole('table', { name: 'Bulgu listesi' })
  await expect(list.getByRole('row')).toHaveCount(3)
  await expect(page.getByRole('button', { name: '2 bulguyu dışa aktar' })).toBeVisible()
  // What is due first is first.
  await expect(list.getByRole('row').nth(1)).toContainText('A-TE-001')

  await page.getByRole('radio', { name: 'Grafikler' }).click()
  await expect(page).toHaveURL('/dashboard/findings?view=charts')
  const legend = page.getByRole('list', { name: 'Renklerin anlamı' })
  await expect(legend.getByRole('listitem')).toHaveCount(6)

  const due = page.getByRole('region', { name: 'Son tarihlere göre' })
  await due.getByRole('link', { name: /^Gecikmiş, Derece 4.*: 1 bulgu$/ }).click()
  await expect(page).toHaveURL('/dashboard/findings?overdue=true&severity=4')
  await expect(list.getByRole('row')).toHaveCount(2)
  await expect(list.getByRole('link', { name: 'A-TE-001' })).toBeVisible()

  await page.goto('/dashboard/findings')
  await page.getByRole('combobox', { name: 'Durum' }).selectOption('Tüm durumlar')
  await expect(page).toHaveURL(/status=all/)
  await expect(list.getByRole('row')).toHaveCount(4)
  await page.getByRole('button', { name: 'Filtreler' }).click()
  await page.getByRole('switch', { name: 'Tüm kayıtlar' }).click()
  await expect(page).toHaveURL(/sightings=all/)
  await expect(page.getByText('4 bulgu · 2 çözülmemiş · 1 gecikmiş')).toBeVisible()
  await expect(list.getByRole('row')).toHaveCount(5)
  await list.getByRole('link', { name: '2026’da sürüyor' }).click()
  await expect(page).toHaveURL(/turbine\/1\?finding=\d+&year=2026/)
  await expect(page.getByRole('dialog', { name: 'A-PS-002' })).toBeVisible()
})

test('the list begins on the first screen, under one line of filters', async ({ page, request, kanat }) => {
  await addFindings(request, kanat.operator)
  await signIn(page, kanat.superadmin, '/dashboard/findings')
  const list = page.getByRole('table', { name: /^Bulgu.* listesi$/ })
  const filters = page.getByRole('main').getByRole('combobox')
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(list.getByRole('row').nth(2)).toBeInViewport({ ratio: 1 })
    const tops = await filters.evaluateAll((each) =>
      each.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().top),
    )
    expect(tops.length).toBeGreaterThan(3)
    expect(new Set(tops).size, `${width} px`).toBe(1)
  }
})

test('whoever deletes a turbine reads first what else goes', async ({ page, request, kanat }) => {
  await addFindings(request, kanat.operator)
  await signIn(page, kanat.superadmin, '/dashboard?view=list')
  await expect(page.getByRole('list', { name: 'Harflerin anlamı' }).getByRole('listitem')).toHaveCount(6)
  await page.getByRole('button', { name: 'Karaburun 4 türbinini sil' }).click()
  await expect(page.getByRole('alertdialog')).toContainText(/Birlikte silinecekler: .*4 bulgu/)
})

test('an owner sees what is unsolved and solved, and downloads it', async ({ page, request, kanat }) => {
  await addFindings(request, kanat.operator)
  for (const year of [2023, 2026]) await publishInspection(request, kanat.operator, year)
  await signIn(page, kanat.customer, '/dashboard/turbine/1?year=2026&section=findings')
  const section = page.getByRole('region', { name: 'Bulgular' })
  const rows = section.getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(3)
  await expect(section.locator('[data-solved]')).toHaveCount(0)

  await section.getByRole('combobox', { name: 'Durum' }).selectOption('Tüm durumlar')
  await expect(page).toHaveURL(/findingStatus=all/)
  await expect(rows).toHaveCount(4)
  await expect(section.getByRole('button', { name: /^A-SS-001, derece 2,.* çözüldü$/ })).toBeVisible()
  // On the blade and in the table.
  await expect(section.locator('[data-solved]')).toHaveCount(2)

  await section.getByRole('combobox', { name: 'Yıl' }).selectOption('2023')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1).getByRole('button', { name: '2026’da sürüyor' })).toBeVisible()
  await section.getByRole('combobox', { name: 'Yıl' }).selectOption('2026')
  const download = page.waitForEvent('download')
  await section.getByRole('button', { name: '3 bulguyu dışa aktar' }).click()
  await page.getByRole('menuitem', { name: 'CSV (Excel)' }).click()
  const content = await (await (await download).createReadStream()).toArray()
  expect(Buffer.concat(content).toString().trim().split('\r\n')).toHaveLength(4)
})
