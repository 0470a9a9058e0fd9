import type { Locator, Page } from '@playwright/test'

/** Fills in a new finding without a photo, on the turbine page in Turkish: burnt by lightning, on the suction side of blade C. */
export async function fillInFinding(page: Page): Promise<{ section: Locator; dialog: Locator }> {
  const section = page.getByRole('region', { name: 'Bulgular' })
  await section.getByRole('button', { name: 'Bulgu ekle' }).click()
  const dialog = page.getByRole('dialog', { name: 'Bulgu ekle', exact: true })
  await dialog.getByRole('combobox', { name: /^Tür/ }).fill('yıldırım')
  await page.getByRole('option', { name: 'Yıldırım izi, yanık' }).click()
  await dialog.getByRole('combobox', { name: 'Yüzey' }).selectOption('SS')
  await dialog.getByRole('combobox', { name: 'Kanat' }).selectOption('C')
  return { section, dialog }
}
