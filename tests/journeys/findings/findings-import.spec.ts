import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { provoke } from '../support/console-errors.ts'
import { openOtherTab } from '../support/disturbances.ts'
import { expect, signIn, storeLanguage, switchLanguage, test } from '../support/kanat.ts'

/** The letters of Windows-1254 that are not those of Latin-1. */
const WINDOWS_1254: Record<string, number> = {
  ğ: 0xf0,
  ı: 0xfd,
  ş: 0xfe,
  İ: 0xdd,
  Ş: 0xde,
  Ğ: 0xd0,
  '–': 0x96,
}

/** A table as a Turkish Excel saves it as "CSV". */
function excelFile(lines: string[]) {
  const text = lines.join('\r\n')
  const buffer = Buffer.from([...text].map((letter) => WINDOWS_1254[letter] ?? letter.charCodeAt(0)))
  return { name: 'bulgular.csv', mimeType: 'text/csv', buffer }
}

const TABLE = [
  'Kanat;Yüzey;Tür;Derece;Kökten uzaklık (m);Açıklama;Müfettiş',
  'A;LE;Hücum kenarı erozyonu;3;35,8–38,3;Kaplama ayrılmış;Ada',
  'B;PS;Boya dökülmesi;Derecelendirilmedi;13,2;;Ada',
  'D;LE;Pas;6;0,4;;Ada',
]

const downloadedText = async (page: Page, item: string) => {
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: item }).click()
  const file = await download
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

test('an inspector adds the findings of an Excel file', async ({ page, kanat }) => {
  provoke(page, 400)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.operator, '/dashboard/turbine/1?section=findings')
  await page.getByRole('button', { name: 'Bulguları içe aktar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Dosyadan bulgu ekle', exact: true })
  const file = dialog.getByLabel('Bulgu dosyası')
  await file.setInputFiles({ name: 'tablo.xlsx', mimeType: '', buffer: Buffer.from('PK\u0003\u0004\0\0') })
  await expect(dialog.getByRole('alert')).toContainText('“tablo.xlsx” bir Excel çalışma kitabı')
  await file.setInputFiles(excelFile(['Kanat;Müfettiş', 'A;Ada']))
  await expect(dialog.getByText('zorunlu sütunlar: Yüzey ve Tür')).toBeVisible()
  await dialog.getByLabel('“Müfettiş”').selectOption('Dışarıda bırak')
  await expect(dialog.getByText('şu sütunlar eksik: Yüzey ve Tür')).toBeVisible()
  await file.setInputFiles({ name: 'bos.csv', mimeType: '', buffer: Buffer.from('') })
  await expect(dialog.getByRole('alert')).toContainText('“bos.csv” boş bir dosya')
  const sample = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Örnek dosyayı indir' }).click()
  await file.setInputFiles(await (await sample).path())
  await expect(dialog.getByText('3 bulgu eklenebilir')).toBeVisible()

  await file.setInputFiles(excelFile(TABLE))
  await expect(dialog.getByRole('heading', { name: 'Bir sütunun ne olduğu anlaşılamadı' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Bulguları ekle' })).toBeDisabled()
  await dialog.getByLabel('“Müfettiş” (örnek: Ada)').selectOption('Dışarıda bırak')
  await expect(dialog.getByText('2 bulgu eklenebilir')).toBeVisible()
  await dialog.getByRole('radio', { name: 'Rotor merkezinden' }).click()
  const rows = dialog.getByRole('table', { name: '1 satır eklenmeyecek' }).getByRole('row')
  await expect(rows).toHaveText([
    'SütunNedenSatırlar',
    /^Kanat“D”: .*Yazılabilecekler: A · B · C4$/,
    /^Tür“Pas”: Böyle bir bulgu türü yok\..*4$/,
    /^Derece“6”/,
    /^Kökten uzaklık \(m\)“0,4”/,
  ])
  await expect(dialog.getByText('Okunmayan sütunlar: Müfettiş')).toBeVisible()

  const other = await openOtherTab(page, '/dashboard')
  await switchLanguage(other)
  await expect(page.getByRole('cell', { name: '“Pas”: There is no such type of finding.' })).toBeVisible()
  await switchLanguage(other)
  await other.close()
  await dialog.getByRole('button', { name: '2 bulguyu ekle' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('2 bulgu eklendi')).toBeVisible()

  await page.getByRole('button', { name: 'Dışa aktar' }).click()
  const { name, text } = await downloadedText(page, 'CSV (Excel)')
  expect(name).toBe('bulgular-KRB-04.csv')
  await page.getByRole('button', { name: 'Bulguları içe aktar' }).click()
  await file.setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await expect(dialog.getByText('Dosyadaki 2 bulgunun hepsi bu türbinde zaten var')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Bulguları ekle' })).toBeDisabled()
  expect(text.charCodeAt(0)).toBe(0xfeff)
  expect(text).toContain(';"34,6–37,1";') // 1.2 m from the rotor centre to the root.
  expect(text).toContain('Kaplama ayrılmış')
})
