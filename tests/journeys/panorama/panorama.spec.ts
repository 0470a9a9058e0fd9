import type { Page } from '@playwright/test'
import { jpeg } from '../../support/builders.ts'
import { uploadNamed } from '../support/by-api.ts'
import { provoke } from '../support/console-errors.ts'
import { expect, signIn, storeLanguage, test } from '../support/kanat.ts'

const PAGE = '/dashboard/turbine/1/360-view'

const stage = (page: Page, name: string | RegExp = /^360°/) => page.getByRole('img', { name })
const isSharp = (page: Page, name?: string | RegExp) =>
  expect(stage(page, name)).toHaveAttribute('aria-busy', 'false')

test('a user goes through rooms and years with the keys, and shares the direction of view as a link', {
  tag: '@core',
}, async ({ page, kanat }) => {
  await storeLanguage(page, 'tr')
  // The controls do not fade.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const sphere = await jpeg({ width: 1600, height: 800 })
  const [a1] = await uploadNamed(page.request, kanat.admin, { 'a1.jpg': sphere, 'a2.jpg': sphere })
  const [old] = await uploadNamed(page.request, kanat.admin, { 'old.jpg': sphere }, { year: '2024' })
  const [tip] = await uploadNamed(page.request, kanat.admin, { 'tip.jpg': sphere }, { room: '3' })

  await signIn(page, kanat.customer, '/dashboard/turbine/1')
  await page.getByRole('link', { name: '360° görünüm' }).click()
  await expect(page).toHaveURL(PAGE)
  await isSharp(page, /kanat A, Root-WW/)
  await expect(page.getByText('1 / 2', { exact: true })).toBeVisible()

  await page.keyboard.press('ArrowLeft')
  await expect(page.getByText('2 / 2', { exact: true })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('1 / 2', { exact: true })).toBeVisible()
  await isSharp(page)
  await page.keyboard.press('Shift+ArrowRight')
  await expect(page).toHaveURL(new RegExp(`blade=A&room=1&photo=${a1?.id}&at=11.25,0,75$`))

  await page.getByRole('button', { name: '2024', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`photo=${old?.id}&at=11.25,0,75$`))
  await page.reload()
  await isSharp(page, /2024/)
  await expect(page).toHaveURL(new RegExp(`photo=${old?.id}&at=11.25,0,75$`))

  await page.keyboard.press('PageDown')
  await expect(page).toHaveURL(new RegExp(`room=3&photo=${tip?.id}`))
  await page
    .getByRole('group', { name: 'Kanat A haritası' })
    .getByRole('button', { name: /Mid-WW/ })
    .click()
  await expect(page.getByRole('heading', { name: 'Bu odada fotoğraf bulunamadı' })).toBeVisible()
  await expect(page).toHaveURL(/room=2$/)
  await page.getByRole('button', { name: 'Tip-WW odasını aç' }).click()
  await isSharp(page, /Tip-WW/)

  // Escape closes the comments first, then the choice of the room.
  await page.getByRole('button', { name: /^Yorumlar/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('combobox', { name: 'Oda' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('combobox', { name: 'Oda' })).toBeHidden()
  await page.evaluate(() => {
    Element.prototype.requestFullscreen = () => Promise.reject(new TypeError('refused'))
  })
  await page.keyboard.press('f')
  await expect(
    page.getByRole('region', { name: 'Notifications' }).getByText('Tam ekran açılamadı'),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Türbinler' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('a photo is flat without a graphics card; a broken file gives a message', async ({ page, kanat }) => {
  provoke(page, 404)
  await storeLanguage(page, 'en')
  const [photo, broken] = await uploadNamed(page.request, kanat.admin, {
    'a.jpg': await jpeg({ width: 1600, height: 800 }),
    'b.jpg': await jpeg({ width: 1602, height: 801 }),
  })
  await signIn(page, kanat.customer, `${PAGE}?photo=${photo?.id}&at=90,10,50`)
  await isSharp(page)

  const context = await page.evaluateHandle(() =>
    document.querySelector('canvas')?.getContext('webgl2')?.getExtension('WEBGL_lose_context'),
  )
  await context.evaluate((extension) => extension?.loseContext())
  await expect(page.getByRole('alert')).toContainText('lost access to the graphics card')
  await expect(page.locator('img[src*="w=2560"]')).toBeVisible()
  await context.evaluate((extension) => extension?.restoreContext())
  await expect(page.getByRole('alert')).toBeHidden()
  await isSharp(page)
  await expect(page).toHaveURL(/at=90,10,50$/)

  await page.route(`**${broken?.url}?w=2560`, (route) =>
    route.fulfill({ contentType: 'image/jpeg', body: 'not a picture' }),
  )
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('alert')).toContainText('The photo cannot be shown')

  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null
  })
  await page.goto(`${PAGE}?photo=${photo?.id}`)
  await expect(page.getByRole('alert')).toContainText('WebGL is off or not supported')
  await expect(page.locator('img[src*="w=2560"]')).toBeVisible()

  await page.goto('/dashboard/turbine/999/360-view')
  await page.getByRole('link', { name: 'Back to the turbine list' }).click()
  await expect(page).toHaveURL('/dashboard')
})
