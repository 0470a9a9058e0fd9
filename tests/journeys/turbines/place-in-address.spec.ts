import { expect, signIn, storeLanguage, test } from '../support/kanat.ts'

const PAGE = '/dashboard/turbine/1'

test('room and year of each blade are in the address, and invalid places are ignored', async ({
  page,
  kanat,
}) => {
  await storeLanguage(page, 'en')
  await signIn(page, kanat.operator, `${PAGE}?b=hub.2026&c=7.1234`)
  const shown = async (blade: string) => {
    const block = page.getByRole('region', { name: `Blade ${blade}` })
    await expect(block).toBeVisible()
    const selects = ['Room', 'Year'].map((name) => block.getByRole('combobox', { name }).inputValue())
    return Promise.all(selects)
  }
  const thisYear = String(new Date().getFullYear())
  for (const blade of ['A', 'B', 'C']) await expect.poll(() => shown(blade)).toEqual(['1', thisYear])

  const history = () => page.evaluate(() => window.history.length)
  const entries = await history()
  await page.getByRole('button', { name: 'Blade A, Tip-WW, no photos' }).click()
  await page
    .getByRole('region', { name: 'Blade B' })
    .getByRole('combobox', { name: 'Year' })
    .selectOption('2024')
  const expectChosen = async () => {
    await expect.poll(() => shown('A')).toEqual(['3', thisYear])
    await expect.poll(() => shown('B')).toEqual(['1', '2024'])
    // The map shows the same choice.
    const map = page.getByRole('region', { name: 'Blade map' })
    await expect(map.getByRole('button', { name: 'Blade A, Tip-WW' })).toHaveAttribute('aria-pressed', 'true')
    await expect(map.getByRole('group', { name: 'Blade B, 2024' })).toBeVisible()
  }
  await expectChosen()
  await expect(page).toHaveURL(
    ({ searchParams }) => searchParams.get('a') === `3.${thisYear}` && searchParams.get('b') === '1.2024',
  )
  // A choice replaces the history entry, so Back leaves the page.
  await expect.poll(history).toBe(entries)
  await page.reload()
  await expectChosen()
})
