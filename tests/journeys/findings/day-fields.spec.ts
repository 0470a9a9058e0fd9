import type { Locator, Page } from '@playwright/test'
import type { Language } from '#domain/text/language.ts'
import { expectAccessible } from '../support/axe.ts'
import { addFinding } from '../support/by-api.ts'
import { expect, signIn, storeLanguage, test } from '../support/kanat.ts'

// Its own date fields would show mm/dd/yyyy in both languages of the panel.
test.use({ locale: 'en-US' })

const WORDS = {
  tr: {
    placeholder: 'gg.aa.yyyy',
    edit: 'Düzenle',
    editing: /bulgusunu düzenle/,
    due: 'Elle verilen son tarih',
    reason: /^Son tarihin gerekçesi/,
    save: 'Kaydet',
    open: 'Takvimi aç',
    calendar: 'Elle verilen son tarih: takvim',
    untilCalendar: 'Bitiş: takvim',
    since: 'Başlangıç',
    until: 'Bitiş',
    month: 'Ay',
    year: 'Yıl',
    earlier: 'Önceki ay',
    later: 'Sonraki ay',
    cancel: 'İptal',
    clear: 'Tarihi sil',
    weekdays: ['Pzt', 'Sal', 'Çar', 'Per', 'Cum', 'Cmt', 'Paz'],
    november: 'Kasım 2026',
    december: 'Aralık 2026',
    chosen: /^24 Aralık 2026 Perşembe$/,
    sign: '.',
    noSuchDay: 'Böyle bir gün yok. Gün, ay, yıl sırasıyla yazın: 21.11.2026',
    shortYear: 'Yılı dört rakamla yazın: 21.11.2026',
  },
  en: {
    placeholder: 'dd/mm/yyyy',
    edit: 'Edit',
    editing: /^Edit A-LE-001$/,
    due: 'Due date set by hand',
    reason: /^Reason for the due date/,
    save: 'Save',
    open: 'Open the calendar',
    calendar: 'Due date set by hand: calendar',
    untilCalendar: 'Until: calendar',
    since: 'From',
    until: 'Until',
    month: 'Month',
    year: 'Year',
    earlier: 'Previous month',
    later: 'Next month',
    cancel: 'Cancel',
    clear: 'Clear the date',
    weekdays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
    november: 'November 2026',
    december: 'December 2026',
    chosen: /^Thursday,? 24 December 2026$/,
    sign: '/',
    noSuchDay: 'There is no such day. Enter day, month and year in this order: 21/11/2026',
    shortYear: 'Enter the year with four digits: 21/11/2026',
  },
} as const

type Words = (typeof WORDS)[Language]

/** The day that has the focus in an open calendar. */
const activeDay = (calendar: Locator) => calendar.getByRole('grid').locator('button:focus')

/** Opens the form of a finding that is there. */
async function openForm(page: Page, words: Words): Promise<{ dialog: Locator; due: Locator }> {
  await page.getByRole('button', { name: words.edit, exact: true }).click()
  return formOf(page, words)
}

function formOf(page: Page, words: Words): { dialog: Locator; due: Locator } {
  const dialog = page.getByRole('dialog', { name: words.editing })
  return { dialog, due: dialog.getByLabel(words.due, { exact: true }) }
}

test.beforeEach(async ({ kanat, request }) => {
  await addFinding(request, kanat.operator, { blade: 'A', side: 'LE', type: 'le-erosion', severity: 3 })
})

