import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import SQLite from 'better-sqlite3'
import { readPdf } from '../../support/files/read-pdf.ts'
import { provoke } from '../support/console-errors.ts'
import { expect, type Kanat, signIn, storeLanguage, test } from '../support/kanat.ts'

const YEAR = String(new Date().getFullYear())

/** Signs in at a turbine and opens the form for its report of this year. */
async function openReportForm(page: Page, kanat: Kanat): Promise<{ section: Locator; dialog: Locator }> {
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.admin, `/dashboard/turbine/1?reports=${YEAR}`)
  const section = page.getByRole('region', { name: 'Raporlar' })
  await section.getByRole('button', { name: 'Denetim raporu hazırla' }).click()
  return { section, dialog: page.getByRole('dialog', { name: `${YEAR} denetim raporu` }) }
}

test('an admin makes and downloads the inspection report', async ({ page, kanat }) => {
  provoke(page, 400)
  const { section, dialog } = await openReportForm(page, kanat)
  await dialog.getByLabel('İlk gün').fill(`${YEAR}-05-12`)
  await dialog.getByLabel('Son gün').fill(`${YEAR}-05-11`)
  await dialog.getByLabel('Denetçi').fill('Gülşah Öztürk')
  await dialog.getByLabel('İple erişim').check()
  await dialog.getByLabel('İncelenemeyen yerler').fill('C kanadının ucu gölgede kaldı.')
  await dialog.getByRole('button', { name: 'Raporu hazırla' }).click()
  await expect(dialog.getByText('Son gün ilk günden önce olamaz.')).toBeVisible()

  await dialog.getByLabel('Son gün').fill(`${YEAR}-05-13`)
  await dialog.getByRole('button', { name: 'Raporu hazırla' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Denetim raporu hazır', { exact: true })).toBeVisible()
  const link = section.getByRole('link', { name: /İndir: denetim-raporu-.+-1\.pdf/ })
  await expect(link).toBeVisible()
  await expect(section.getByText(/^Türkçe·\d+ \S+ \d{4}·/)).toBeVisible()

  const downloading = page.waitForEvent('download')
  await link.click()
  const { pages } = await readPdf(await readFile(await (await downloading).path()))
  expect(pages[0]).toContain('Gülşah Öztürk')
  expect(pages.join('\n')).toContain('C kanadının ucu gölgede kaldı.')

  // What was typed is there for the next report.
  await section.getByRole('button', { name: 'Denetim raporu hazırla' }).click()
  await expect(dialog.getByLabel('Denetçi')).toHaveValue('Gülşah Öztürk')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

/** A report that another process of the server makes and does not finish. */
function addUnfinishedReport(dir: string): void {
  const connection = new SQLite(join(dir, 'kanat.db'))
  const at = new Date().toISOString()
  connection
    .prepare(
      `insert into file_job (kind, turbine_id, year, variant, address, request_id, state, progress, created_at, changed_at)
       values ('report', 1, ?, 'en', '', '', 'running', 0.4, ?, ?)`,
    )
    .run(YEAR, at, at)
  connection.close()
}

test('an admin finds a report that is being made, and cancels it', async ({ page, kanat }) => {
  addUnfinishedReport(kanat.dir)
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.admin, `/dashboard/turbine/1?reports=${YEAR}`)
  const section = page.getByRole('region', { name: 'Raporlar' })
  const bar = section.getByRole('progressbar', { name: `${YEAR} denetim raporu (İngilizce)` })
  await expect(bar).toHaveAttribute('aria-valuetext', '%40')
  await expect(section.getByText('Hazırlanıyor, %40')).toBeVisible()

  await page.goto('/dashboard')
  await page.goBack()
  await expect(bar).toBeVisible()
  await section.getByRole('button', { name: `İptal et: ${YEAR} denetim raporu (İngilizce)` }).click()
  await expect(bar).toBeHidden()
  await expect(section.getByRole('button', { name: 'Denetim raporu hazırla' })).toBeFocused()
  await expect(page.getByText('Rapor iptal edildi', { exact: true })).toBeVisible()
})
