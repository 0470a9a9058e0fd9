import type { Locator, Page } from '@playwright/test'
import type { Account } from '../../support/accounts.ts'
import { jpeg } from '../../support/builders.ts'
import { signInByApi, uploadNamed } from '../support/by-api.ts'
import { provoke } from '../support/console-errors.ts'
import { expect, lightboxOf, openTab, settled, signIn, storeLanguage, test } from '../support/kanat.ts'

const PAGE = '/dashboard/turbine/1'
const PHOTO = await jpeg({ width: 1200, height: 800 })

/** Uploads photos with these names into a room. */
const upload = (page: Page, account: Account, names: string[], place: Record<string, string>) =>
  uploadNamed(page.request, account, Object.fromEntries(names.map((name) => [name, PHOTO])), place)

const name = (lightbox: Locator) => lightbox.getByRole('heading', { level: 2 })
const opener = (page: Page, photo: string) => page.getByRole('button', { name: `Open ${photo}` })

test('the open photo is in the address: a reload keeps it, Back closes it, a link opens it', async ({
  page,
  context,
  kanat,
}) => {
  await storeLanguage(page, 'en')
  const [third, , first] = await upload(page, kanat.admin, ['c.jpg', 'b.jpg', 'a.jpg'], {
    blade: 'B',
    room: '3',
    year: '2025',
  })
  await signIn(page, kanat.admin)
  await page.getByRole('link', { name: /Karaburun 4/ }).click()
  await openTab(page, 'Photos')
  await expect(opener(page, 'a.jpg')).toBeVisible()
  const scrolled = () => page.evaluate(() => window.scrollY)
  // The page grows while its parts load; before that, its end is higher up.
  const scroll = async () => {
    await page.mouse.wheel(0, 750 - (await scrolled()))
    return settled(scrolled)
  }
  await expect.poll(scroll).toBe(750)
  // The address names the tab before the photo opens.
  await expect(page).toHaveURL(`${PAGE}?section=map`)
  await opener(page, 'a.jpg').click()
  const lightbox = lightboxOf(page)
  await expect(lightbox.getByText('1 / 3')).toBeVisible()
  await expect(page).toHaveURL(`${PAGE}?section=map&photo=${first?.id}`)
  await expect(lightbox).toBeFocused()

  // Going through the photos replaces the history entry; after the last photo comes the first.
  await page.keyboard.press('ArrowLeft')
  await expect(name(lightbox)).toHaveText('c.jpg')
  await expect(page).toHaveURL(`${PAGE}?section=map&photo=${third?.id}`)
  await page.keyboard.press('ArrowRight')
  await expect(name(lightbox)).toHaveText('a.jpg')
  await page.keyboard.press('End')
  await expect(name(lightbox)).toHaveText('c.jpg')
  await page.keyboard.press('Home')
  await expect(name(lightbox)).toHaveText('a.jpg')
  await page.keyboard.press('ArrowRight')
  await expect(name(lightbox)).toHaveText('b.jpg')
  await page.reload()
  await expect(name(lightbox)).toHaveText('b.jpg')
  await expect.poll(scrolled).toBe(750)

  await page.goBack()
  await expect(lightbox).toBeHidden()
  await expect.poll(scrolled).toBe(750)
  await expect(page).toHaveURL(`${PAGE}?section=map`)
  await expect(opener(page, 'b.jpg')).toBeFocused()
  await page.goForward()
  await expect(name(lightbox)).toHaveText('b.jpg')
  await expect(lightbox).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(lightbox).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL('/dashboard')

  const link = await context.newPage()
  await link.goto(`${PAGE}?photo=${third?.id}`)
  await expect(name(lightboxOf(link))).toHaveText('c.jpg')
  await expect(lightboxOf(link)).toBeFocused()
  await link.keyboard.press('Escape')
  await expect(link).toHaveURL(`${PAGE}?section=map`)
  await expect(opener(link, 'c.jpg')).toBeFocused()
  await expect(
    link.getByRole('region', { name: 'Blade B' }).getByRole('combobox', { name: 'Room' }),
  ).toHaveValue('3')
})

test('a link to a deleted photo says so, and deleting it again succeeds', async ({ page, kanat }) => {
  provoke(page, 404)
  await storeLanguage(page, 'en')
  const photos = await upload(page, kanat.admin, ['a.jpg', 'b.jpg'], { blade: 'A', room: '1', year: '2026' })
  const missing = page.getByText('This photo no longer exists')
  await signIn(page, kanat.admin, `${PAGE}?photo=99999`)
  await expect(missing).toBeVisible()
  await expect(opener(page, 'a.jpg')).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(missing).toBeHidden()
  await expect(page).toHaveURL(`${PAGE}?section=map`)

  await opener(page, 'a.jpg').click()
  await expect(lightboxOf(page)).toBeFocused()
  const headers = await signInByApi(page.request, kanat.admin)
  const key = encodeURIComponent(photos[0]?.key ?? '')
  await page.request.delete(`/api/turbines/1/photos?key=${key}`, { headers })
  // The photo is already deleted, so the deletion counts as a success.
  await page.keyboard.press('Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(name(lightboxOf(page))).toHaveText('b.jpg')
  await expect(page.getByText('Photo deleted')).toBeVisible()
  await expect(missing).toBeHidden()
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(lightboxOf(page)).toBeHidden()

  for (const bad of ['abc', '-1', '0', '1.5', '']) {
    await page.goto(`${PAGE}?section=map&photo=${bad}`)
    await expect(opener(page, 'b.jpg')).toBeVisible()
    await expect(missing).toBeHidden()
    await expect(lightboxOf(page)).toBeHidden()
  }
})

test('a link opens a photo of another category', async ({ page, kanat }) => {
  await storeLanguage(page, 'en')
  const [drone] = await upload(page, kanat.admin, ['drone.jpg'], { category: 'drone', year: '2026' })
  await signIn(page, kanat.customer, `${PAGE}?photo=${drone?.id}`)
  await expect(name(lightboxOf(page))).toHaveText('drone.jpg')
  await expect(lightboxOf(page).getByText('1 / 1')).toBeVisible()
})

test('a button or the key I opens the details of a photo, and they stay open', async ({ page, kanat }) => {
  await storeLanguage(page, 'en')
  await upload(page, kanat.admin, ['b.jpg', 'a.jpg'], { blade: 'A', room: '1', year: '2026' })
  await signIn(page, kanat.admin)
  await page.getByRole('link', { name: /Karaburun 4/ }).click()
  await openTab(page, 'Photos')
  await opener(page, 'a.jpg').click()
  const lightbox = lightboxOf(page)
  const details = lightbox.getByRole('region', { name: 'Details' })
  await expect(lightbox).toBeFocused()
  await expect(details).toBeHidden()
  await page.keyboard.press('i')
  await expect(details).toContainText('a.jpg')
  await expect(details).toContainText('Root-WW')
  await expect(details).toContainText('1200 × 800')
  await expect(details).toContainText('Ada Yel')
  await page.keyboard.press('ArrowRight')
  await expect(details).toContainText('b.jpg')

  await page.reload()
  await expect(details).toContainText('b.jpg')
  const button = lightbox.getByRole('button', { name: 'Details' })
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  await button.click()
  await expect(details).toBeHidden()
  await page.reload()
  await expect(name(lightbox)).toHaveText('b.jpg')
  await expect(details).toBeHidden()
})
