import type { Locator, Page } from '@playwright/test'
import { addFinding } from '../support/by-api.ts'
import { expect, signIn, storeLanguage, test } from '../support/kanat.ts'

// Its own date fields would show mm/dd/yyyy in both languages of the panel.
test.use({ locale: 'en-US' })

/** The day that has the focus in an open calendar. */
const activeDay = (calendar: Locator) => calendar.getByRole('grid').locator('button:focus')

/** Opens the form of a finding that is there. */
async function openForm(page: Page): Promise<{ dialog: Locator; due: Locator }> {
  await page.getByRole('button', { name: 'Düzenle', exact: true }).click()
  return formOf(page)
}

function formOf(page: Page): { dialog: Locator; due: Locator } {
  const dialog = page.getByRole('dialog', { name: /bulgusunu düzenle/ })
  return { dialog, due: dialog.getByLabel('Elle verilen son tarih', { exact: true }) }
}

test.beforeEach(async ({ kanat, request }) => {
  await addFinding(request, kanat.operator, { blade: 'A', side: 'LE', type: 'le-erosion', severity: 3 })
})

test('a due date is chosen by keyboard alone', async ({ page, kanat }) => {
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.admin, '/dashboard/turbine/1?finding=1')
  const { dialog, due } = await openForm(page)
  await expect(due).toHaveValue('')
  await expect(due).toHaveAttribute('placeholder', 'gg.aa.yyyy')
  await due.focus()
  await page.keyboard.type('21.11.2026')
  await page.keyboard.press('Alt+ArrowDown')
  const calendar = page.getByRole('dialog', { name: 'Elle verilen son tarih: takvim' })
  await expect(calendar.getByRole('grid', { name: 'Kasım 2026' })).toBeVisible()
  await expect(calendar.getByRole('columnheader')).toHaveText([
    'Pzt',
    'Sal',
    'Çar',
    'Per',
    'Cum',
    'Cmt',
    'Paz',
  ])
  await expect(activeDay(calendar)).toHaveText('21')
  await page.keyboard.press('Escape')
  await expect(calendar).toBeHidden()
  await expect(
    dialog.getByRole('button', { name: 'Takvimi aç', description: 'Elle verilen son tarih' }),
  ).toBeFocused()

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
  await expect(calendar.getByRole('grid', { name: 'Aralık 2026' })).toBeVisible()
  await expect(activeDay(calendar)).toHaveText('22')
  await page.keyboard.press('Shift+PageUp')
  await expect(calendar.getByLabel('Yıl', { exact: true })).toHaveValue('2025')
  await page.keyboard.press('Shift+PageDown')

  // The grid is one tab stop, and the focus stays in the calendar.
  await page.keyboard.press('Shift+Tab')
  await expect(calendar.getByRole('button', { name: 'Sonraki ay' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(activeDay(calendar)).toHaveText('22')
  await page.keyboard.press('Tab')
  await expect(calendar.getByRole('grid').locator(':focus')).toHaveCount(0)
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(calendar.getByRole('button', { name: /^24 Aralık 2026 Perşembe$/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(calendar).toBeHidden()
  await expect(due).toHaveValue('24.12.2026')
  await expect(
    dialog.getByRole('button', { name: 'Takvimi aç', description: 'Elle verilen son tarih' }),
  ).toBeFocused()

  await dialog.getByRole('textbox', { name: /^Son tarihin gerekçesi/ }).fill('Vinç')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect.poll(() => storedDue(page)).toBe('2026-12-24')
})

test('a filter is chosen with the mouse, and cleared', async ({ page, kanat }) => {
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.superadmin, '/dashboard/audit?to=2026-12-21')
  const field = page.getByLabel('Bitiş', { exact: true })
  await expect(field).toHaveValue('21.12.2026')
  // The error of a field that the click leaves moves the others, but only after the click.
  await page.getByLabel('Başlangıç', { exact: true }).fill('21.11.26')
  const open = page.getByRole('button', { name: 'Takvimi aç', description: 'Bitiş' })
  await open.click()
  const calendar = page.getByRole('dialog', { name: 'Bitiş: takvim' })
  await expect(page.getByText('Yılı dört rakamla yazın: 21.11.2026')).toBeVisible()
  await calendar.getByLabel('Ay', { exact: true }).selectOption('11')
  await calendar.getByRole('button', { name: 'Önceki ay' }).click()
  await calendar.getByLabel('Ay', { exact: true }).selectOption('Kasım')
  await expect(calendar.getByRole('grid', { name: 'Kasım 2026' })).toBeVisible()
  await calendar.getByRole('button', { name: '5 Kasım 2026 Perşembe', exact: true }).click()
  await expect(calendar).toBeHidden()
  await expect(page).toHaveURL('/dashboard/audit?to=2026-11-05')
  await expect(page.getByLabel('Bitiş', { exact: true })).toHaveValue('05.11.2026')
})

test('the button closes the calendar again, and so does a click beside it', async ({ page, kanat }) => {
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.admin, '/dashboard/turbine/1?finding=1')
  const { dialog, due } = await openForm(page)
  const open = dialog.getByRole('button', { name: 'Takvimi aç', description: 'Elle verilen son tarih' })
  const calendar = page.getByRole('dialog', { name: 'Elle verilen son tarih: takvim' })
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
  await calendar.getByRole('button', { name: 'Tarihi sil' }).click()
  await expect(due).toHaveValue('')
})

test('a wrong day stays as it was typed, says why and saves nothing', async ({ page, kanat }) => {
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.admin, '/dashboard/turbine/1?finding=1')
  const { dialog, due } = await openForm(page)
  await due.fill('11/21/2026')
  await dialog.getByRole('textbox', { name: /^Son tarihin gerekçesi/ }).fill('Vinç')
  await expect(due).toHaveAccessibleDescription('Böyle bir gün yok. Gün, ay, yıl sırasıyla yazın: 21.11.2026')
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await expect(due).toBeFocused()
  await expect(dialog.getByText('Böyle bir gün yok. Gün, ay, yıl sırasıyla yazın: 21.11.2026')).toHaveCount(1)
  await page.reload()
  const opened = formOf(page)
  await expect(opened.due).toHaveValue('11/21/2026')
  await opened.due.fill('24.12.26')
  await page.keyboard.press('Enter')
  await expect(opened.due).toHaveAccessibleDescription('Yılı dört rakamla yazın: 21.11.2026')
  await expect.poll(() => storedDue(page)).toBeNull()
  await opened.due.fill('2026-12-24')
  await page.keyboard.press('Enter')
  await expect(opened.dialog).toBeHidden()
  await expect.poll(() => storedDue(page)).toBe('2026-12-24')
})

/** The due date of the finding on the server. */
async function storedDue(page: Page): Promise<string | null> {
  const token = await page.evaluate(() => localStorage.getItem('kanat.token'))
  const answer = await page.request.get('/api/turbines/1/findings', {
    headers: { Authorization: `Bearer ${token}` },
  })
  return (await answer.json()).data[0].own_due_on
}
