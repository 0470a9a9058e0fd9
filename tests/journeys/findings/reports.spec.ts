import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { pdf } from '../../support/builders.ts'
import { expect, signIn, storeLanguage, test } from '../support/kanat.ts'

const YEAR = String(new Date().getFullYear())
const TURBINE = '/dashboard/turbine/1'

const file = (name: string, bytes = pdf()) => ({ name, mimeType: 'application/pdf', buffer: bytes })

/** Drags a file over the element, or drops it there. */
async function drag(page: Page, type: 'dragenter' | 'dragover' | 'drop', name: string) {
  const dataTransfer = await page.evaluateHandle(
    ([text, name]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([text], name, { type: 'application/pdf' }))
      return transfer
    },
    [pdf().toString('latin1'), name] as const,
  )
  await page
    .getByRole('region', { name: 'Raporlar' })
    .getByText(/^(PDF rapor|Bırak)/)
    .dispatchEvent(type, { dataTransfer })
}

test('an admin uploads reports, downloads one and deletes it', async ({ page, kanat }) => {
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.admin, `${TURBINE}?reports=2024`)
  const section = page.getByRole('region', { name: 'Raporlar' })
  await expect(section.getByText('Henüz rapor yüklenmemiş')).toBeVisible()
  await section.getByRole('combobox', { name: 'Yıl' }).click()
  await page.getByRole('listbox').getByRole('option', { name: YEAR }).click()
  await expect(page).toHaveURL(new RegExp(`[?&]reports=${YEAR}(&|$)`))

  await section
    .getByLabel('Yüklenecek raporları seç')
    .setInputFiles([file('Rapor_1.pdf'), file('iki kelime.pdf'), file('foto.jpg')])
  await expect(section.getByText('1 dosya atlandı')).toBeVisible()
  await expect(section.getByText('iki kelime.pdf → iki_kelime.pdf')).toBeVisible()
  await drag(page, 'dragenter', 'Rapor_2.pdf')
  await drag(page, 'dragover', 'Rapor_2.pdf')
  await expect(section.getByText('Bırak', { exact: true })).toBeVisible()
  await drag(page, 'drop', 'Rapor_2.pdf')
  await section.getByRole('button', { name: 'Yeni adlarla ekle' }).click()
  await section.getByRole('button', { name: '3 dosyayı yükle' }).click()

  const cards = section.getByRole('listitem').filter({ has: page.getByRole('heading') })
  await expect(cards).toHaveCount(3)
  await expect(section.getByText('tüm yıllarda 3 rapor', { exact: true })).toBeVisible()
  await expect(cards.filter({ hasText: 'iki_kelime.pdf' })).toHaveCount(1)
  const first = cards.filter({ hasText: 'Rapor_1.pdf' })
  await first.scrollIntoViewIfNeeded()
  const picture = first.locator('img')
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(320)

  const downloading = page.waitForEvent('download')
  await first.getByRole('link', { name: 'İndir: Rapor_1.pdf' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('Rapor_1.pdf')
  const downloaded = await readFile(await download.path())
  expect(downloaded.equals(pdf())).toBe(true)

  await first.getByRole('button', { name: 'Rapor_1.pdf raporunu sil' }).click()
  const question = page.getByRole('alertdialog', { name: 'Raporu sil' })
  await expect(question).toContainText('Rapor_1.pdf adlı rapor silinecek. Bu işlem geri alınamaz.')
  await question.getByRole('button', { name: 'Raporu sil' }).click()
  await expect(page.getByText('Rapor başarıyla silindi')).toBeVisible()
  await expect(cards).toHaveCount(2)
  await page.reload()
  await expect(cards).toHaveCount(2)
})
