import { readFile } from 'node:fs/promises'
import { readPdf } from '../../support/files/read-pdf.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, signIn, storeLanguage, test } from '../support/kanat.ts'

const YEAR = String(new Date().getFullYear())

/** The timeout for making a report, in milliseconds. It is long, because its worker has a low priority. */
const MAKING_MS = 60_000

test('an admin fills in what the photos do not say, and makes and downloads the inspection report', async ({
  page,
  kanat,
}) => {
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.admin, `/dashboard/turbine/1?reports=${YEAR}`)
  const section = page.getByRole('region', { name: 'Raporlar' })
  await section.getByRole('button', { name: 'Denetim raporu hazırla' }).click()

  const dialog = page.getByRole('dialog', { name: `${YEAR} denetim raporu` })
  await dialog.getByLabel('İlk gün').fill(`${YEAR}-05-12`)
  await dialog.getByLabel('Son gün').fill(`${YEAR}-05-11`)
  await dialog.getByLabel('Denetçi').fill('Gülşah Öztürk')
  await dialog.getByLabel('İple erişim').check()
  await dialog.getByLabel('İncelenemeyen yerler').fill('C kanadının ucu gölgede kaldı.')
  await dialog.getByRole('button', { name: 'Raporu hazırla' }).click()
  await expect(dialog.getByText('Son gün ilk günden önce olamaz.')).toBeVisible()
  await expectAccessible(page)

  await dialog.getByLabel('Son gün').fill(`${YEAR}-05-13`)
  await dialog.getByRole('button', { name: 'Raporu hazırla' }).click()
  await expect(page.getByText('Denetim raporu hazır', { exact: true })).toBeVisible({ timeout: MAKING_MS })
  await expect(dialog).toBeHidden()
  const link = section.getByRole('link', { name: /İndir: denetim-raporu-.+-1\.pdf/ })
  await expect(link).toBeVisible()

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
