import type { Locator } from '@playwright/test'
import { laterDay, todayIn } from '#domain/time/today.ts'
import { addFinding } from '../support/by-api.ts'
import { expect, signIn, storeLanguage, test } from '../support/kanat.ts'

const TODAY = todayIn('Europe/Istanbul')

for (const [language, charts, late] of [
  ['tr', ['Yıllara göre', 'Son tarihlere göre'], 'Gecikmiş'],
  ['en', ['By year', 'By due date'], 'Overdue'],
] as const) {
  test(`no caption of a chart is cut or covers another one (${language})`, async ({
    page,
    request,
    kanat,
  }) => {
    await storeLanguage(page, language)
    const erosion = { blade: 'B', side: 'LE', type: 'le-erosion', due_reason: 'Vinç sahada.' } as const
    // One is overdue, some are due in the months to come, and one later.
    for (const [index, year] of [2019, 2021, 2024, 2026].entries())
      await addFinding(request, kanat.operator, {
        ...erosion,
        from_m: 10 + index,
        severity: 3,
        year,
        found_on: `${year}-05-10`,
        own_due_on: laterDay(TODAY, index * 170 - 1),
      })
    for (const width of [1024, 1440, 2560]) {
      await page.setViewportSize({ width, height: 900 })
      if (width === 1024) await signIn(page, kanat.admin, '/dashboard/findings?view=charts')
      for (const name of charts) {
        const chart = page.getByRole('group', { name, exact: true })
        await expect(chart.getByRole('link').first()).toBeVisible()
        await expect.poll(() => findCutCaptions(chart), `${name}, ${width} px`).toEqual([])
      }
      await expect(
        page.getByRole('group', { name: charts[1], exact: true }).getByText(late, { exact: true }),
      ).toBeVisible()
    }
  })
}

/** The captions of a chart that reach out of its card, or cover another one. */
function findCutCaptions(chart: Locator): Promise<string[]> {
  return chart.evaluate((frame) => {
    const card = (frame.closest('section') ?? frame).getBoundingClientRect()
    const texts = [...frame.querySelectorAll('text')].map((text) => ({
      words: text.textContent,
      box: text.getBoundingClientRect(),
    }))
    if (texts.length === 0) return ['There are no captions.']
    const isOutside = ({ left, right, bottom }: DOMRect) =>
      left < card.left || right > card.right || bottom > card.bottom
    const covers = (a: DOMRect, b: DOMRect) =>
      a !== b && a.left < b.right && b.left < a.right && a.top < b.bottom - 1 && b.top < a.bottom - 1
    return texts
      .filter(({ box }) => isOutside(box) || texts.some((other) => covers(box, other.box)))
      .map(({ words }) => words)
  })
}
