import type { Page } from '@playwright/test'
import type { InspectionStep } from '#domain/inspections/state.ts'
import { addFinding, changeRecord, uploadPhotos } from '../support/by-api.ts'
import { moveInspection } from '../support/inspections.ts'
import { expect, type Kanat, lightboxOf, signIn, storeLanguage, test } from '../support/kanat.ts'

const PAGE = '/dashboard/turbine/1'
const INSPECTION = `${PAGE}?section=inspection`
const PHOTOS = `${PAGE}?section=photos`
const YEAR = new Date().getFullYear()
const OIL = { type: 'oil', blade: 'A', side: 'SS', from_m: 12, year: YEAR } as const

const section = (page: Page) =>
  page.getByRole('region', { name: new RegExp(`^(Denetim|Inspection) ${YEAR}$`) })
const button = (page: Page, name: string | RegExp) => section(page).getByRole('button', { name, exact: true })
const heading = (page: Page) => page.getByRole('main').locator('header').first()
const move = (page: Page, account: Kanat['operator'], to: InspectionStep) =>
  moveInspection(page.request, account, 1, YEAR, to)

async function requireReview(page: Page, { superadmin, operator }: Kanat) {
  const company = `/api/companies/${operator.company_id}`
  await changeRecord(page.request, superadmin, 'PUT', company, { review_required: true })
}

test('the page says why an inspection is not published', async ({ page, kanat }) => {
  await requireReview(page, kanat)
  await uploadPhotos(page.request, kanat.operator, ['a1.jpg', 'a2.jpg'])
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.operator, INSPECTION)
  // Without findings, an open inspection has nothing to review.
  await expect(button(page, 'Onaya gönder')).toBeVisible()
  await expect(button(page, 'Onay ekranı')).toHaveCount(0)
  const { id } = await addFinding(page.request, kanat.operator, { ...OIL, severity: 3 })
  await page.reload()
  const needsReview = 'Bu şirkette yayından önce onay gerekir: denetimi önce onaya gönderin.'
  await expect(button(page, 'Yayınla')).toHaveAttribute('aria-disabled', 'true')
  await expect(button(page, 'Yayınla')).toHaveAccessibleDescription(needsReview)
  await expect(section(page).getByText(needsReview)).toBeVisible()

  const review = page.getByRole('dialog', { name: `Karaburun 4 · ${YEAR} onayı` })
  await button(page, 'Onay ekranı').click()
  await expect(review).toBeVisible()
  await expect(page).toHaveURL(`${INSPECTION}&review=1-${YEAR}`)
  await page.keyboard.press('Escape')
  await expect(review).toBeHidden()
  await expect(button(page, 'Onay ekranı')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(review).toBeVisible()
  await page.reload()
  await expect(review).toBeVisible()
  await page.goBack()
  await expect(review).toBeHidden()
  await expect(page).toHaveURL(INSPECTION)

  await move(page, kanat.operator, 'in_review')
  await page.reload()
  await expect(button(page, 'Yayınla')).toHaveAccessibleDescription(
    'Bulguların hepsi sizin: yayını ikinci bir kişi yapmalı.',
  )

  // What the review sends back keeps it from being published, without loading the page anew.
  await signIn(page, kanat.admin, INSPECTION)
  await expect(button(page, 'Yayınla')).not.toHaveAttribute('aria-disabled')
  await button(page, 'Onay ekranı').click()
  await expect(review.getByRole('heading', { level: 3 }).first()).toBeVisible()
  await page.keyboard.press('g')
  await review.getByRole('textbox').fill('Ölçü eksik.')
  const decided = page.waitForResponse(
    (answer) => answer.url().includes('/reviews') && answer.request().method() === 'POST',
  )
  await page.keyboard.press('Enter')
  await decided
  await page.keyboard.press('Escape')
  await expect(review).toBeHidden()
  await expect(section(page).getByText('Onayda 1 bulgu geri gönderildi; önce onları düzeltin.')).toBeVisible()
  await changeRecord(page.request, kanat.operator, 'PUT', `/api/turbines/1/findings/${id}`, { length_mm: 40 })
  await page.reload()
  await expect(button(page, 'Yayınla')).not.toHaveAttribute('aria-disabled')

  // Customers have nothing of it.
  await signIn(page, kanat.customer, `${INSPECTION}&review=1-${YEAR}`)
  await expect(section(page).getByText('Bu yılın denetimi henüz yayınlanmadı.')).toBeVisible()
  await expect(section(page).getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the dialog says whether a report will be a draft, and of which version', async ({ page, kanat }) => {
  const finding = await addFinding(page.request, kanat.operator, { ...OIL, severity: 3 })
  await storeLanguage(page, 'en')
  await signIn(page, kanat.operator, `${PAGE}?reports=${YEAR}`)
  const reports = page.getByRole('region', { name: 'Reports' })
  const dialog = page.getByRole('dialog', { name: `Inspection report ${YEAR}` })
  const notice = dialog.getByRole('status')
  const open = () => reports.getByRole('button', { name: 'Create inspection report' }).click()
  await open()
  await expect(notice).toHaveText(/^Draft ?This inspection is not published\..*only the team sees it\.$/)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await move(page, kanat.operator, 'published')
  await page.reload()
  await open()
  await expect(notice).toHaveText(/^Version 1 ?The report will be about the published version 1\. Customers/)
  await dialog.getByLabel('Weather').fill('Windy')
  await expect(notice).toHaveText(/^Draft ?What you have changed here is not in the published version 1\./)
  await dialog.getByLabel('Weather').fill('')
  // What is published is not saved again, so the report is about the version.
  await dialog.getByRole('button', { name: 'Create report' }).click()
  await expect(page.getByText('The inspection report is ready', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('Draft', { exact: true })).toHaveCount(0)

  await changeRecord(page.request, kanat.operator, 'PUT', `/api/turbines/1/findings/${finding.id}`, {
    severity: 4,
    text: 'Ölçü düzeltildi.',
  })
  await page.reload()
  await open()
  await expect(notice).toHaveText(/^Draft ?Version 1 is published, but 2 changes are not published yet\./)
})

test('an inspection without photos has no counts', async ({ page, kanat }) => {
  const running = `${YEAR} denetimi sürüyor`
  await addFinding(page.request, kanat.operator, { ...OIL, severity: 3 })
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.operator, PAGE)
  await expect(heading(page).getByText(running, { exact: true })).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByText(running, { exact: true })).toBeVisible()
  await page.goto('/dashboard?view=list')
  await expect(page.getByRole('table').getByText(running, { exact: true })).toBeVisible()
  await page.goto('/dashboard/inspections')
  await expect(page.getByRole('listitem').getByText('Fotoğraf yok', { exact: true })).toBeVisible()
  await uploadPhotos(page.request, kanat.operator, ['a1.jpg'])
  await page.goto(PAGE)
  await expect(heading(page).getByText(`${running}, 0 / 1`, { exact: true })).toBeVisible()
})

