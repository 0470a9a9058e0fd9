import type { Dialog, Page } from '@playwright/test'
import { jpeg } from '../../support/builders.ts'
import { expect, lightboxOf, openTab, signIn, signOut, storeLanguage, test } from '../support/kanat.ts'

async function stage(page: Page, blade: string, name: string) {
  const buffer = await jpeg({ width: 300, height: 200 })
  const block = page.getByRole('region', { name: `Blade ${blade}` })
  await block
    .getByLabel(`Choose photos for blade ${blade}`)
    .setInputFiles({ name, mimeType: 'image/jpeg', buffer })
  await expect(block.getByText('1 file waiting to be uploaded')).toBeVisible()
  return block
}

/** Calls `leave`, expects the question of the panel, and stays. */
async function expectAsked(page: Page, leave: () => Promise<unknown>, name = 'Some files are not uploaded') {
  const { pathname } = new URL(page.url())
  await leave()
  const question = page.getByRole('alertdialog', { name })
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Stay', exact: true }).click()
  await expect(question).toBeHidden()
  // The page may have named another of its sections meanwhile.
  await expect(page).toHaveURL((address) => address.pathname === pathname)
}

/** The same for actions for which the browser itself asks. */
async function expectAskedByBrowser(page: Page, leave: () => Promise<unknown>) {
  const asked = new Promise<string>((resolve) => {
    page.once('dialog', async (dialog: Dialog) => {
      await dialog.dismiss()
      resolve(dialog.type())
    })
  })
  const [type] = await Promise.all([asked, leave()])
  expect(type).toBe('beforeunload')
}

test('every way to leave asks before staged files are lost, and actions on the same page do not ask', {
  tag: '@core',
}, async ({ page, kanat }) => {
  await storeLanguage(page, 'en')
  await signIn(page, kanat.admin)
  await page.getByRole('link', { name: /Karaburun 4/ }).click()
  await openTab(page, 'Photos')
  const blockA = await stage(page, 'A', 'kept.jpg')
  await blockA.getByRole('button', { name: 'Upload 1 file' }).click()
  await expect(blockA.getByRole('button', { name: 'Open kept.jpg' })).toBeVisible()
  await stage(page, 'A', 'a.jpg')
  const blockB = await stage(page, 'B', 'b.jpg')

  await expectAsked(page, () => page.getByRole('link', { name: 'Kanat, turbine list' }).click())
  for (const place of ['navigation', 'main'] as const) {
    const link = page.getByRole(place).getByRole('link', { name: 'Turbines', exact: true })
    await expectAsked(page, () => link.click())
  }
  await expectAsked(page, () => page.goBack())
  await expectAsked(page, () => signOut(page), 'Files that are not uploaded will be removed')
  await expectAskedByBrowser(page, () => page.evaluate(() => void setTimeout(() => location.reload())))
  await expectAskedByBrowser(page, () => page.close({ runBeforeUnload: true }))

  // Opening a photo and choosing a room stay on the page, so the files of both blades are still staged.
  await blockA.getByRole('button', { name: 'Open kept.jpg' }).click()
  await expect(lightboxOf(page)).toBeVisible()
  await page.goBack()
  await expect(lightboxOf(page)).toBeHidden()
  await page.getByRole('button', { name: /^Blade B, Mid-WW/ }).click()
  await expect(blockB.getByRole('combobox', { name: 'Room' })).toHaveValue('2')
  // The map scrolls to the block; then the address names its section.
  await expect(page).toHaveURL(/section=blades/)
  await expect(blockA.getByText('1 file waiting to be uploaded')).toBeVisible()

  // One blade's file is removed; the question still appears for the other one.
  await blockA.getByRole('button', { name: 'Remove a.jpg from the list' }).click()
  await expectAsked(page, () => page.goBack())
  await blockB.getByRole('button', { name: 'Remove b.jpg from the list' }).click()
  await page.goBack()
  await expect(page).toHaveURL('/dashboard')
})
