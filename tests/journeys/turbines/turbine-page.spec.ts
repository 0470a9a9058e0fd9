import { jpeg } from '../../support/builders.ts'
import { uploadPhotos } from '../support/by-api.ts'
import { expect, lightboxOf, openTab, signIn, storeLanguage, test } from '../support/kanat.ts'

const PAGE = '/dashboard/turbine/1'
const YEAR = String(new Date().getFullYear())
const LAST_YEAR = String(Number(YEAR) - 1)

test('an admin goes through the page with its map and sections', async ({ page, request, kanat }) => {
  await uploadPhotos(request, kanat.admin, ['tip_2.jpg', 'tip_10.jpg'], { room: '3' })
  await uploadPhotos(request, kanat.admin, ['hub.jpg'], { room: 'hub', blade: 'B', year: LAST_YEAR })
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.admin, PAGE)
  await openTab(page, 'Fotoğraflar')

  // The map shows which rooms have no photos, is one tab stop, and opens the photos of a room.
  const map = page.getByRole('region', { name: 'Kanat haritası' })
  const room = (name: string) => map.getByRole('button', { name })
  await expect(map.getByText('8 odada fotoğraf yok.')).toBeVisible()
  await expect(room('Kanat A, Tip-WW, 2 fotoğraf')).toHaveAttribute('aria-pressed', 'true')
  await room('Kanat A, Root-WW').focus()
  await expect(room('Kanat A, Root-WW')).toBeFocused()
  await page.keyboard.press('End')
  await expect(room('Kanat C, Tip-WW')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(room('Kanat C, Mid-WW')).toBeFocused()
  await page.keyboard.press('Enter')
  const bladeC = page.getByRole('region', { name: 'Kanat C' })
  await expect(bladeC).toBeInViewport()
  await expect(bladeC.getByRole('heading')).toBeFocused()
  await expect(bladeC.getByRole('combobox', { name: 'Oda' })).toHaveValue('2')

  // The photos come in the order of their numbers; the grid is one tab stop.
  const bladeA = page.getByRole('region', { name: 'Kanat A' })
  await bladeA.getByRole('button', { name: 'tip_2.jpg fotoğrafını aç' }).focus()
  await expect(bladeA.getByRole('button', { name: 'tip_2.jpg fotoğrafını aç' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(bladeA.getByRole('button', { name: 'tip_10.jpg fotoğrafını aç' })).toBeFocused()
  await page.keyboard.press('Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sil' }).click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(bladeA.getByText('1 fotoğraf', { exact: true })).toBeVisible()
  await expect(bladeA.getByRole('button', { name: 'tip_2.jpg fotoğrafını aç' })).toBeFocused()
  await expect(room('Kanat A, Tip-WW, 1 fotoğraf')).toBeAttached()

  // A section is in the address without a new entry in the history.
  const parts = page.getByRole('navigation', { name: 'Fotoğrafların bölümleri' })
  const history = () => page.evaluate(() => window.history.length)
  const entries = await history()
  await parts.getByRole('link', { name: 'Drone' }).click()
  await expect(page).toHaveURL(/section=drone/)
  await expect.poll(history).toBe(entries)

  const drone = page.getByRole('region', { name: 'Drone' })
  await expect(drone).toBeInViewport({ ratio: 1 })
  await drone.getByRole('combobox', { name: 'Kanat' }).selectOption('B')
  const buffer = await jpeg({ width: 600, height: 400 })
  const files = ['d1.jpg', 'd2.jpg', 'd3.jpg'].map((name) => ({ name, mimeType: 'image/jpeg', buffer }))
  await drone.getByLabel('Drone fotoğrafı seç').setInputFiles(files)
  await drone.getByRole('button', { name: 'Listeyi boşalt' }).click()
  await expect(drone.getByText(/yüklenmeyi bekliyor/)).toHaveCount(0)
  await drone.getByLabel('Drone fotoğrafı seç').setInputFiles(files)
  await drone.getByRole('button', { name: 'd3.jpg dosyasını listeden çıkar' }).click()
  await drone.getByRole('button', { name: '2 dosyayı yükle' }).click()
  await expect(drone.getByText('2 fotoğraf', { exact: true })).toBeVisible()
  await expect(parts.getByRole('link', { name: 'Drone 2' })).toBeVisible()
  await expect(drone.getByRole('link', { name: 'Drone fotoğraflarını görüntüle' })).toHaveAttribute(
    'href',
    '/turbine/1/drone-photos',
  )

  // The year of the page applies to every section, and a reload keeps the year and the section.
  await page.getByRole('button', { name: 'Önceki yıl' }).click()
  await expect(parts.getByRole('link', { name: 'Kanatlar 1' })).toBeVisible()
  await expect(drone.getByRole('combobox', { name: 'Yıl' })).toHaveValue(LAST_YEAR)
  await expect(room('Kanat B, hub, 1 fotoğraf')).toBeAttached()
  await page.reload()
  await expect(drone.getByRole('combobox', { name: 'Kanat' })).toHaveValue('B')
  await expect(drone.getByRole('combobox', { name: 'Yıl' })).toHaveValue(LAST_YEAR)

  const list = page.getByRole('region', { name: 'Tüm fotoğraflar' })
  await list.getByRole('combobox', { name: 'Yıl' }).selectOption({ label: 'Tüm yıllar' })
  await expect(list.getByRole('status').filter({ hasText: '4 fotoğraf' })).toBeVisible()
  await list.getByRole('textbox', { name: 'Fotoğraf ara' }).fill('drone')
  await expect(list.getByRole('row')).toHaveCount(3)
  const row = (name: string) => list.getByRole('button', { name, exact: true })
  await row('d1.jpg').click()
  await expect(lightboxOf(page).getByText('1 / 2')).toBeVisible()
  await expect(lightboxOf(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(lightboxOf(page)).toBeHidden()
  await expect(row('d1.jpg')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(list.getByText('1 fotoğraf seçildi')).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await expect(row('d2.jpg')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(list.getByText('2 fotoğraf seçildi')).toBeVisible()
  await list.getByRole('button', { name: '2 fotoğrafı sil' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sil' }).click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(list.getByText('Arama kriterlerinize uygun fotoğraf bulunamadı.')).toBeVisible()
})

test('a link opens a section, and the mode is kept', async ({ page, request, kanat }) => {
  await uploadPhotos(request, kanat.admin, ['a.jpg'])
  await uploadPhotos(request, kanat.admin, ['d.jpg'], { category: 'drone' })
  await storeLanguage(page, 'en')
  await signIn(page, kanat.customer, `${PAGE}?section=photos`)
  const list = page.getByRole('region', { name: 'All photos' })
  await expect(list).toBeInViewport()
  const tabs = page.getByRole('navigation', { name: 'Sections of the page' })
  await expect(tabs.getByRole('link', { name: 'Photos 2' })).toHaveAttribute('aria-current', 'page')

  await page.getByRole('radio', { name: 'Simple view' }).click()
  await expect(page.getByRole('heading', { name: '360° photo gallery' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'View operator photos' })).toHaveAttribute(
    'href',
    '/turbine/1/operator-photos',
  )
  await expect(list).toHaveCount(0)
  await page.goto(PAGE)
  await expect(page.getByRole('link', { name: 'View drone photos' })).toBeVisible()
  await page.goto(`${PAGE}?mode=full`)
  await openTab(page, 'Photos')
  await expect(list).toBeVisible()
  // A customer reads the map and has no choice of a blade.
  await page.getByRole('button', { name: 'Blade C, Root-WW, no photos' }).click()
  await expect(page.getByRole('button', { name: 'Open a.jpg' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Blade' })).toHaveCount(0)
})
