import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { jpeg } from '../../support/builders.ts'
import { expectNoViolations } from '../support/axe.ts'
import { expect, openTab, signIn, storeLanguage, test } from '../support/kanat.ts'

const LANGUAGES = [
  {
    language: 'tr',
    folder: 'Saha',
    names: { tip: 'A Kanadı/Uç WW', drone: 'Drone/B', camera: '100MEDIA' },
    photos: 'Fotoğraflar',
    choose: 'Klasör seç: Bir uçuşun klasörü',
    title: 'Fotoğraflar nereye eklensin?',
    blades: { A: 'Kanat A', B: 'Kanat B' },
    chosen: 'Seçin',
    files: '3 fotoğraf: Saha/100MEDIA',
    splitFrom: 'DJI_0002.jpg dosyasından itibaren böl',
    fill: 'Odaları sırayla doldur',
    systemFiles: '2 sistem dosyası atlandı.',
    close: 'İptal',
    goBack: 'Geri dön',
    add: '7 fotoğrafı ekle',
    list: 'Yükleme listesi',
    listed: '7 dosya zaten yükleme listesinde.',
    upload: '7 dosyayı yükle',
    done: '6 fotoğraf kaydedildi.',
    refused: '1 dosya kabul edilmedi',
    places: ['Kanat B · Root-WW · 2026', 'Kanat B · Mid-WW · 2026'],
    open: (name: string) => `${name} fotoğrafını aç`,
  },
  {
    language: 'en',
    folder: 'Site',
    names: { tip: 'Blade A/tip-ww', drone: 'Drone photos/b', camera: '100MEDIA' },
    photos: 'Photos',
    choose: 'Choose a folder: The folder of a flight',
    title: 'Where do these photos go?',
    blades: { A: 'Blade A', B: 'Blade B' },
    chosen: 'Choose',
    files: '3 photos: Site/100MEDIA',
    splitFrom: 'Split from DJI_0002.jpg on',
    fill: 'Fill rooms in order',
    systemFiles: '2 system files left out.',
    close: 'Cancel',
    goBack: 'Go back',
    add: 'Add 7 photos',
    list: 'Upload list',
    listed: '7 files are already on the upload list.',
    upload: 'Upload 7 files',
    done: '6 photos saved.',
    refused: '1 file was not accepted',
    places: ['Blade B · Root-WW · 2026', 'Blade B · Mid-WW · 2026'],
    open: (name: string) => `Open ${name}`,
  },
] as const

for (const words of LANGUAGES) {
  test(`an operator sorts the folder of a flight in a table, and sends it as one (${words.language})`, async ({
    page,
    kanat,
  }, testInfo) => {
    const { tip, drone, camera } = words.names
    const folder = testInfo.outputPath(words.folder)
    const bytes = await jpeg({ width: 300, height: 200 })
    const files: Record<string, string | Buffer> = {
      [`${tip}/a1.jpg`]: bytes,
      [`${tip}/a2.jpg`]: bytes,
      [`${drone}/d1.jpg`]: bytes,
      [`${drone}/broken.jpg`]: 'no picture',
      [`${camera}/DJI_0001.jpg`]: bytes,
      [`${camera}/DJI_0002.jpg`]: bytes,
      [`${camera}/DJI_0003.jpg`]: bytes,
      [`${tip}/._a1.jpg`]: bytes,
      'Thumbs.db': bytes,
    }
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), content)
    }
    await storeLanguage(page, words.language)
    await signIn(page, kanat.operator, '/dashboard/turbine/1')
    await openTab(page, words.photos)
    await page.getByLabel(words.choose).setInputFiles(folder)

    const dialog = page.getByRole('dialog', { name: words.title })
    const rows = dialog.locator('tbody').getByRole('row')
    const placeOf = (row: number) => rows.nth(row).locator('option:checked')
    // What nothing says comes first and has to be chosen.
    await expect(placeOf(0)).toHaveText([words.chosen, words.chosen, '2026'])
    await expect(placeOf(1)).toHaveText([words.blades.A, 'Tip-WW', '2026'])
    await expect(placeOf(2)).toHaveText([words.blades.B, 'Drone', '2026'])
    await expect(dialog.getByRole('button', { name: words.add })).toHaveAttribute('aria-disabled', 'true')

    await rows.nth(0).getByRole('button', { name: words.files }).press('Enter')
    await dialog.getByRole('button', { name: words.splitFrom }).press('Enter')
    await expect(rows).toHaveCount(4)
    await expectNoViolations(page)
    await rows.nth(0).getByRole('combobox').nth(0).selectOption('B')
    await rows.nth(0).getByRole('combobox').nth(1).selectOption('Root-WW')
    await rows.nth(0).getByRole('checkbox').first().press('Space')
    await rows.nth(1).getByRole('checkbox').first().press('Space')
    await dialog.getByRole('button', { name: words.fill }).press('Enter')
    await expect(placeOf(1)).toHaveText([words.blades.B, 'Mid-WW', '2026'])

    await dialog.getByRole('button', { name: words.close, exact: true }).click()
    await page.getByRole('button', { name: words.goBack }).click()
    await dialog.getByRole('button', { name: words.add }).click()
    await expect(page.getByText(words.systemFiles)).toBeVisible()

    // They wait in one list, also after a reload, and are not staged twice.
    const list = page.getByRole('region', { name: words.list })
    for (const place of words.places) await expect(list.getByText(place)).toBeVisible()
    await page.reload()
    await expect(list.getByRole('button', { name: words.upload })).toBeVisible()
    await page.getByLabel(words.choose).setInputFiles(folder)
    await expect(page.getByText(words.listed)).toBeVisible()

    await list.getByRole('button', { name: words.upload }).click()
    await expect(page.getByText(words.done)).toBeVisible()
    await expect(list.getByText(words.refused).first()).toBeVisible()
    await expect(list.getByText('broken.jpg')).toBeVisible()
    await expectNoViolations(page)
    const blade = page.getByRole('region', { name: words.blades.A, exact: true })
    await blade.getByRole('combobox').first().selectOption('3')
    await expect(blade.getByRole('button', { name: words.open('a1.jpg') })).toBeVisible()
    await expect(blade.getByRole('button', { name: words.open('a2.jpg') })).toBeVisible()
  })
}
