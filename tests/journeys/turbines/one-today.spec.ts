import { todayIn } from '#domain/time/today.ts'
import { typedDay } from '#domain/time/typed-day.ts'
import { addFinding, changeRecord } from '../support/by-api.ts'
import { expect, signIn, storeLanguage, test } from '../support/kanat.ts'

/** The days of these two zones are different at any time: their clocks are 25 hours apart. */
const COMPANY_ZONE = 'Pacific/Kiritimati'
const BROWSER_ZONE = 'Pacific/Pago_Pago'

test.use({ timezoneId: BROWSER_ZONE })

test('today and what is overdue are those of the company', async ({ page, request, kanat }) => {
  const company = `/api/companies/${kanat.operator.company_id}`
  await changeRecord(request, kanat.superadmin, 'PUT', company, { time_zone: COMPANY_ZONE })
  const today = todayIn(COMPANY_ZONE)
  const dayOfBrowser = todayIn(BROWSER_ZONE)
  // Due yesterday for the company, and not yet by the clock of the browser.
  await addFinding(request, kanat.operator, {
    blade: 'A',
    side: 'LE',
    type: 'le-erosion',
    severity: 3,
    own_due_on: dayOfBrowser,
    due_reason: 'Bakım günü',
  })
  await storeLanguage(page, 'tr')
  // A superadmin belongs to another company, which has another zone than this one and than the browser.
  await signIn(page, kanat.superadmin, '/dashboard/turbine/1?section=findings')
  const section = page.getByRole('region', { name: 'Bulgular' })
  await expect(section.getByRole('table').getByText('gecikti')).toBeVisible()
  await section.getByRole('button', { name: 'Bulgu ekle' }).click()
  await expect(page.getByRole('dialog').getByLabel('Bulunduğu gün')).toHaveValue(typedDay('tr', today))

  await page.goto('/dashboard/findings')
  await expect(page.getByRole('table', { name: 'Bulgu listesi' }).getByText('gecikti')).toBeVisible()
})

test('a superadmin searches and chooses the time zone of a company', async ({ page, kanat }) => {
  await storeLanguage(page, 'en')
  await signIn(page, kanat.superadmin, '/dashboard/companies')
  await page.getByRole('button', { name: /^Edit/ }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Edit company' })
  const zone = dialog.getByRole('combobox', { name: 'Time zone' })
  await expect(zone).toHaveValue('Europe/Istanbul')
  await zone.fill('los ang')
  await page.getByRole('option', { name: 'America/Los Angeles' }).click()
  await expect(dialog.getByText(/^Dates and times are shown in this time zone\. Now: /)).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await page.goto('/dashboard/audit')
  await expect(page.getByRole('row').filter({ hasText: 'Time zone' })).toBeVisible()
})
