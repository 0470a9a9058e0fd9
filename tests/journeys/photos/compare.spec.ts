import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { uploadNamed } from '../support/by-api.ts'
import { expect, lightboxOf, settled, signIn, storeLanguage, test } from '../support/kanat.ts'

const PAGE = '/dashboard/turbine/1'

/** A grey photo with two white marks at these shares of its width and height. */
async function marked(width: number, height: number, marks: [number, number][]): Promise<Buffer> {
  const dot = await sharp({ create: { width: 24, height: 24, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const composed = marks.map(([x, y]) => ({
    input: dot,
    left: Math.round(x * width) - 12,
    top: Math.round(y * height) - 12,
  }))
  const grey = sharp({ create: { width, height, channels: 3, background: '#456' } })
  return grey.composite(composed).jpeg().toBuffer()
}

const comparison = (page: Page) => page.getByRole('dialog', { name: 'Photo comparison' })
const pane = (page: Page, side: 'Left' | 'Right') =>
  comparison(page).getByRole('region', { name: `${side} photo` })
const chosen = (page: Page, side: 'Left' | 'Right') =>
  comparison(page).getByRole('combobox', { name: `${side} photo` })

/** Where a picture is on the screen. Its frame is measured, because a sharper image may replace the shown one at any time. */
async function frameOf(picture: Locator) {
  const box = await picture.locator('..').boundingBox()
  if (!box) throw new Error('The picture is not visible.')
  return box
}

/** The middle of a point of the picture on the screen, from shares of its width and height. */
async function pointOf(page: Page, side: 'Left' | 'Right', [x, y]: [number, number]) {
  const box = await frameOf(pane(page, side).getByRole('img'))
  return [box.x + box.width * x, box.y + box.height * y] as const
}

test('photos are compared side by side, under a curtain, as a difference', async ({ page, kanat }) => {
  const here: [number, number][] = [
    [0.25, 0.25],
    [0.75, 0.75],
  ]
  // The same two marks in a photo of another size, which shows more of the blade.
  const before: [number, number][] = [
    [0.3, 0.35],
    [0.7, 0.65],
  ]
  await storeLanguage(page, 'en')
  const [old] = await uploadNamed(
    page.request,
    kanat.admin,
    { 'old.jpg': await marked(1500, 1200, before) },
    { year: '2025' },
  )
  const [now] = await uploadNamed(
    page.request,
    kanat.admin,
    { 'now.jpg': await marked(1200, 900, here) },
    { year: '2026' },
  )
  await signIn(page, kanat.customer, `${PAGE}?photo=${now?.id}`)
  await lightboxOf(page).getByRole('button', { name: 'Compare with 2025' }).click()
  await expect(page).toHaveURL(`${PAGE}?photo=${now?.id}&compare=${old?.id},${now?.id}`)
  await expect(chosen(page, 'Left')).toHaveValue(String(old?.id))
  await expect(chosen(page, 'Right')).toHaveValue(String(now?.id))
  await expect(comparison(page).getByText(/^Root-WW.*2025.*1500 × 1200/)).toBeVisible()

  // Both move together until they are unlocked.
  const width = async (side: 'Left' | 'Right') =>
    Math.round((await frameOf(pane(page, side).getByRole('img'))).width)
  const fitted = await settled(async () => [await width('Left'), await width('Right')])
  await expect(comparison(page)).toBeFocused()
  await page.keyboard.press('+')
  await expect.poll(() => width('Left')).toBeGreaterThan(fitted[0] ?? 0)
  await expect.poll(() => width('Right')).toBeGreaterThan(fitted[1] ?? 0)
  await page.keyboard.press('0')
  await expect.poll(() => width('Right')).toBe(fitted[1])
  await page.keyboard.press('l')
  const lock = comparison(page).getByRole('button', { name: 'Move both together' })
  await expect(lock).toHaveAttribute('aria-pressed', 'false')
  await pane(page, 'Right').focus()
  await page.keyboard.press('+')
  await expect.poll(() => width('Right')).toBeGreaterThan(fitted[1] ?? 0)
  await expect.poll(() => width('Left')).toBe(fitted[0])
  await page.keyboard.press('l')
  await expect(lock).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('0')

  await page.keyboard.press('2')
  await expect(page).toHaveURL(/&as=curtain$/)
  const edge = comparison(page).getByRole('slider', { name: 'Edge of the curtain' })
  await edge.press('ArrowRight')
  await expect(edge).toHaveAttribute('aria-valuenow', '52')
  await edge.press('Home')
  await expect(edge).toHaveAttribute('aria-valuenow', '0')

  // A difference needs two points in each photo.
  await page.keyboard.press('3')
  const status = comparison(page).getByRole('status')
  await expect(status).toContainText('Left 0/2 · Right 0/2')
  for (const [side, points, isLast] of [
    ['Left', before, false],
    ['Right', here, true],
  ] as const) {
    for (const [index, point] of points.entries()) {
      await expect(pane(page, side).getByRole('img')).toBeVisible()
      await page.mouse.click(...(await settled(() => pointOf(page, side, point))))
      if (!isLast || index === 0) await expect(status).toContainText(`${side} ${index + 1}/2`)
    }
  }
  await expect(comparison(page).getByRole('slider', { name: 'Amplify the difference' })).toBeVisible()
  // After the alignment both photos have the marks at one place.
  await expect(comparison(page).getByRole('img', { name: 'Photo now.jpg' })).toBeVisible()
  await expect(async () => {
    const left = await frameOf(comparison(page).getByRole('img', { name: 'Photo old.jpg' }))
    const right = await frameOf(comparison(page).getByRole('img', { name: 'Photo now.jpg' }))
    for (const index of [0, 1]) {
      const [before_, here_] = [before[index], here[index]]
      expect(right.x + right.width * (here_?.[0] ?? 0)).toBeCloseTo(
        left.x + left.width * (before_?.[0] ?? 0),
        -1,
      )
    }
  }).toPass()

  // Back closes the comparison and shows the photo again; Escape closes a comparison that a link has opened.
  await page.goBack()
  await expect(comparison(page)).toBeHidden()
  await expect(lightboxOf(page).getByRole('heading', { level: 2 })).toHaveText('now.jpg')
  await page.goto(`${PAGE}?compare=${now?.id},${old?.id}`)
  await expect(chosen(page, 'Left')).toHaveValue(String(now?.id))
  await expect(comparison(page)).toBeFocused()
  await page.keyboard.press('x')
  await expect(page).toHaveURL(`${PAGE}?compare=${old?.id},${now?.id}`)
  await page.keyboard.press('Escape')
  await expect(comparison(page)).toBeHidden()
  await expect(page).toHaveURL(`${PAGE}?section=map`)
})

test('points are marked by keyboard; too close ones are no use', async ({ page, kanat }) => {
  await storeLanguage(page, 'en')
  const [one, other] = await uploadNamed(page.request, kanat.admin, {
    'one.jpg': await marked(1200, 900, [[0.5, 0.5]]),
    'other.jpg': await marked(1200, 900, [[0.5, 0.5]]),
  })
  await signIn(page, kanat.admin, `${PAGE}?compare=${one?.id},${other?.id}&as=difference`)
  const status = comparison(page).getByRole('status')
  for (const side of ['Left', 'Right'] as const) {
    await pane(page, side).focus()
    await page.keyboard.press('Enter')
    await expect(status).toContainText(`${side} 1/2`)
    await page.keyboard.press('Enter')
    await expect(status).toContainText('too close')
    await page.keyboard.press('Backspace')
    await expect(status).toContainText(`${side} 0/2`)
    await page.keyboard.press('Enter')
    await expect(status).toContainText(`${side} 1/2`)
  }
  // While the photos are magnified, the arrow keys move another place under the cross. Both photos move together.
  await page.keyboard.press('+')
  await page.keyboard.press('+')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Enter')
  await expect(status).toContainText('Right 2/2')
  await pane(page, 'Left').focus()
  await page.keyboard.press('Enter')
  await expect(comparison(page).getByRole('slider', { name: 'Amplify the difference' })).toBeVisible()
})
