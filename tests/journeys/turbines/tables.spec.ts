import type { Page } from '@playwright/test'
import { expect, settled, signIn, storeLanguage, test } from '../support/kanat.ts'
import { resize } from '../support/layout.ts'
import { findTableFaults } from '../support/table-faults.ts'
import { addRecords, openScreen, TABLE_SCREENS } from '../support/table-screens.ts'

const WIDTHS = [1024, 1180, 1280, 1440, 1920, 2560]

for (const language of ['tr', 'en'] as const) {
  test(`tables keep names and actions at every width, in ${language}`, async ({ page, request, kanat }) => {
    await addRecords(request, kanat)
    await storeLanguage(page, language)
    await signIn(page, kanat.superadmin, '/dashboard?view=list')
    for (const path of TABLE_SCREENS) {
      await openScreen(page, path)
      for (const width of WIDTHS) {
        await resize(page, width)
        expect.soft(await settled(() => findTableFaults(page)), `${path} at ${width} px`).toEqual([])
      }
    }
  })
}

test('a table keeps its main columns, and marks what is open', async ({ page, request, kanat }) => {
  await addRecords(request, kanat)
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.superadmin, '/dashboard/users')
  await resize(page, 1024)
  await expect(page.getByRole('columnheader', { name: 'Şirket' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Son giriş' })).toBeHidden()

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/dashboard/turbine/1?year=2026&section=findings')
  const table = page.getByRole('table', { name: 'Bulgular' })
  await expect(table.getByRole('columnheader', { name: 'Yıl' })).toBeVisible()
  await table.getByRole('button', { name: 'A-LE-001' }).click()
  await expect(page.getByRole('dialog', { name: 'A-LE-001' })).toBeVisible()
  await expect(table.getByRole('columnheader', { name: 'Yıl' })).toBeHidden()
  const current = table.locator('[aria-current]')
  await expect(current).toHaveCount(1)
  await expect(current).toContainText('A-LE-001')
})

/** Two edges of boxes in CSS pixels, of what sticks lowest and of the head of the last table, and what covers the lowest one. */
function readSticking(page: Page, edge: 'top' | 'bottom') {
  return page.evaluate((edge) => {
    // The page is long enough to scroll the table to any place.
    document.body.style.paddingBottom = '3000px'
    const table = [...document.querySelectorAll('table')].at(-1) as HTMLElement
    const bars = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => {
      const { position, top } = getComputedStyle(element)
      return position === 'sticky' && top !== 'auto' && !element.closest('table')
    })
    const lowestEdge = () => Math.max(...bars.map((bar) => bar.getBoundingClientRect().bottom))
    scrollTo({ top: scrollY + table.getBoundingClientRect().top - 40, behavior: 'instant' })
    // The head leaves with the end of its table, below the bars.
    if (edge === 'bottom')
      scrollBy({ top: table.getBoundingClientRect().bottom - lowestEdge() - 12, behavior: 'instant' })
    const covering = bars.flatMap((bar) => {
      const { left, right, bottom } = bar.getBoundingClientRect()
      const there = [0.2, 0.5, 0.8].map((part) =>
        document.elementFromPoint(left + part * (right - left), bottom - 3),
      )
      return there.filter((element) => !bar.contains(element)).map((element) => element?.outerHTML)
    })
    const head = table.querySelector('th')?.getBoundingClientRect().top
    return { bars: bars.length, lowest: lowestEdge(), head, covering }
  }, edge)
}

test('what sticks at the top lies one below the other', async ({ page, request, kanat }) => {
  await addRecords(request, kanat)
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.superadmin, '/dashboard?view=list')
  for (const path of TABLE_SCREENS.filter((path) => !path.includes('finding='))) {
    await openScreen(page, path)
    await expect.poll(() => readSticking(page, 'bottom'), path).toMatchObject({ covering: [] })
    const { bars, lowest, head } = await settled(() => readSticking(page, 'top'))
    expect(bars, path).toBe(path.includes('/turbine/1?') ? 2 : 1)
    expect(head, path).toBeCloseTo(lowest, 1)
  }
})
