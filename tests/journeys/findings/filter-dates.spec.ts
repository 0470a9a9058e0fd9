import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Language } from '#domain/text/language.ts'
import { typedDay } from '#domain/time/typed-day.ts'
import { addFinding } from '../support/by-api.ts'
import { expect, signIn, storeLanguage, test } from '../support/kanat.ts'

/** The names of the fields of the log and of the list of findings. */
const NAMES = {
  tr: {
    partial: 'Günü, ayı ve yılı yazın: 21.11.2026',
    day: '21.11.2026',
    other: '21.11.2025',
    january: '31.01.2026',
    clear: 'Tarihi sil',
    since: 'Başlangıç',
    until: 'Bitiş',
    dueFrom: 'Son tarih: başlangıç',
    dueUntil: 'Son tarih: bitiş',
    list: 'Bulguların listesi',
    turbines: 'Türbinler',
  },
  en: {
    partial: 'Enter day, month and year: 21/11/2026',
    day: '21/11/2026',
    other: '21/11/2025',
    january: '31/01/2026',
    clear: 'Clear the date',
    since: 'From',
    until: 'Until',
    dueFrom: 'Due from',
    dueUntil: 'Due until',
    list: 'List of findings',
    turbines: 'Turbines',
  },
} as const

// Its own date fields would show mm/dd/yyyy in both languages of the panel.
test.use({ locale: 'en-US' })

/** How often the address of the page changes from now on. */
async function countAddresses(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    const replace = history.replaceState.bind(history)
    history.replaceState = (state, unused, url) => {
      const before = location.search
      replace(state, unused, url)
      if (location.search !== before) seen.push(location.search)
    }
  })
  return () => page.evaluate(() => (window as unknown as { seen: string[] }).seen)
}

for (const [language, words] of Object.entries(NAMES)) {
  test(`a date is typed by keyboard into the filters of the log, and the address changes once (${language})`, async ({
    page,
    kanat,
  }) => {
    const { since, until, day, other } = words
    await storeLanguage(page, language as Language)
    await signIn(page, kanat.superadmin, '/dashboard/audit')
    const field = page.getByLabel(since, { exact: true })
    await expect(field).toHaveValue('')
    await field.focus()
    const addresses = await countAddresses(page)
    await page.keyboard.type(day.slice(0, -1))
    await expect(field).toHaveValue(day.slice(0, -1))
    await expect.poll(addresses).toEqual([])
    await page.keyboard.type(day.slice(-1))
    await expect(page).toHaveURL('/dashboard/audit?from=2026-11-21')
    await expect.poll(addresses).toEqual(['?from=2026-11-21'])
    await expect(field).toHaveValue(day)

    // The other day may be before the first one: then nothing is found, and both can be seen. Digits are enough, as in the field of a browser.
    await page.getByLabel(until, { exact: true }).focus()
    await page.keyboard.type('21112025')
    await expect(page).toHaveURL('/dashboard/audit?from=2026-11-21&to=2025-11-21')
    await page.keyboard.press('Tab')
    await expect(page.getByLabel(until, { exact: true })).toHaveValue(other)

    await page.reload()
    await expect(field).toHaveValue(day)
    await field.focus()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL('/dashboard/audit?to=2025-11-21')
    await expect(field).toHaveValue('')
    await page.getByRole('button', { name: words.clear, description: until }).click()
    await expect(page).toHaveURL('/dashboard/audit')
    await expect(page.getByLabel(until, { exact: true })).toBeFocused()
  })

  test(`a part of a date stays in the field, and Back shows the date of the address (${language})`, async ({
    page,
    kanat,
  }) => {
    const { partial, dueFrom, turbines, january } = words
    await storeLanguage(page, language as Language)
    await signIn(page, kanat.admin, '/dashboard/findings?due_from=2026-01-31')
    const field = page.getByLabel(dueFrom, { exact: true })
    await expect(field).toHaveValue(january)
    await field.focus()
    await page.keyboard.press('End')
    for (let digit = 0; digit < 5; digit++) await page.keyboard.press('Backspace')
    await expect(page).toHaveURL('/dashboard/findings?due_from=2026-01-31')
    await expect(field).not.toHaveAttribute('aria-invalid')
    await page.getByRole('heading', { level: 1 }).click()
    await expect(field).toHaveValue(january.slice(0, -5))
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(partial)

    // Another screen, and back to this one.
    await page.getByRole('link', { name: turbines, exact: true }).click()
    await expect(page).toHaveURL('/dashboard')
    await expect(field).toHaveCount(0)
    await page.goBack()
    await expect(field).toHaveValue(january)
  })

  test(`the last day of the due dates is in the list, its address and its file (${language})`, async ({
    page,
    kanat,
  }) => {
    for (const own_due_on of ['2027-03-30', '2027-03-31', '2027-04-01'])
      await addFinding(page.request, kanat.admin, {
        type: 'oil',
        blade: 'A',
        side: 'PS',
        own_due_on,
        due_reason: own_due_on,
      })
    const { dueFrom, dueUntil, list } = words
    await storeLanguage(page, language as Language)
    await signIn(page, kanat.admin, '/dashboard/findings')
    const rows = page.getByRole('table', { name: list }).getByRole('row')
    await page.getByLabel(dueFrom, { exact: true }).fill('2027-03-31')
    await expect(rows).toHaveCount(3)
    await page.getByLabel(dueUntil, { exact: true }).fill('2027-03-31')
    await expect(rows).toHaveCount(2)
    await expect(page).toHaveURL('/dashboard/findings?due_from=2027-03-31&due_before=2027-04-01')
    await page.reload()
    await expect(page.getByLabel(dueUntil, { exact: true })).toHaveValue(typedDay(language, '2027-03-31'))
    await expect(rows).toHaveCount(2)

    const saved = page.waitForEvent('download')
    await page
      .getByRole('button', { name: language === 'tr' ? '1 bulguyu dışa aktar' : 'Export 1 finding' })
      .click()
    await page.getByRole('menuitem', { name: /CSV/ }).click()
    const file = await readFile(await (await saved).path(), 'utf8')
    expect(file.match(/2027-0\d-\d\d/g)?.filter((day) => day !== '2027-03-31')).toEqual([])
    expect(file).toContain('2027-03-31')
  })
}
