import type { Page } from '@playwright/test'
import type { FindingDraft } from '#domain/findings/finding.ts'
import { jpeg } from '../../support/builders.ts'
import { addFinding, awaitReports, publishInspection, uploadNamed } from '../support/by-api.ts'
import { expect, type Kanat, lightboxOf, settled, signIn, storeLanguage, test } from '../support/kanat.ts'

const PAGE = '/dashboard/turbine/1'
const BOX = {
  on: 'image',
  kind: 'box',
  points: [
    [0.5, 0.5],
    [0.7, 0.7],
  ],
} as const
const MARK = { blade: 'A', side: 'LE', type: 'le-erosion', severity: 3 } as const

const comparison = (page: Page) => page.getByRole('dialog', { name: 'Fotoğraf karşılaştırma' })
const marksOn = (page: Page, name: string) =>
  comparison(page).getByRole('group', { name: `${name} üzerindeki bulgular` })
const tagOn = (page: Page, name: string) => marksOn(page, name).getByRole('button')

/** Photos of two years with a mark at the same place; that of the earlier year is solved. */
async function addMarkedPair(page: Page, { admin }: Kanat) {
  const picture = await jpeg({ width: 1200, height: 900 })
  const [old] = await uploadNamed(page.request, admin, { 'old.jpg': picture }, { year: '2024' })
  const [now] = await uploadNamed(page.request, admin, { 'now.jpg': picture }, { year: '2026' })
  const add = (photo_id = 0, fields: Partial<FindingDraft> = {}) =>
    addFinding(page.request, admin, { ...MARK, photo_id, shape: BOX, ...fields } as FindingDraft)
  const earlier = await add(old?.id, { status: 'repaired', found_on: '2024-05-02' })
  const later = await add(now?.id, { severity: 4, found_on: '2026-05-02' })
  for (const year of [2024, 2026]) await publishInspection(page.request, admin, year)
  // Their reports would appear behind the comparison while axe looks at it.
  await awaitReports(page.request, admin)
  return { old: old?.id ?? 0, now: now?.id ?? 0, earlier, later }
}

test('the marks of compared photos move and fade with them, and open', async ({ page, kanat }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await storeLanguage(page, 'tr')
  const { old, now, earlier, later } = await addMarkedPair(page, kanat)
  await signIn(page, kanat.customer, `${PAGE}?compare=${old},${now}`)
  await expect(tagOn(page, 'old.jpg')).toHaveAccessibleName(new RegExp(`^${earlier.number}, .*, çözüldü$`))
  await expect(tagOn(page, 'now.jpg')).toHaveAccessibleName(new RegExp(`^${later.number}, .*Derece 4`))

  // The tag stays at the corner of the mark while the picture moves.
  const places = () =>
    settled(async () => {
      const picture = await comparison(page)
        .getByRole('img', { name: /now\.jpg/ })
        .locator('..')
        .boundingBox()
      const tag = await tagOn(page, 'now.jpg').boundingBox()
      if (!picture || !tag) throw new Error('The photo or its mark is not visible.')
      return { x: (tag.x - picture.x) / picture.width, width: picture.width }
    })
  const fitted = await places()
  expect(fitted.x).toBeCloseTo(0.5, 1)
  await page.keyboard.press('+')
  await expect.poll(async () => (await places()).width).toBeGreaterThan(fitted.width)
  await expect.poll(async () => (await places()).x).toBeCloseTo(0.5, 1)
  await page.keyboard.press('0')

  // One switch hides all marks.
  await page.getByRole('button', { name: 'İşaretleri gizle' }).click()
  await expect(tagOn(page, 'old.jpg')).toBeHidden()
  await expect(tagOn(page, 'now.jpg')).toBeHidden()
  await page.keyboard.press('j')
  await expect(tagOn(page, 'now.jpg')).toBeVisible()

  // Under the curtain and in a blend, each photo has its marks; a photo that is not visible has none.
  await page.keyboard.press('2')
  await expect(tagOn(page, 'old.jpg')).toBeVisible()
  await expect(tagOn(page, 'now.jpg')).toBeVisible()
  await page.keyboard.press('4')
  const slider = comparison(page).getByRole('slider', { name: 'Sağdaki fotoğraf' })
  await expect(tagOn(page, 'old.jpg')).toBeVisible()
  await slider.press('End')
  await expect(tagOn(page, 'old.jpg')).toBeHidden()
  await expect(tagOn(page, 'now.jpg')).toBeVisible()
  await slider.press('Home')
  await expect(tagOn(page, 'now.jpg')).toBeHidden()

  // Both marks are in the same place: a click reaches that of the photo that is more visible.
  await slider.press('ArrowRight')
  await expect(tagOn(page, 'now.jpg')).toBeVisible()
  // A mark opens its finding on its photo; Back shows the comparison again.
  await tagOn(page, 'old.jpg').click()
  await expect(page).toHaveURL(`${PAGE}?photo=${old}&finding=${earlier.id}`)
  await expect(lightboxOf(page).getByRole('heading', { level: 2 })).toHaveText('old.jpg')
  await expect(lightboxOf(page).getByText(earlier.number).first()).toBeVisible()
  await page.goBack()
  await expect(tagOn(page, 'old.jpg')).toBeVisible()
  await page.keyboard.press('1')
  // A click on the line does what a click on the tag does.
  const line = await settled(async () => {
    const picture = await comparison(page)
      .getByRole('img', { name: /now\.jpg/ })
      .locator('..')
      .boundingBox()
    if (!picture) throw new Error('The photo is not visible.')
    return [picture.x + picture.width * 0.6, picture.y + picture.height * 0.7] as const
  })
  await page.mouse.click(...line)
  await expect(page).toHaveURL(`${PAGE}?photo=${now}&finding=${later.id}`)
})

test('while the photos are aligned, no mark covers the points', async ({ page, kanat }) => {
  await storeLanguage(page, 'tr')
  const { old, now } = await addMarkedPair(page, kanat)
  await signIn(page, kanat.customer, `${PAGE}?compare=${old},${now}`)
  await expect(tagOn(page, 'now.jpg')).toBeVisible()
  await page.keyboard.press('3')
  await expect(comparison(page).getByRole('status')).toContainText('Sol 0/2')
  await expect(tagOn(page, 'now.jpg')).toBeHidden()
  await expect(page.getByRole('button', { name: 'İşaretleri gizle' })).toBeHidden()
})
