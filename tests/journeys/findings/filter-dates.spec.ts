import { readFile } from 'node:fs/promises'
import { addFinding } from '../support/by-api.ts'
import { expect, signIn, storeLanguage, test } from '../support/kanat.ts'

// Its own date fields would show mm/dd/yyyy in both languages of the panel.
test.use({ locale: 'en-US' })

test('the last day of the due dates is in the list, its address and its file', async ({ page, kanat }) => {
  for (const own_due_on of ['2027-03-30', '2027-03-31', '2027-04-01'])
    await addFinding(page.request, kanat.admin, {
      type: 'oil',
      blade: 'A',
      side: 'PS',
      own_due_on,
      due_reason: own_due_on,
    })
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.admin, '/dashboard/findings')
  const rows = page.getByRole('table', { name: 'Bulgu listesi' }).getByRole('row')
  await page.getByRole('button', { name: 'Filtreler' }).click()
  await page.getByLabel('Son tarih: başlangıç', { exact: true }).fill('2027-03-31')
  await expect(rows).toHaveCount(3)
  await page.getByLabel('Son tarih: bitiş', { exact: true }).fill('2027-03-31')
  await expect(rows).toHaveCount(2)
  await expect(page).toHaveURL('/dashboard/findings?due_from=2027-03-31&due_before=2027-04-01')
  await page.reload()
  await expect(page.getByLabel('Son tarih: bitiş', { exact: true })).toHaveValue('31.03.2027')
  await expect(rows).toHaveCount(2)

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: '1 bulguyu dışa aktar' }).click()
  await page.getByRole('menuitem', { name: /CSV/ }).click()
  const file = await readFile(await (await saved).path(), 'utf8')
  expect(file.match(/2027-0\d-\d\d/g)?.filter((day) => day !== '2027-03-31')).toEqual([])
  expect(file).toContain('2027-03-31')
})
