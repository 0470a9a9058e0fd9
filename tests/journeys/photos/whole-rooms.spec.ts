import type { Page } from '@playwright/test'
import { addFinding, uploadPhotos } from '../support/by-api.ts'
import { expect, signIn, storeLanguage, test } from '../support/kanat.ts'

const NAMES = Array.from({ length: 80 }, (_, index) => `blade${String(index + 1).padStart(3, '0')}.jpg`)
const tile = (page: Page, name: string) => page.getByRole('button', { name: `${name} fotoğrafını aç` })

test('a room of many photos shows the first, then all, and prints all', async ({ page, kanat }) => {
  await uploadPhotos(page.request, kanat.operator, NAMES, { room: '5', blade: 'C' })
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.operator, `/dashboard/turbine/1?c=5.${new Date().getFullYear()}`)
  const block = page.getByRole('region', { name: 'Kanat C' })
  const tiles = block.getByRole('listitem')
  await expect(tiles).toHaveCount(12)
  await expect(block.getByText('80 fotoğraf')).toBeVisible()

  // Paper has no button.
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await expect(tiles).toHaveCount(80)
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(tiles).toHaveCount(12)

  await block.getByRole('button', { name: 'Tümünü göster (80)' }).press('Enter')
  await expect(tile(page, 'blade013.jpg')).toBeFocused()
  await expect.poll(() => block.evaluate(({ clientHeight }) => clientHeight)).toBeLessThan(3500)
  await page.keyboard.press('End')
  await expect(tile(page, 'blade080.jpg')).toBeFocused()
  await expect.poll(() => tiles.count()).toBeLessThan(60)
  await page.keyboard.press('Home')
  await expect(tile(page, 'blade001.jpg')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/photo=/)
  await page.keyboard.press('Escape')
  await expect(tile(page, 'blade002.jpg')).toBeFocused()

  // After a reload they are where they were.
  const place = await page.evaluate(() => window.scrollY)
  await page.reload()
  await expect(tiles.first()).toBeAttached()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place)
  await block.getByRole('button', { name: 'Daha az göster' }).click()
  await expect(tiles).toHaveCount(12)
  await expect(block.getByRole('button', { name: 'Tümünü göster (80)' })).toBeFocused()
})

test('a link to a photo that is not among the first ones ends at its tile', async ({ page, kanat }) => {
  await uploadPhotos(page.request, kanat.operator, NAMES, { room: '5', blade: 'C' })
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.operator, `/dashboard/turbine/1?c=5.${new Date().getFullYear()}`)
  await page.getByRole('region', { name: 'Kanat C' }).getByRole('button', { name: 'Tümünü göster' }).click()
  const id = await page
    .getByRole('button', { name: 'blade013.jpg fotoğrafını aç' })
    .getAttribute('data-photo')
  await page.goto(`/dashboard/turbine/1?c=5.${new Date().getFullYear()}&photo=${id}`)
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(tile(page, 'blade013.jpg')).toBeFocused()
})

test('a tile says its findings and the worst of them', async ({ page, kanat }) => {
  await uploadPhotos(page.request, kanat.operator, ['one.jpg', 'two.jpg'], { room: '6', blade: 'C' })
  await storeLanguage(page, 'tr')
  const address = `/dashboard/turbine/1?c=6.${new Date().getFullYear()}`
  await signIn(page, kanat.operator, address)
  const photo_id = Number(await tile(page, 'one.jpg').getAttribute('data-photo'))
  for (const severity of [2, 4] as const)
    await addFinding(page.request, kanat.operator, {
      type: 'oil',
      blade: 'C',
      side: 'LE',
      severity,
      photo_id,
    })
  await page.reload()
  await expect(
    page.getByRole('button', {
      name: 'one.jpg fotoğrafını aç, 2 bulgu, en yükseği derece 4: Ağır',
    }),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'two.jpg fotoğrafını aç', exact: true })).toBeVisible()
})
