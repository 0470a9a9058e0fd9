import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { jpeg } from '../../support/builders.ts'
import { expect, signIn, storeLanguage, test } from '../support/kanat.ts'

const LANGUAGES = [
  {
    language: 'tr',
    folder: 'Saha',
    names: { tip: 'A Kanadı/Uç WW', drone: 'Drone/B', other: 'Yeni klasör' },
    blades: { A: 'Kanat A', B: 'Kanat B' },
    choose: 'Klasör seç: Kanat B',
    title: 'Klasörler nereye eklensin?',
    tip: 'Kanat A · Tip-WW',
    drone: 'Drone · Kanat B',
    check: 'Yeri kontrol edin',
    systemFiles: '2 sistem dosyası atlandı.',
    close: 'İptal',
    goBack: 'Geri dön',
    add: '4 fotoğrafı ekle',
    added: '4 fotoğraf 3 yere eklendi',
    upload: (count: number) => `${count} dosyayı yükle`,
    open: (name: string) => `${name} fotoğrafını aç`,
  },
  {
    language: 'en',
    folder: 'Site',
    names: { tip: 'Blade A/tip-ww', drone: 'Drone photos/b', other: 'New folder' },
    blades: { A: 'Blade A', B: 'Blade B' },
    choose: 'Choose a folder: Blade B',
    title: 'Where do these folders go?',
    tip: 'Blade A · Tip-WW',
    drone: 'Drone · Blade B',
    check: 'Check the place',
    systemFiles: '2 system files left out.',
    close: 'Cancel',
    goBack: 'Go back',
    add: 'Add 4 photos',
    added: '4 photos added to 3 places',
    upload: (count: number) => `Upload ${count} file${count === 1 ? '' : 's'}`,
    open: (name: string) => `Open ${name}`,
  },
] as const

for (const words of LANGUAGES) {
  test(`an operator chooses the folder of a day, and its photos go to the places of its folders (${words.language})`, async ({
    page,
    kanat,
  }, testInfo) => {
    const { tip, drone, other } = words.names
    const folder = testInfo.outputPath(words.folder)
    const bytes = await jpeg({ width: 300, height: 200 })
    for (const path of [
      `${tip}/a1.jpg`,
      `${tip}/a2.jpg`,
      `${drone}/d1.jpg`,
      `${other}/x1.jpg`,
      `${tip}/._a1.jpg`,
      'Thumbs.db',
    ]) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), bytes)
    }
    await storeLanguage(page, words.language)
    await signIn(page, kanat.operator, '/dashboard/turbine/1')
    const blockOf = (name: string) => page.getByRole('region', { name, exact: true })
    await blockOf(words.blades.B).getByLabel(words.choose).setInputFiles(folder)

    const list = page.getByRole('dialog', { name: words.title })
    const row = (path: string) => list.getByRole('listitem').filter({ hasText: `${words.folder}/${path}` })
    const placeOf = (path: string) => row(path).getByRole('combobox').locator('option:checked')
    await expect(placeOf(tip)).toHaveText(words.tip)
    await expect(placeOf(drone)).toHaveText(words.drone)
    await expect(row(other).getByText(words.check)).toBeVisible()
    await row(other).getByRole('combobox').selectOption(words.tip)
    await expect(row(other).getByText(words.check)).toHaveCount(0)

    await list.getByRole('button', { name: words.close, exact: true }).click()
    await page.getByRole('button', { name: words.goBack }).click()
    await expect(placeOf(other)).toHaveText(words.tip)
    await row(other).getByRole('combobox').selectOption({ index: 1 })
    await list.getByRole('button', { name: words.add }).click()
    await expect(page.getByText(words.systemFiles)).toBeVisible()
    await expect(page.getByText(words.added)).toBeVisible()

    const blade = blockOf(words.blades.A)
    await blade.getByRole('button', { name: words.upload(2) }).click()
    await expect(blade.getByRole('button', { name: words.upload(2) })).toHaveCount(0)
    await blade.getByRole('combobox').first().selectOption('3')
    await expect(blade.getByRole('button', { name: words.open('a1.jpg') })).toBeVisible()
    await expect(blade.getByRole('button', { name: words.open('a2.jpg') })).toBeVisible()
    await expect(blockOf('Drone').getByRole('button', { name: words.upload(1) })).toBeVisible()
  })
}
