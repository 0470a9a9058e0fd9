import { pdf } from '../../support/builders.ts'
import { uploadReport } from '../support/by-api.ts'
import { provoke } from '../support/console-errors.ts'
import { expect, signIn, storeLanguage, test } from '../support/kanat.ts'

test('a link to a report on another site opens it for who is signed in, and says what to do to others', async ({
  page,
  kanat,
}) => {
  provoke(page, 401)
  await storeLanguage(page, 'tr')
  const report = { name: 'Rapor.pdf', year: String(new Date().getFullYear()), bytes: pdf() }
  await uploadReport(page.request, kanat.operator, report)
  await signIn(page, kanat.operator, '/dashboard/turbine/1?mode=full&section=reports')
  const link = page.getByRole('link', { name: /Rapor\.pdf/ }).first()
  const address = await link.evaluate((element) => (element as HTMLAnchorElement).href)

  const html = `<a href="${address}">report</a>`
  await page.route('http://mail.example/', (route) => route.fulfill({ contentType: 'text/html', body: html }))
  await page.goto('http://mail.example/')
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'report' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('Rapor.pdf')
  await expect(page.getByText(/^Opening the file/)).toBeVisible()

  await page.context().clearCookies()
  await page.goto('http://mail.example/')
  await page.getByRole('link', { name: 'report' }).click()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
