import { jpeg } from '../../support/builders.ts'
import { addFinding, uploadNamed } from '../support/by-api.ts'
import { expect, lightboxOf, settled, signIn, storeLanguage, test } from '../support/kanat.ts'

const PAGE = '/dashboard/turbine/1'
const SHAPE = {
  on: 'image',
  kind: 'box',
  points: [
    [0.4, 0.4],
    [0.5, 0.5],
  ],
}

test('a magnified photo leaves no margin when the side panel closes or opens', async ({ page, kanat }) => {
  await storeLanguage(page, 'en')
  const file = await jpeg({ width: 3000, height: 2000 })
  const [photo] = await uploadNamed(page.request, kanat.admin, { 'a.jpg': file })
  await signIn(page, kanat.admin, `${PAGE}?photo=${photo?.id}`)
  const picture = lightboxOf(page).getByRole('img', { name: /^Photo / })
  await expect(picture).toBeVisible()
  const details = lightboxOf(page).getByRole('button', { name: 'Details' })
  await page.keyboard.press('i')
  await expect(details).toHaveAttribute('aria-expanded', 'true')
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('+')
  for (let step = 0; step < 10; step += 1) await page.keyboard.press('Shift+ArrowLeft')
  const left = () => picture.evaluate((image) => Math.round(image.getBoundingClientRect().left))
  await expect.poll(() => settled(left)).toBe(0)

  await page.keyboard.press('i')
  await expect(details).toHaveAttribute('aria-expanded', 'false')
  await expect.poll(() => settled(left)).toBe(0)

  await page.keyboard.press('i')
  await expect(details).toHaveAttribute('aria-expanded', 'true')
  await expect.poll(() => settled(left)).toBe(0)
})

test('after the curtain, both photos show the same place side by side', async ({ page, kanat }) => {
  await storeLanguage(page, 'en')
  const file = await jpeg({ width: 3000, height: 2000 })
  const [old] = await uploadNamed(page.request, kanat.admin, { 'old.jpg': file }, { year: '2025' })
  const [now] = await uploadNamed(page.request, kanat.admin, { 'now.jpg': file }, { year: '2026' })
  await signIn(page, kanat.admin, `${PAGE}?compare=${old?.id},${now?.id}`)
  const comparison = page.getByRole('dialog', { name: 'Photo comparison' })
  const pictures = comparison.getByRole('img', { name: /\.jpg/ })
  await expect(pictures).toHaveCount(2)
  await page.keyboard.press('2')
  await expect(comparison.getByRole('slider')).toBeVisible()
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('+')
  for (let step = 0; step < 10; step += 1) {
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('Shift+ArrowUp')
  }
  await page.keyboard.press('1')
  await expect(comparison.getByRole('region', { name: 'Left photo' })).toBeVisible()
  /** Where each picture begins in its pane, in whole pixels. */
  const places = () =>
    pictures.evaluateAll((images) =>
      images.map((image) => {
        const [own, pane] = [image, image.closest('section')].map((element) =>
          element?.getBoundingClientRect(),
        )
        return [own, pane].map((box) => [box?.left ?? 0, box?.top ?? 0])
      }),
    )
  const offsets = async () =>
    (await places()).map(([own, pane]) =>
      [0, 1].map((axis) => Math.round((own?.[axis] ?? 0) - (pane?.[axis] ?? 0))),
    )
  const [left, right] = await settled(offsets)
  expect(left).toEqual(right)
  // No margin above or to the left.
  expect(Math.max(...(left ?? []))).toBeLessThanOrEqual(0)

  await page.keyboard.press('Shift+ArrowDown')
  const [movedLeft, movedRight] = await settled(offsets)
  expect(movedLeft).not.toEqual(left)
  expect(movedLeft).toEqual(movedRight)
})

for (const width of [1024, 1280, 1440]) {
  test(`the buttons of the lightbox are in one row at ${width} px, with its name`, async ({
    page,
    kanat,
  }) => {
    await page.setViewportSize({ width, height: 768 })
    await storeLanguage(page, 'tr')
    const file = await jpeg({ width: 3000, height: 2000 })
    const place = { year: '2025' }
    await uploadNamed(page.request, kanat.admin, { 'DJI_20250912_0012.JPG': file }, place)
    const [photo] = await uploadNamed(page.request, kanat.admin, { 'DJI_20260912_0012.JPG': file })
    const mark = { blade: 'A', side: 'LE', type: 'impact', severity: 3, photo_id: photo?.id } as const
    await addFinding(page.request, kanat.admin, { ...mark, shape: SHAPE } as never)
    await signIn(page, kanat.superadmin, `${PAGE}?photo=${photo?.id}`)
    const lightbox = lightboxOf(page)
    await expect(lightbox.locator('[data-mark]').first()).toBeAttached()
    const buttons = lightbox.locator('header').getByRole('button')
    const rows = () =>
      buttons.evaluateAll((all) => [...new Set(all.map((each) => each.getBoundingClientRect().top))].length)
    await expect.poll(rows).toBe(1)
    await expect(lightbox.getByRole('button', { name: 'Kapat' })).toBeInViewport({ ratio: 1 })
    const name = lightbox.getByRole('heading', { level: 2 })
    await expect.poll(() => name.evaluate((title) => title.scrollWidth - title.clientWidth)).toBe(0)
  })
}
