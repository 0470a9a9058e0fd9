import { createHash } from 'node:crypto'
import { jpeg } from '../../support/builders.ts'
import { readZip } from '../../support/files/read-zip.ts'
import { uploadNamed } from '../support/by-api.ts'
import { expect, signIn, storeLanguage, test } from '../support/kanat.ts'

test(
  'selected photos are downloaded as one ZIP',
  { tag: '@core' },
  async ({ page, request, kanat }, testInfo) => {
    const names = ['kanat_1.jpg', 'kanat_2.jpg', 'kanat_3.jpg']
    const bytes = await Promise.all(names.map((_, index) => jpeg({ width: 500 + index })))
    const files = Object.fromEntries(names.map((name, index) => [name, bytes[index] as Buffer]))
    await uploadNamed(request, kanat.operator, files)
    await storeLanguage(page, 'tr')
    await signIn(page, kanat.customer, '/dashboard/turbine/1?section=photos')
    const list = page.getByRole('region', { name: 'Tüm fotoğraflar' })
    await list.getByRole('checkbox', { name: 'Listedeki tüm fotoğrafları seç' }).check()
    await expect(
      list.getByRole('status').filter({ hasText: /^3 fotoğraf seçildi · \d,\d MB$/ }),
    ).toBeVisible()
    await list.getByRole('checkbox', { name: 'kanat_2.jpg fotoğrafını seç' }).uncheck()
    await expect(list.getByText('2 fotoğraf seçildi')).toBeVisible()

    const downloading = page.waitForEvent('download')
    await list.getByRole('button', { name: 'ZIP indir' }).focus()
    await page.keyboard.press('Enter')
    const download = await downloading
    expect(download.suggestedFilename()).toBe('Karaburun 4 fotoğrafları.zip')
    const path = testInfo.outputPath('photos.zip')
    await download.saveAs(path)

    const sha256 = (content: Buffer | undefined) =>
      createHash('sha256')
        .update(content ?? '')
        .digest('hex')
    const [table, ...photos] = await readZip(path)
    expect(photos.map((photo) => [photo.name, photo.sha256])).toEqual([
      ['kanat_3.jpg', sha256(bytes[2])],
      ['kanat_1.jpg', sha256(bytes[0])],
    ])
    expect(table?.text.split('\r\n').map((line) => line.split(';')[0])).toEqual([
      '\uFEFFDosya',
      'kanat_3.jpg',
      'kanat_1.jpg',
      '',
    ])
  },
)
