import { readFile } from 'node:fs/promises'
import { expectNoViolations } from '../support/axe.ts'
import { expect, openTab, signIn, storeLanguage, switchLanguage, test } from '../support/kanat.ts'

const TABLE = [
  'Kod;Şehir;Konum;Enlem;Boylam;Göbek;Not',
  'IMP-1;izmir;Urla;27,14;38,42;98,5;yeni',
  'IMP-2;manisa;Soma;38,43;27,15;;',
].join('\n')

const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

test('an admin adds the turbines of a table, and the downloaded table changes nothing', async ({
  page,
  kanat,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.admin, '/dashboard')
  await page.getByRole('button', { name: 'Tablo', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Tablodan içe aktar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tablodan türbin ekle', exact: true })
  await dialog.getByLabel('Türbin dosyası').setInputFiles(csv('türbinler.csv', TABLE))
  const add = dialog.getByRole('button', { name: /^(?:\d türbini|Türbinleri) ekle$/ })
  await expect(add).toBeDisabled()
  await dialog.getByLabel('“Göbek” (örnek: 98,5)').selectOption('Göbek yüksekliği (m)')
  await dialog.getByLabel('“Not”').selectOption('Dışarıda bırak')
  await expect(dialog.getByText('Bir satır yanıtınızı bekliyor')).toBeVisible()
  await expect(add).toBeDisabled()
  await expectNoViolations(page)
  await dialog.getByLabel('Koordinatlar IMP-1').selectOption('Değiştir: 38.42, 27.14')
  await expect(dialog.getByText('2 türbin eklenecek').first()).toBeVisible()
  await add.click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('2 türbin eklendi')).toBeVisible()
  await page.getByRole('link', { name: 'İzmir Türbini' }).first().click()
  await openTab(page, 'Özet')
  await expect(page.getByRole('region', { name: 'Kayıt' })).toContainText('Göbek yüksekliği98,5 m')
  await page.goBack()

  await switchLanguage(page)
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Download table (CSV)' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('turbines.csv')
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toMatch(/IMP-1,.*"38\.42, 27\.14",.*,98\.5,/)
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Import from a table' }).click()
  const english = page.getByRole('dialog', { name: 'Add turbines from a table', exact: true })
  await english.getByLabel('File with turbines').setInputFiles(csv('turbines.csv', text))
  await expect(english.getByText(/^All \d+ turbines of this file are already here, unchanged$/)).toBeVisible()
  await expect(english.getByRole('button', { name: 'Add turbines' })).toBeDisabled()
})
