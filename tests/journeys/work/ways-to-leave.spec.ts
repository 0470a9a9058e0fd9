import type { Page } from '@playwright/test'
import { changeRecord } from '../support/by-api.ts'
import { loseScripts, openOtherTab } from '../support/disturbances.ts'
import {
  endSessionOnServer,
  expect,
  type Kanat,
  sendSignInForm,
  signIn,
  storeLanguage,
  test,
} from '../support/kanat.ts'
import { agreeToLeave, bladeA, stage, storedFiles, TURBINE, waiting } from '../support/staged-work.ts'

interface Leaving {
  page: Page
  kanat: Kanat
}

interface Way {
  name: string
  /** Where the panel is opened before the turbine; the turbine itself by default. */
  from?: string
  /** Leaves the staged files in this way and comes back. Returns the tab that shows them then, if it is another one. */
  leave: (leaving: Leaving) => Promise<Page | undefined>
}

/** Every way to leave that keeps the files. @see docs/decisions/panel/uploads-that-wait.md */
const KEPT: Way[] = [
  {
    name: 'a link of the panel',
    leave: async ({ page }) => {
      await page.getByRole('navigation').getByRole('link', { name: 'Türbinler' }).click()
      await expect(page.getByRole('alertdialog')).toContainText('Dosyalar kaybolmaz')
      await agreeToLeave(page)
      await page.getByRole('link', { name: /Karaburun 4/ }).click()
      return undefined
    },
  },
  {
    name: 'Back and Forward',
    from: '/dashboard',
    leave: async ({ page }) => {
      await page.goBack()
      await expect(page).toHaveURL('/dashboard')
      await page.goForward()
      return undefined
    },
  },
  {
    name: 'a reload',
    leave: async ({ page }) => {
      await page.reload()
      return undefined
    },
  },
  {
    name: 'closing the tab',
    leave: async ({ page }) => {
      const next = await page.context().newPage()
      await page.close({ runBeforeUnload: true })
      await storeLanguage(next, 'tr')
      await next.goto(TURBINE)
      return next
    },
  },
  {
    name: 'a browser that is killed',
    leave: async ({ page }) => {
      const next = await page.context().newPage()
      await storeLanguage(next, 'tr')
      const devtools = await page.context().newCDPSession(page)
      const crashed = page.waitForEvent('crash')
      void devtools.send('Page.crash').catch(() => undefined)
      await crashed
      await next.goto(TURBINE)
      return next
    },
  },
  {
    name: 'the end of the session',
    leave: async ({ page, kanat }) => {
      await endSessionOnServer(page)
      await bladeA(page).getByRole('button', { name: '2 dosyayı yükle' }).click()
      await expect(page.getByText(/kaydedilmemiş çalışmanız/i)).toBeVisible()
      await sendSignInForm(page, kanat.admin)
      return undefined
    },
  },
  {
    name: 'another user who signs in',
    leave: async ({ page, kanat }) => {
      await signIn(page, kanat.operator, TURBINE)
      await expect(bladeA(page).getByRole('combobox', { name: 'Oda' })).toBeVisible()
      await expect(waiting(page, 2)).toBeHidden()
      await signIn(page, kanat.admin, TURBINE)
      return undefined
    },
  },
  {
    name: 'the simple view',
    leave: async ({ page }) => {
      await page.getByRole('radio', { name: 'Sade görünüm' }).click()
      await expect(page.getByText('2 dosya yüklenmeyi bekliyor')).toBeVisible()
      await expect(bladeA(page)).toBeHidden()
      await page.getByRole('radio', { name: 'Tam görünüm' }).click()
      return undefined
    },
  },
  {
    name: 'the simple view in another tab, of another turbine',
    leave: async ({ page }) => {
      const other = await openOtherTab(page, '/dashboard/turbine/2')
      await other.getByRole('radio', { name: 'Sade görünüm' }).click()
      await expect(
        other
          .getByRole('button', { name: 'Drone fotoğraflarını aç' })
          .or(other.getByText('Drone fotoğrafları'))
          .first(),
      ).toBeVisible()
      await expect.poll(() => page.evaluate(() => localStorage.getItem('kanat.turbine-mode'))).toBe('simple')
      await expect(bladeA(page)).toBeVisible()
      return undefined
    },
  },
  {
    name: 'a narrow window',
    leave: async ({ page }) => {
      await page.setViewportSize({ width: 768, height: 900 })
      await expect(page.getByRole('heading', { name: 'Pencere panel için çok dar' })).toBeVisible()
      await expect(bladeA(page)).toBeHidden()
      await page.setViewportSize({ width: 1440, height: 900 })
      await expect(page.getByRole('heading', { name: 'Pencere panel için çok dar' })).toBeHidden()
      return undefined
    },
  },
  {
    name: 'the other language and the other theme',
    leave: async ({ page }) => {
      const header = page.getByRole('banner')
      await header.getByRole('button', { name: 'English' }).click()
      await expect(page.getByText('2 files waiting to be uploaded')).toBeVisible()
      await header.getByRole('button', { name: 'Türkçe' }).click()
      await header.getByRole('button', { name: 'Koyu temaya geç' }).click()
      return undefined
    },
  },
  {
    name: 'a second tab that opens and leaves the turbine',
    leave: async ({ page }) => {
      const other = await openOtherTab(page, TURBINE)
      await expect(bladeA(other).getByRole('combobox', { name: 'Oda' })).toBeVisible()
      await other.getByRole('navigation').getByRole('link', { name: 'Türbinler' }).click()
      await expect(other).toHaveURL('/dashboard')
      await page.reload()
      return undefined
    },
  },
  {
    name: 'a part of the page whose script is lost',
    leave: async ({ page }) => {
      const restore = await loseScripts(page, /./)
      await page.keyboard.press('ControlOrMeta+k')
      await restore()
      await page.goto(TURBINE)
      return undefined
    },
  },
  {
    name: 'a role that changes',
    leave: async ({ page, kanat }) => {
      await changeRole(page, kanat, 'viewer')
      await page.reload()
      await expect(page.getByRole('heading', { level: 1, name: 'Karaburun 4' })).toBeVisible()
      await expect(waiting(page, 2)).toBeHidden()
      await changeRole(page, kanat, 'admin')
      await page.reload()
      return undefined
    },
  },
]

async function changeRole({ request }: Page, { superadmin, admin }: Kanat, role: string) {
  await changeRecord(request, superadmin, 'PUT', `/api/users/${admin.id}`, { role })
}

for (const { name, from, leave } of KEPT) {
  test(`staged photos are there again, for the same room, after ${name}`, async ({ page, kanat }) => {
    page.on('dialog', (dialog) => void dialog.accept())
    await storeLanguage(page, 'tr')
    await signIn(page, kanat.admin, from ?? TURBINE)
    if (from !== undefined) await page.goto(TURBINE)
    await stage(page, 'a.jpg', 'b.jpg')
    await expect(waiting(page, 2)).toBeVisible()
    const shown = (await leave({ page, kanat })) ?? page
    await expect(waiting(shown, 2)).toBeVisible()
    await bladeA(shown).getByRole('button', { name: '2 dosyayı yükle' }).click()
    await expect(shown.getByRole('button', { name: 'Kanat A, Mid-WW, 2 fotoğraf' })).toBeVisible()
    await expect.poll(() => storedFiles(shown)).toEqual([])
  })
}
