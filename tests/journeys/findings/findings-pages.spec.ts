import type { APIRequestContext } from '@playwright/test'
import type { Finding } from '#domain/findings/finding.ts'
import type { Account } from '../../support/accounts.ts'
import { addFinding, publishInspection, uploadPhotos } from '../support/by-api.ts'
import { fillInFinding } from '../support/finding-form.ts'
import { expect, signIn, storeLanguage, test } from '../support/kanat.ts'

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await storeLanguage(page, 'tr')
})

/** An erosion that grows over two years, and an oil trace, on blade A of Karaburun 4. */
async function addFindings(request: APIRequestContext, operator: Account): Promise<Finding> {
  await uploadPhotos(request, operator, ['a.jpg'], { year: '2026' })
  const erosion = { blade: 'A', side: 'LE', type: 'le-erosion', from_m: 34.6, to_m: 35.1 } as const
  const earlier = await addFinding(request, operator, {
    ...erosion,
    year: 2025,
    found_on: '2025-05-10',
    severity: 2,
    length_mm: 120,
  })
  await addFinding(request, operator, {
    blade: 'A',
    side: 'SS',
    type: 'oil',
    from_m: 12,
    severity: 1,
    year: 2026,
    found_on: '2026-05-11',
  })
  const later = await addFinding(request, operator, {
    ...erosion,
    year: 2026,
    found_on: '2026-05-10',
    severity: 4,
    length_mm: 310,
    earlier_id: earlier.id,
  })
  for (const year of [2025, 2026]) await publishInspection(request, operator, year)
  return later
}

test('an owner follows a finding over the years and comments on it', async ({ page, request, kanat }) => {
  await addFindings(request, kanat.operator)
  await signIn(page, kanat.customer, '/dashboard/turbine/1?year=2026&section=findings')
  const section = page.getByRole('region', { name: 'Bulgular' })
  const rows = section.getByRole('table').getByRole('row')
  await expect(section.getByText('Öncelikli onarım')).toBeVisible()
  await expect(rows).toHaveCount(3)

  await section.getByRole('combobox', { name: 'Derece' }).selectOption('3')
  await expect(page).toHaveURL(/severityMin=3/)
  await expect(rows).toHaveCount(2)
  const mark = section.getByRole('button', { name: /^A-LE-002, derece 4/ })
  await mark.click()
  await expect(page).toHaveURL(/finding=\d+/)
  const drawer = page.getByRole('dialog', { name: 'A-LE-002' })
  await expect(drawer.getByText('Ağır · Öncelikli onarım')).toBeVisible()
  await expect(drawer.getByRole('img', { name: /120 → 310/ })).toBeVisible()
  await expect(drawer.getByRole('radio')).toHaveCount(0)
  await drawer.getByRole('button', { name: 'A-LE-001' }).click()
  const earlier = page.getByRole('dialog', { name: 'A-LE-001' })
  await earlier.getByRole('button', { name: '2026’da sürüyor' }).click()

  await drawer.getByRole('textbox', { name: 'Yeni yorum' }).fill('Vinç mart ayında gelecek.')
  await drawer.getByRole('button', { name: 'Yorum ekle' }).click()
  await expect(drawer.getByRole('listitem').getByText('Vinç mart ayında gelecek.')).toBeVisible()
  await drawer.getByRole('button', { name: 'Bulguyu kapat' }).click()
  await expect(drawer).toBeHidden()
  await expect(mark).toBeFocused()

  // The comments of the turbine name the finding.
  await page.getByRole('button', { name: 'Yorumlar 1' }).click()
  const comments = page.getByRole('dialog', { name: 'Yorumlar' })
  await comments.getByRole('link', { name: 'A-LE-002 bulgusu' }).click()
  await expect(drawer.getByText('Vinç mart ayında gelecek.')).toBeVisible()
})

test('a manager settles a finding of the worst turbine', async ({ page, request, kanat }) => {
  await addFindings(request, kanat.operator)
  await signIn(page, kanat.admin, '/dashboard?sort=attention')
  const cards = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })
  await expect(cards.first()).toContainText('Öncelikli onarım')
  await page.getByRole('navigation').getByRole('link', { name: 'Bulgular' }).click()
  await page.getByRole('radio', { name: 'Grafikler' }).click()
  const years = page.getByRole('region', { name: 'Yıllara göre' })
  const bar = years.getByRole('link', { name: '2026, Derece 4: Ağır: 1 bulgu' })
  await expect(bar).toBeVisible()

  // Tab enters the chart once, the arrow keys move inside, Enter lists what a bar counts.
  await years.getByRole('link').first().focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await expect(bar).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard/findings?year=2026&status=all&severity=4')
  const list = page.getByRole('table', { name: 'Bulgu listesi' })
  await expect(page.getByRole('heading', { name: 'Bulgu listesi' })).toBeFocused()
  await expect(list.getByRole('row')).toHaveCount(2)
  await page.goBack()
  await years.getByRole('radio', { name: 'Tablo' }).click()
  const row = years.getByRole('row', { name: /^2026/ })
  await expect(row).toContainText('2')
  await row.getByRole('link', { name: '1', exact: true }).first().click()
  await list.getByRole('link', { name: 'A-LE-002' }).click()
  const drawer = page.getByRole('dialog', { name: 'A-LE-002' })
  await drawer.getByRole('radio', { name: 'Onarıldı' }).click()
  await expect(drawer.getByText('Yapılacak bir şey kalmadı.')).toBeVisible()
  const section = page.getByRole('region', { name: 'Bulgular' })
  await expect(section.getByText('Sağlam')).toBeVisible()

  await drawer.getByRole('button', { name: 'Bulguyu sil' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Bulguyu sil' }).click()
  await expect(question).toBeHidden()
  await expect(drawer).toBeHidden()
  await expect(section.getByRole('table').getByRole('row')).toHaveCount(3)
})

test('an operator adds a finding without a photo', async ({ page, kanat }) => {
  await signIn(page, kanat.operator, '/dashboard/turbine/1?section=findings')
  const { section, dialog } = await fillInFinding(page)
  await dialog.getByLabel('Elle verilen son tarih').fill('2026-12-24')
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await expect(dialog.getByText('Son tarihi neden elle verdiğinizi yazın.')).toBeVisible()
  await dialog.getByRole('textbox', { name: /^Son tarihin gerekçesi/ }).fill('Bakım ekibi o hafta sahada.')
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await expect(dialog).toBeHidden()
  await section.getByRole('table').getByRole('button', { name: 'C-SS-001' }).click()
  const drawer = page.getByRole('dialog', { name: 'C-SS-001' })
  await expect(drawer.getByText('24 Aralık 2026')).toBeVisible()
  await expect(drawer.getByText('Bakım ekibi o hafta sahada.')).toBeVisible()
})
