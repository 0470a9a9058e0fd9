import type { Page } from '@playwright/test'
import { openOtherTab } from '../support/disturbances.ts'
import { endSessionOnServer, expect, signIn, signOut, storeLanguage, test } from '../support/kanat.ts'
import { agreeToLeave, bladeA, stage, storedFiles, TURBINE, waiting } from '../support/staged-work.ts'

/** What a person does to the files themselves. */
const FORGOTTEN: { name: string; forget: (page: Page) => Promise<void> }[] = [
  {
    name: 'they are removed from the list',
    forget: async (page) => {
      await bladeA(page).getByRole('button', { name: 'Listeyi boşalt' }).click()
    },
  },
  {
    name: 'their user signs out, after a question',
    forget: async (page) => {
      await signOut(page)
      await expect(page.getByRole('alertdialog')).toContainText('dosyalarınız silinir')
      await agreeToLeave(page)
      await expect(page).toHaveURL('/')
    },
  },
  {
    name: 'their user signs out on another page, after a question',
    forget: async (page) => {
      await page.goto('/dashboard')
      await signOut(page)
      await agreeToLeave(page)
      await expect(page).toHaveURL('/')
    },
  },
  {
    name: 'their user signs out although the session has ended before',
    forget: async (page) => {
      await endSessionOnServer(page)
      await signOut(page)
      await agreeToLeave(page)
      await expect(page).toHaveURL('/')
    },
  },
  {
    name: 'their user signs out in another tab',
    forget: async (page) => {
      const other = await openOtherTab(page, '/dashboard')
      await signOut(other)
      await agreeToLeave(other)
      await expect(other).toHaveURL('/')
    },
  },
]

for (const { name, forget } of FORGOTTEN) {
  test(`staged photos are removed from the browser when ${name}`, async ({ page, kanat }) => {
    page.on('dialog', (dialog) => void dialog.accept())
    await storeLanguage(page, 'tr')
    await signIn(page, kanat.admin, TURBINE)
    await stage(page, 'a.jpg', 'b.jpg')
    await expect.poll(() => storedFiles(page)).toHaveLength(2)
    await forget(page)
    await expect.poll(() => storedFiles(page)).toEqual([])
    await signIn(page, kanat.admin, TURBINE)
    await expect(bladeA(page).getByRole('combobox', { name: 'Oda' })).toBeVisible()
    await expect(waiting(page, 2)).toBeHidden()
  })
}
