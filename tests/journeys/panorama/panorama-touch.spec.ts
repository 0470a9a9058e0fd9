import { jpeg } from '../../support/builders.ts'
import { uploadNamed } from '../support/by-api.ts'
import { expect, signIn, storeLanguage, test } from '../support/kanat.ts'
import { touch } from '../support/touch.ts'

const PAGE = '/dashboard/turbine/1/360-view'

test.use({ hasTouch: true })

test('a finger draws, two fingers zoom, and a narrow window keeps the drawing', async ({ page, kanat }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await storeLanguage(page, 'en')
  const [photo] = await uploadNamed(page.request, kanat.admin, {
    'a.jpg': await jpeg({ width: 1600, height: 800 }),
  })
  await signIn(page, kanat.customer, `${PAGE}?photo=${photo?.id}&at=0,0,75`)
  const stage = page.getByRole('img', { name: /^360°/ })
  await expect(stage).toHaveAttribute('aria-busy', 'false')
  await page.getByRole('button', { name: 'Drawing tools' }).click()
  await page.getByRole('button', { name: /^Pen/ }).click()
  await touch(page, [{ x: 600, y: 400 }], [{ x: 650, y: 430 }], [{ x: 700, y: 480 }])
  const drawing = page.getByRole('button', { name: /^Pen line/ })
  await expect(drawing).toHaveCount(1)

  const [left, right] = [
    { x: 700, y: 400 },
    { x: 800, y: 400 },
  ]
  await touch(page, [left], [left, right], [left, { x: 850, y: 400 }], [left, { x: 900, y: 400 }])
  await expect(page).not.toHaveURL(/,75$/)
  await expect(drawing).toHaveCount(1)
  await touch(page, [{ x: 900, y: 300 }], [{ x: 930, y: 330 }], [{ x: 950, y: 300 }])
  await expect(drawing).toHaveCount(2)

  await page.setViewportSize({ width: 700, height: 900 })
  await expect(stage).toBeHidden()
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(drawing).toHaveCount(2)
})

test('photos without a blade have a place; a key puts another year beside', async ({ page, kanat }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await storeLanguage(page, 'tr')
  const sphere = await jpeg({ width: 1600, height: 800 })
  const [now] = await uploadNamed(page.request, kanat.admin, { 'a.jpg': sphere }, { blade: '' })
  const [old] = await uploadNamed(page.request, kanat.admin, { 'b.jpg': sphere }, { blade: '', year: '2024' })
  await signIn(page, kanat.customer, PAGE)
  const stage = page.getByRole('img', { name: /^360° görünüm: Root-WW/ })
  await expect(stage).toHaveAttribute('aria-busy', 'false')
  await expect(page.getByRole('combobox', { name: 'Kanat' })).toContainText('Kanat belirtilmemiş')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(page).toHaveURL(/at=11.25,0,75$/)
  await page.getByRole('button', { name: '2024', exact: true }).focus()
  await page.keyboard.press('ArrowUp')
  const beside = page.getByRole('button', { name: '2024 yılını yanına koy' })
  await expect(beside).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`beside=${old?.id}`))
  await expect(stage).toHaveCount(2)
  await expect(beside).toHaveAttribute('aria-pressed', 'true')
  await page.goto(`${PAGE}?blade=none&room=1&photo=${now?.id}`)
  await expect(stage).toHaveAttribute('aria-busy', 'false')
})

test('controls that fade out keep their roles, and the focus brings them back', async ({ page, kanat }) => {
  await storeLanguage(page, 'tr')
  await uploadNamed(page.request, kanat.admin, { 'a.jpg': await jpeg({ width: 1600, height: 800 }) })
  await signIn(page, kanat.customer, PAGE)
  await expect(page.getByRole('img', { name: /^360°/ })).toHaveAttribute('aria-busy', 'false')
  await page.mouse.move(720, 450)
  const controls = page.locator('[data-controls-layer]')
  await expect(controls).toHaveCSS('opacity', '1')
  await expect(controls).toHaveCSS('opacity', '0')
  const tools = page.getByRole('button', { name: 'Çizim araçları' })
  await expect(tools).toHaveCount(1)
  await tools.focus()
  await expect(tools).toBeFocused()
  await expect(controls).toHaveCSS('opacity', '1')
})
