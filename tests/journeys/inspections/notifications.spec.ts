import type { APIRequestContext, Page } from '@playwright/test'
import { expectNoViolations } from '../support/axe.ts'
import { addFinding, addRecord, publishInspection, uploadPhotos } from '../support/by-api.ts'
import { expect, type Kanat, signIn, storeLanguage, test } from '../support/kanat.ts'
import { findUnderChatButton, prepareLayoutChecks } from '../support/layout.ts'

const PAGE = '/dashboard/turbine/1'
const YEAR = new Date().getFullYear()
const OIL = { type: 'oil', blade: 'A', side: 'SS', year: YEAR } as const
/** How often the bell asks, in milliseconds. */
const ASKED_EVERY_MS = 60_000

const bell = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: /^(Bildirimler|Notifications)/ })
const drawer = (page: Page) => page.getByRole('dialog', { name: /^(Bildirimler|Notifications)$/ })
const heading = (page: Page) => page.getByRole('main').locator('header').first()

/** Adds a photo and findings of these severities. @returns the numbers of the findings */
async function inspect(request: APIRequestContext, { operator }: Kanat, severities: (2 | 3 | 4 | 5)[]) {
  await uploadPhotos(request, operator, ['a1.jpg'])
  const numbers: string[] = []
  for (const [place, severity] of severities.entries())
    numbers.push((await addFinding(request, operator, { ...OIL, severity, from_m: 10 + 5 * place })).number)
  return numbers
}

test('a customer is told of a publication, opens it, and switches the kind off', async ({
  page,
  request,
  kanat,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await prepareLayoutChecks(page)
  const [mild, worst, third, second] = await inspect(request, kanat, [2, 5, 3, 4])
  await page.clock.install()
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.customer, PAGE)
  await expect(heading(page)).toContainText('Değerlendirilmedi')
  await bell(page).click()
  await expect(drawer(page).getByRole('heading', { name: 'Bildirim yok' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toBeHidden()
  await expect(bell(page)).toBeFocused()

  await publishInspection(request, kanat.operator, YEAR)
  await page.clock.runFor(ASKED_EVERY_MS)
  await expect(bell(page)).toHaveAccessibleName('Bildirimler, 1 okunmamış')
  await expect(page.getByRole('banner').getByText('1', { exact: true })).toBeVisible()
  await bell(page).click()
  const told = drawer(page).getByRole('link', { name: `Karaburun 4: ${YEAR} denetimi yayınlandı, sürüm 1` })
  await expect(told).toContainText('Durdurulmalı')
  await expect(told).toContainText(new RegExp(`${worst}.*${second}.*${third}`))
  await expect(told).not.toContainText(mild ?? '')
  await expect(told).toContainText('okunmadı')
  await expectNoViolations(page)
  await expect.poll(() => findUnderChatButton(page)).toEqual([])

  // The page of the turbine shows what is published without being loaded anew.
  await told.click()
  await expect(drawer(page)).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`${PAGE}\\?year=${YEAR}`))
  await expect(heading(page)).toContainText('Durdurulmalı')
  await expect(bell(page)).toHaveAccessibleName('Bildirimler')
  await bell(page).click()
  await expect(told).toBeVisible()
  await expect(told).not.toContainText('okunmadı')

  // The same kind is still told by mail.
  const settings = drawer(page).getByRole('button', { name: 'Bildirim ayarları' })
  await settings.click()
  const inPanel = drawer(page).getByRole('checkbox', { name: 'Yayınlanan denetimler, Panelde' })
  await expect(inPanel).toBeChecked()
  await expectNoViolations(page)
  await inPanel.press('Space')
  await expect(inPanel).not.toBeChecked()
  await expect(inPanel).toBeFocused()
  await expect(drawer(page).getByRole('heading', { name: 'Bildirim yok' })).toBeVisible()
  await addFinding(request, kanat.operator, { ...OIL, severity: 4, from_m: 40 })
  await publishInspection(request, kanat.operator, YEAR)
  await page.reload()
  await expect(drawer(page).getByRole('heading', { name: 'Bildirim yok' })).toBeVisible()
  await settings.click()
  await expect(inPanel).not.toBeChecked()
  await expect(drawer(page).getByRole('checkbox', { name: 'Yayınlanan denetimler, E-posta' })).toBeChecked()
})

test('the drawer is used by keyboard, and stays open while the screen beside it is used', async ({
  page,
  request,
  kanat,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await inspect(request, kanat, [3])
  const comments = `/api/turbines/1/comments`
  await addRecord(request, kanat.customer, comments, { comment: 'When is it repaired?' })
  await addRecord(request, kanat.operator, comments, { comment: 'Next week.' })
  await publishInspection(request, kanat.operator, YEAR)
  await page.setViewportSize({ width: 1024, height: 700 })
  await storeLanguage(page, 'en')
  await signIn(page, kanat.customer)
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread')
  await bell(page).focus()
  await page.keyboard.press('Enter')
  const told = drawer(page).getByRole('listitem').getByRole('link')
  await expect(told).toHaveCount(2)

  // The list is one tab stop.
  await told.first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(told.last()).toBeFocused()
  await expect(told.last()).toContainText('Next week.')
  await page.keyboard.press('Tab')
  await expect(drawer(page).getByRole('button', { name: 'Notification settings' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(told.last()).toBeFocused()

  await page.getByRole('textbox', { name: 'Search turbines' }).fill('Karaburun')
  await expect(page).toHaveURL(/q=Karaburun/)
  await expect(drawer(page)).toBeVisible()
  await drawer(page).getByRole('button', { name: 'Mark all as read' }).press('Enter')
  await expect(drawer(page).getByRole('button', { name: 'Mark all as read' })).toHaveCount(0)
  await expect(drawer(page)).toBeFocused()
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await page.getByRole('main').getByRole('link', { name: 'Karaburun 4' }).first().click()
  await expect(page).toHaveURL(PAGE)
  await expect(drawer(page)).toBeHidden()

  // The bell opens and closes it, and a comment opens those of its turbine.
  await bell(page).click()
  await expect(told).toHaveCount(2)
  await bell(page).click()
  await expect(drawer(page)).toBeHidden()
  await bell(page).click()
  await told.last().click()
  await expect(page.getByRole('dialog', { name: 'Comments' })).toContainText('Next week.')
  await expect(drawer(page)).toBeHidden()
})
