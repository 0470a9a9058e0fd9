import { expect, signIn, storeLanguage, test } from './kanat.ts'

const PAGE = '/dashboard/turbine/1'

test('a search is in the address: a reload and the return from a turbine keep it', async ({
  page,
  kanat,
}) => {
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.admin)
  const search = page.getByRole('textbox', { name: 'Türbin ara' })
  await search.pressSequentially('mordogan izmir')
  await expect(search).toHaveValue('mordogan izmir')
  await expect(page).toHaveURL('/dashboard?q=mordogan+izmir')
  const expectFound = async () => {
    await expect(search).toHaveValue('mordogan izmir')
    await expect(page.getByText('1 sonuç')).toBeVisible()
  }
  await page.reload()
  await expectFound()
  for (const returnToList of [
    () => page.goBack(),
    () => page.getByRole('main').getByRole('link', { name: 'Türbinler', exact: true }).click(),
  ]) {
    await page.getByRole('link', { name: /Karaburun 4/ }).click()
    await expect(page).toHaveURL(PAGE)
    await returnToList()
    await expect(page).toHaveURL('/dashboard?q=mordogan+izmir')
    await expectFound()
  }

  // The logo in the header opens the whole list.
  await page.getByRole('link', { name: 'Kanat, türbin listesi' }).click()
  await expect(search).toHaveValue('')
  await page.goBack()
  await expectFound()
  await search.fill('')
  await expect(page).toHaveURL('/dashboard')
})

test('room and year of each blade are in the address, and invalid places are ignored', async ({
  page,
  kanat,
}) => {
  await storeLanguage(page, 'en')
  await signIn(page, kanat.operator)
  await page.goto(`${PAGE}?b=hub.2026&c=7.1234`)
  const shown = (blade: string) =>
    page.getByRole('region', { name: `Blade ${blade}` }).getByRole('combobox', { name: /^(Room|Year)/ })
  const thisYear = String(new Date().getFullYear())
  for (const blade of ['A', 'B', 'C']) await expect(shown(blade)).toHaveText(['Root-WW', thisYear])

  const history = () => page.evaluate(() => window.history.length)
  const entries = await history()
  await page
    .getByRole('region', { name: 'Blade A' })
    .getByRole('radio', { name: /^Tip-WW/ })
    .check()
  await shown('B').nth(1).click()
  await page.getByRole('option', { name: '2024' }).click()
  const expectChosen = async () => {
    await expect(shown('A')).toHaveText(['Tip-WW', thisYear])
    await expect(shown('B')).toHaveText(['Root-WW', '2024'])
  }
  await expectChosen()
  const params = new URL(page.url()).searchParams
  expect([params.get('a'), params.get('b')]).toEqual([`3.${thisYear}`, '1.2024'])
  // A choice replaces the history entry, so Back leaves the page.
  expect(await history()).toBe(entries)
  await page.reload()
  await expectChosen()
})