test('photos that nobody has looked at are marked, and listed alone', async ({ page, kanat }) => {
  await uploadPhotos(page.request, kanat.operator, ['a1.jpg', 'a2.jpg', 'a3.jpg'])
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.operator, PHOTOS)
  const list = page.getByRole('region', { name: 'Tüm fotoğraflar' })
  const row = (name: string) => list.getByRole('button', { name, exact: true })
  const filter = list.getByRole('button', { name: /^İncelenmemiş/ })
  await expect(row('a1.jpg')).toHaveAccessibleDescription('henüz incelenmedi')
  await expect(filter).toHaveText('İncelenmemiş (3)')
  await row('a1.jpg').click()
  const strip = lightboxOf(page).getByRole('navigation')
  const thumb = (name: string) => strip.getByRole('button', { name, exact: true })
  await expect(thumb('a1.jpg')).toHaveAccessibleDescription('henüz incelenmedi')
  await page.keyboard.press('v')
  await expect(thumb('a2.jpg')).toHaveAttribute('aria-current', 'true')
  await expect(thumb('a1.jpg')).toHaveAccessibleDescription('')
  await expect(thumb('a2.jpg')).toHaveAccessibleDescription('henüz incelenmedi')
  await page.keyboard.press('Escape')
  await expect(lightboxOf(page)).toBeHidden()

  await expect(filter).toHaveText('İncelenmemiş (2)')
  await filter.click()
  await expect(filter).toHaveAttribute('aria-pressed', 'true')
  await expect(page).toHaveURL(/looked=no/)
  await expect(row('a1.jpg')).toBeHidden()
  await page.reload()
  await expect(row('a2.jpg')).toBeVisible()
  await expect(row('a1.jpg')).toBeHidden()
  await row('a2.jpg').click()
  await page.keyboard.press('v')
  await page.keyboard.press('v')
  await page.keyboard.press('Escape')
  await expect(list.getByText('İncelenmemiş fotoğraf kalmadı.')).toBeVisible()
  await filter.click()
  await expect(row('a1.jpg')).toBeVisible()
  await expect(page).not.toHaveURL(/looked/)
  await expect(filter).toHaveCount(0)

  // Pages of one category have their own list.
  await uploadPhotos(page.request, kanat.operator, ['d1.jpg', 'd2.jpg'], { category: 'drone' })
  await page.goto('/turbine/1/drone-photos')
  await page.getByRole('button', { name: 'd1.jpg fotoğrafını aç' }).click()
  await expect(thumb('d1.jpg')).toHaveAccessibleDescription('henüz incelenmedi')
  await page.keyboard.press('v')
  await expect(thumb('d2.jpg')).toHaveAttribute('aria-current', 'true')
  await expect(thumb('d1.jpg')).toHaveAccessibleDescription('')
  await expect(lightboxOf(page).getByText(`${YEAR}: 2 fotoğrafın 1’i incelendi`)).toBeVisible()

  // For customers nothing is marked, and the filter of an old link does nothing.
  await signIn(page, kanat.customer, `${PAGE}?looked=no`)
  await expect(row('a1.jpg')).toBeVisible()
  await expect(row('a1.jpg')).toHaveAccessibleDescription('')
  await expect(filter).toHaveCount(0)
})
