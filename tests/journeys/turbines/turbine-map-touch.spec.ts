import { addTurbineOnMap } from '../support/by-api.ts'
import { expect, settled, signIn, storeLanguage, test } from '../support/kanat.ts'
import { touch } from '../support/touch.ts'

test.use({ hasTouch: true })

test('two fingers zoom the map, one moves it, and none opens a turbine', async ({ page, kanat }) => {
  await addTurbineOnMap(page.request, kanat.admin)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.admin, '/dashboard?view=map&map=38.5,26.7,200')
  const marker = page.getByRole('region', { name: 'Türbin haritası' }).getByRole('link', { name: /^Çeşme 1/ })
  await expect(marker).toBeVisible()
  const place = async () => {
    const { x, y, width, height } = (await settled(() => marker.boundingBox())) ?? {}
    if (x === undefined || y === undefined || !width || !height) throw new Error('The marker is not visible.')
    return { x: x + width / 2, y: y + height / 2 }
  }
  const at = await place()
  const fingers = (apart: number) => [-apart / 2, apart / 2].map((dx) => ({ x: at.x + dx, y: at.y }))

  await touch(page, fingers(100), fingers(130), fingers(160), fingers(200))
  await expect(page).toHaveURL(/map=[\d.]+,[\d.]+,100$/)
  const zoomed = await place()
  expect(Math.abs(zoomed.x - at.x)).toBeLessThan(3)
  expect(Math.abs(zoomed.y - at.y)).toBeLessThan(3)
  await touch(page, fingers(200), fingers(150), fingers(100))
  await expect(page).toHaveURL(/map=[\d.]+,[\d.]+,200$/)

  // The finger begins on the marker, which is a link.
  await touch(page, [at], [{ x: at.x + 40, y: at.y }], [{ x: at.x + 80, y: at.y + 20 }])
  const movedBy = async () => {
    const { x, y } = await place()
    return [Math.round(x - at.x), Math.round(y - at.y)]
  }
  await expect.poll(movedBy).toEqual([80, 20])
  await expect(page).toHaveURL(/\/dashboard\?view=map/)
})