for (const [language, words] of Object.entries(WORDS) as [Language, Words][]) {
  const written = (day: string) => day.split('-').reverse().join(words.sign)

  test(`a due date is chosen by keyboard alone, and Escape closes the calendar and not the form (${language})`, async ({
    page,
    kanat,
  }) => {
    await storeLanguage(page, language)
    await signIn(page, kanat.admin, '/dashboard/turbine/1?finding=1')
    const { dialog, due } = await openForm(page, words)
    await expect(due).toHaveValue('')
    await expect(due).toHaveAttribute('placeholder', words.placeholder)
    await due.focus()
    await page.keyboard.type(written('2026-11-21'))
    await page.keyboard.press('Alt+ArrowDown')
    const calendar = page.getByRole('dialog', { name: words.calendar })
    await expect(calendar.getByRole('grid', { name: words.november })).toBeVisible()
    await expect(calendar.getByRole('columnheader')).toHaveText([...words.weekdays])
    await expect(activeDay(calendar)).toHaveText('21')
    await page.keyboard.press('Escape')
    await expect(calendar).toBeHidden()
    await expect(dialog.getByRole('button', { name: words.open, description: words.due })).toBeFocused()

    await page.keyboard.press('Enter')
    await expect(activeDay(calendar)).toHaveText('21')
    for (const [key, day] of [
      ['Home', '16'],
      ['End', '22'],
      ['ArrowUp', '15'],
      ['ArrowLeft', '14'],
      ['ArrowRight', '15'],
      ['ArrowDown', '22'],
    ] as const) {
      await page.keyboard.press(key)
      await expect(activeDay(calendar)).toHaveText(day)
    }
    await page.keyboard.press('PageDown')
    await expect(calendar.getByRole('grid', { name: words.december })).toBeVisible()
    await expect(activeDay(calendar)).toHaveText('22')
    await page.keyboard.press('Shift+PageUp')
    await expect(calendar.getByLabel(words.year, { exact: true })).toHaveValue('2025')
    await page.keyboard.press('Shift+PageDown')

    // The grid is one tab stop, and the focus stays in the calendar.
    await page.keyboard.press('Shift+Tab')
    await expect(calendar.getByRole('button', { name: words.later })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(activeDay(calendar)).toHaveText('22')
    await page.keyboard.press('Tab')
    await expect(calendar.getByRole('grid').locator(':focus')).toHaveCount(0)
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(calendar.getByRole('button', { name: words.chosen })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(calendar).toBeHidden()
    await expect(due).toHaveValue(written('2026-12-24'))
    await expect(dialog.getByRole('button', { name: words.open, description: words.due })).toBeFocused()

    await dialog.getByRole('textbox', { name: words.reason }).fill('Vinç')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect.poll(() => storedDue(page)).toBe('2026-12-24')
  })

  test(`a filter is chosen with the mouse, and cleared (${language})`, async ({ page, kanat }) => {
    await storeLanguage(page, language)
    await signIn(page, kanat.superadmin, '/dashboard/audit?to=2026-12-21')
    const field = page.getByLabel(words.until, { exact: true })
    await expect(field).toHaveValue(written('2026-12-21'))
    // The error of a field that the click leaves moves the others, but only after the click.
    await page.getByLabel(words.since, { exact: true }).fill('21.11.26')
    const open = page.getByRole('button', { name: words.open, description: words.until })
    await open.click()
    const calendar = page.getByRole('dialog', { name: words.untilCalendar })
    await expect(page.getByText(words.shortYear)).toBeVisible()
    await calendar.getByLabel(words.month, { exact: true }).selectOption('11')
    await calendar.getByRole('button', { name: words.earlier }).click()
    await calendar
      .getByLabel(words.month, { exact: true })
      .selectOption({ label: words.november.split(' ')[0] ?? '' })
    await expect(calendar.getByRole('grid', { name: words.november })).toBeVisible()
    await expectAccessible(page, true)
    // The check of the languages ends in Turkish.
    const turkish = page.getByRole('dialog', { name: WORDS.tr.untilCalendar })
    await turkish.getByRole('button', { name: '5 Kasım 2026 Perşembe', exact: true }).click()
    await expect(turkish).toBeHidden()
    await expect(page).toHaveURL('/dashboard/audit?to=2026-11-05')
    await expect(page.getByLabel(WORDS.tr.until, { exact: true })).toHaveValue('05.11.2026')
  })

  test(`the button closes the calendar again, and so does a click beside it (${language})`, async ({
    page,
    kanat,
  }) => {
    await storeLanguage(page, language)
    await signIn(page, kanat.admin, '/dashboard/turbine/1?finding=1')
    const { dialog, due } = await openForm(page, words)
    const open = dialog.getByRole('button', { name: words.open, description: words.due })
    const calendar = page.getByRole('dialog', { name: words.calendar })
    // While the calendar is open, the form behind it has no roles; a mouse reaches it all the same.
    const pointAt = async (target: Locator) => {
      const box = await target.boundingBox()
      if (!box) throw new Error('It is not on the screen.')
      return [box.x + box.width / 2, box.y + box.height / 2] as const
    }
    await due.scrollIntoViewIfNeeded()
    const [button, heading] = [await pointAt(open), await pointAt(dialog.getByRole('heading').first())]
    await page.mouse.click(...button)
    await expect(calendar.locator('[aria-current=date]')).toBeFocused()
    await page.mouse.click(...button)
    await expect(calendar).toBeHidden()
    await page.mouse.click(...button)
    await expect(calendar).toBeVisible()
    await page.mouse.click(...heading)
    await expect(calendar).toBeHidden()
    await expect(dialog).toBeVisible()
    await open.click()
    await calendar.locator('[aria-current=date]').click()
    await expect(due).toHaveValue(/^\d\d[./]\d\d[./]\d{4}$/)
    await open.click()
    await calendar.getByRole('button', { name: words.clear }).click()
    await expect(due).toHaveValue('')
  })

  test(`a wrong day stays as it was typed, also after a reload, says why and saves nothing (${language})`, async ({
    page,
    kanat,
  }) => {
    await storeLanguage(page, language)
    await signIn(page, kanat.admin, '/dashboard/turbine/1?finding=1')
    const { dialog, due } = await openForm(page, words)
    await due.fill('11/21/2026')
    await dialog.getByRole('textbox', { name: words.reason }).fill('Vinç')
    await expect(due).toHaveAccessibleDescription(words.noSuchDay)
    await dialog.getByRole('button', { name: words.save }).click()
    await expect(due).toBeFocused()
    await expect(dialog.getByText(words.noSuchDay)).toHaveCount(1)
    await expectAccessible(page)
    await page.reload()
    const opened = formOf(page, WORDS.tr)
    await expect(opened.due).toHaveValue('11/21/2026')
    await opened.due.fill('24.12.26')
    await page.keyboard.press('Enter')
    await expect(opened.due).toHaveAccessibleDescription(WORDS.tr.shortYear)
    await expect.poll(() => storedDue(page)).toBeNull()
    await opened.due.fill('2026-12-24')
    await page.keyboard.press('Enter')
    await expect(opened.dialog).toBeHidden()
    await expect.poll(() => storedDue(page)).toBe('2026-12-24')
  })
}

/** The due date of the finding on the server. */
async function storedDue(page: Page): Promise<string | null> {
  const token = await page.evaluate(() => localStorage.getItem('kanat.token'))
  const answer = await page.request.get('/api/turbines/1/findings', {
    headers: { Authorization: `Bearer ${token}` },
  })
  return (await answer.json()).data[0].own_due_on
}
