import type { Turbine } from '#domain/turbine.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, signIn, storeLanguage, test } from '../support/kanat.ts'

test('axe finds nothing on the map and in the panel search', async ({ page, kanat }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await storeLanguage(page, 'tr')
  await page.route('**/api/turbines', async (route) => {
    const answer = await route.fetch()
    const { data } = (await answer.json()) as { data: Turbine[] }
    const coordinates = ['38.3712,26.4519', '38.3745,26.4583', '39.3547,37.2261', null]
    const turbines = coordinates.map((place, id) => ({ ...data[0], id: id + 1, coordinates: place }))
    await route.fulfill({ response: answer, json: { success: true, data: turbines } })
  })
  await signIn(page, kanat.superadmin, '/dashboard?view=map')
  const map = page.getByRole('region', { name: 'Türbin haritası' })
  await map.getByRole('link').focus()
  await page.getByText('Haritada olmayan 1 türbin').click()
  await expectAccessible(page)

  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').fill('karaburun')
  await expect(dialog.getByRole('option')).toHaveCount(4)
  await expectAccessible(page)
})
