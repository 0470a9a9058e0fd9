import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { jpeg } from '../../support/builders.ts'
import { expect, lightboxOf, signIn, storeLanguage, test } from '../support/kanat.ts'

const DATA = join(import.meta.dirname, '../../../../shared/data')
const file = (name: string, path: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: readFileSync(join(DATA, path)),
})

/** Selects a room and a year in a blade's block. */
async function choose(block: Locator, room: string, year: string) {
  await block.getByRole('combobox', { name: 'Oda' }).selectOption(room)
  await block.getByRole('combobox', { name: 'Yıl' }).selectOption(year)
}

async function expectLoaded(pictures: Locator, count: number) {
  await expect(pictures).toHaveCount(count)
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  }
}

test('an admin uploads photos into a room, views them and deletes one', async ({ page, kanat }) => {
  test.skip(!existsSync(DATA), 'the folder with real photos is absent')
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.admin)

  await expect(page.getByText('2 türbin', { exact: true })).toBeVisible()
  await page.getByRole('textbox', { name: 'Türbin ara' }).fill('MORDOGAN')
  await expect(page.getByText('1 sonuç')).toBeVisible()
  await page.getByRole('link', { name: /Karaburun 4/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Karaburun 4' })).toBeVisible()

  const block = page.getByRole('region', { name: 'Kanat B' })
  await choose(block, '2', '2025')
  await block.getByLabel('Kanat B için fotoğraf seç').setInputFiles([
    file('panorama.jpg', 'panorama/puydesancy_4096x2048.jpg'),
    file('upright.jpg', 'exif/landscape_6.jpg'),
    file('second.jpg', 'exif/landscape_1.jpg'),
    file('unwanted.jpg', 'exif/landscape_3.jpg'),
    file('cut_off.jpg', 'hostile/truncated.jpg'),
    file('kanat ucu.jpg', 'exif/landscape_2.jpg'),
    {
      name: 'scan.pcd',
      mimeType: '',
      buffer: readFileSync(join(DATA, 'pointcloud/room_scan_compressed.pcd')),
    },
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('not a photo') },
  ])
  await expect(block.getByText('kanat ucu.jpg → kanat_ucu.jpg')).toBeVisible()
  await expect(
    block.getByText(/nokta bulutu \(\.pcd, \.las, \.laz\) olmayan 1 dosya kabul edilmedi/),
  ).toBeVisible()
  await block.getByRole('button', { name: 'unwanted.jpg dosyasını listeden çıkar' }).click()
  await block.getByRole('button', { name: 'Yeni adlarla ekle' }).click()
  await block.getByRole('button', { name: 'kanat_ucu.jpg dosyasını listeden çıkar' }).click()

  await block.getByRole('button', { name: '5 dosyayı yükle' }).click()
  await expect(page.getByText('Fotoğraflar yüklendi')).toBeVisible()
  // The file that the server refused stays staged, with the reason.
  await expect(block.getByText('cut_off.jpg')).toBeVisible()
  await expect(block.getByText('Dosya bozuk: görüntünün verisi okunamıyor.')).toBeVisible()
  await expect(block.getByText('4 fotoğraf', { exact: true })).toBeVisible()
  await expectLoaded(block.getByRole('button', { name: /fotoğrafını aç$/ }).locator('img'), 3)

  await block.getByRole('button', { name: 'panorama.jpg fotoğrafını aç' }).click()
  const lightbox = lightboxOf(page)
  const picture = lightbox.getByRole('img', { name: /fotoğrafı$/ })
  await expect(lightbox).toBeFocused()
  for (const [index, name] of ['panorama.jpg', 'scan.pcd', 'second.jpg', 'upright.jpg'].entries()) {
    await expect(lightbox.getByText(`${index + 1} / 4`)).toBeVisible()
    await expect(lightbox.getByRole('heading').first()).toHaveText(name)
    await page.keyboard.press('ArrowRight')
  }
  await expect(lightbox.getByRole('heading', { name: 'panorama.jpg' })).toBeVisible()
  await expect.poll(() => picture.first().evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(2560)

  await lightbox.getByRole('button', { name: 'Fotoğrafı sil' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('panorama.jpg adlı fotoğraf silinecek. Bu işlem geri alınamaz.')
  await question.getByRole('button', { name: 'İptal' }).click()
  await expect(question).toBeHidden()
  await expect(lightbox.getByRole('heading', { name: 'panorama.jpg' })).toBeVisible()
  await page.keyboard.press('Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sil' }).click()
  await expect(page.getByText('Fotoğraf Silindi')).toBeVisible()
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await expect(lightbox).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(lightbox).toBeHidden()

  await page.reload()
  await expect(block.getByText('3 fotoğraf', { exact: true })).toBeVisible()
  await expect(block.getByRole('button', { name: 'panorama.jpg fotoğrafını aç' })).toBeHidden()
})

test('an operator drops photos on a blade, sees which names exist already, and cannot delete', async ({
  page,
  kanat,
}) => {
  await storeLanguage(page, 'en')
  await signIn(page, kanat.operator)
  await page.getByRole('link', { name: /Karaburun 4/ }).click()
  const block = page.getByRole('region', { name: 'Blade A' })
  const bytes = await jpeg({ width: 1200, height: 800 })

  const names = Array.from({ length: 5 }, (_, n) => `drop_${n}.jpg`)
  const drop = async (type: 'dragenter' | 'dragover' | 'drop') => {
    const transfer = await page.evaluateHandle(
      ([base64, files]) => {
        const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
        const transfer = new DataTransfer()
        for (const name of files) transfer.items.add(new File([data], name, { type: 'image/jpeg' }))
        return transfer
      },
      [bytes.toString('base64'), names] as const,
    )
    await block.dispatchEvent(type, { dataTransfer: transfer })
  }
  await drop('dragenter')
  await drop('dragover')
  await expect(block.getByText('Drop', { exact: true })).toBeVisible()
  await drop('drop')
  await expect(block.getByText('5 files waiting to be uploaded')).toBeVisible()

  const progress = block.getByRole('progressbar', { name: 'Upload progress' })
  const { promise: isShown, resolve: goOn } = Promise.withResolvers<void>()
  await page.route('**/api/turbines/*/photos*', async (route) => {
    if (route.request().method() === 'POST') await isShown
    await route.continue()
  })
  await block.getByRole('button', { name: 'Upload 5 files' }).click()
  await expect(progress).toBeVisible()
  goOn()
  await expect(page.getByText('Photos uploaded')).toBeVisible()
  await expectLoaded(block.getByRole('button', { name: /^Open / }).locator('img'), 5)

  await block.getByLabel('Choose photos for blade A').setInputFiles([
    { name: 'drop_0.jpg', mimeType: 'image/jpeg', buffer: bytes },
    { name: 'new.jpg', mimeType: 'image/jpeg', buffer: bytes },
  ])
  await expect(block.getByText(/already/)).toBeVisible()
  await expect(block.getByText('1 file waiting to be uploaded')).toBeVisible()

  await block.getByRole('button', { name: 'Open drop_1.jpg' }).click()
  await expect(lightboxOf(page).getByRole('button', { name: 'Next photo' })).toBeVisible()
  await expect(lightboxOf(page).getByRole('button', { name: 'Delete photo' })).toBeHidden()
})
