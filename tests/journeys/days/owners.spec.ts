import type { Page } from '@playwright/test'
import type { Language } from '#domain/text/language.ts'
import { jpeg } from '../../support/builders.ts'
import { expectNoViolationsInThemes } from '../support/axe.ts'
import { addFinding, awaitReports, publishInspection, uploadNamed } from '../support/by-api.ts'
import { expect, type Kanat, signIn, storeLanguage, test } from '../support/kanat.ts'

const YEAR = new Date().getFullYear()
const PAGE = '/dashboard/turbine/1'
const SHAPE = {
  on: 'image' as const,
  kind: 'box' as const,
  points: [
    [0.4, 0.4],
    [0.6, 0.5],
  ] as [number, number][],
}

const WORDS: Record<
  Language,
  Record<'answer' | 'changes' | 'worst' | 'growth' | 'report' | 'file' | 'overdue' | 'forecast', RegExp>
> = {
  tr: {
    answer: /^1 öncelikli onarım, 1 termin geçti; en ağırı A kanadı, 14,2 m: enine çatlak\.$/,
    changes: new RegExp(`${YEAR - 1} denetimine göre: 1 yeni · 1 büyüdü · 0 kapandı`),
    worst: /^En ağır bulgular$/,
    growth: /\+110 mm, \+%19/,
    report: new RegExp(`^${YEAR} raporu$`),
    file: /^denetim-raporu-/,
    overdue: /gecikmiş bulgu/,
    forecast: new RegExp(`Bu hızla ${YEAR + 1} kışında \\d+–\\d+ mm`),
  },
  en: {
    answer: /^1 priority repair, 1 overdue; the worst on blade A at 14\.2 m: transverse crack\.$/,
    changes: new RegExp(`Since ${YEAR - 1}: 1 new · 1 grown · 0 resolved`),
    worst: /^Worst findings$/,
    growth: /\+110 mm, \+19%/,
    report: new RegExp(`^${YEAR} report$`),
    file: /^inspection-report-/,
    overdue: /overdue finding/,
    forecast: new RegExp(`At this rate: \\d+–\\d+ mm in winter ${YEAR + 1}`),
  },
}

/** A crack that grew over three published inspections, and a trace of oil that is new. */
async function prepare({ request }: Page, { operator }: Kanat) {
  const crack = { blade: 'A', side: 'PS', type: 'crack-transverse', from_m: 14.2, shape: SHAPE } as const
  let earlier_id: number | null = null
  for (const [index, length_mm] of [500, 570, 680].entries()) {
    const year = YEAR - 2 + index
    const [photo] = await uploadNamed(
      request,
      operator,
      { [`crack-${year}.jpg`]: await jpeg({ width: 600, height: 400 }) },
      { year: String(year) },
    )
    const finding = await addFinding(request, operator, {
      ...crack,
      photo_id: photo?.id ?? null,
      earlier_id,
      length_mm,
      severity: index === 2 ? 4 : 3,
      year,
      found_on: `${year}-01-10`,
      own_due_on: index === 2 ? `${year}-01-11` : null,
      due_reason: index === 2 ? 'Vinç sahadaydı.' : '',
    })
    earlier_id = finding.id
    if (index === 2)
      await addFinding(request, operator, {
        blade: 'B',
        side: 'SS',
        type: 'oil',
        severity: 1,
        year,
        found_on: `${year}-01-10`,
      })
    await publishInspection(request, operator, year)
  }
  await awaitReports(request, operator)
}

/** Expects this number of clicks since it was called last. */
async function expectClicks(page: Page, n: number) {
  await expect.poll(() => page.evaluate(() => Number(sessionStorage.getItem('clicks') ?? 0))).toBe(n)
  await page.evaluate(() => sessionStorage.setItem('clicks', '0'))
}

for (const language of ['tr', 'en'] as const) {
  test(`the day of an owner’s engineer begins with the answer, ${language}`, {
    tag: language === 'tr' ? '@core' : [],
  }, async ({ page, kanat }) => {
    const words = WORDS[language]
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.addInitScript(() =>
      addEventListener(
        'click',
        () => sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks') ?? 0) + 1)),
        true,
      ),
    )
    await prepare(page, kanat)
    await storeLanguage(page, language)
    await signIn(page, kanat.customer, PAGE)
    await expect(page.getByText(words.answer)).toBeVisible()
    await expect(page.getByText(words.changes)).toBeVisible()
    const worst = page.getByRole('list', { name: words.worst }).getByRole('button')
    await expect(worst).toHaveCount(2)
    await expect(worst.first()).toContainText(words.growth)
    await expectNoViolationsInThemes(page)

    // The worst finding: one click. Its photo of last year: three.
    await page.evaluate(() => sessionStorage.setItem('clicks', '0'))
    await worst.first().click()
    const drawer = page.getByRole('dialog', { name: /^A-PS-/ })
    await expect(drawer.getByText(words.forecast)).toBeVisible()
    await expectClicks(page, 1)
    await drawer
      .getByRole('row', { name: new RegExp(String(YEAR - 1)) })
      .getByRole('button')
      .click()
    await drawer.getByRole('link').first().click()
    await expect(page.getByRole('heading', { level: 2, name: `crack-${YEAR - 1}.jpg` })).toBeVisible()
    await expectClicks(page, 2)

    // The newest report: one click.
    await page.goto(PAGE)
    await page.evaluate(() => sessionStorage.setItem('clicks', '0'))
    await page.getByRole('button', { name: words.report }).click()
    await expect(page.getByRole('dialog', { name: words.file })).toBeVisible()
    await expectClicks(page, 1)

    // What is overdue: one click.
    await page.goto('/dashboard')
    await page.evaluate(() => sessionStorage.setItem('clicks', '0'))
    await page.getByRole('link', { name: words.overdue }).click()
    await expect(page).toHaveURL('/dashboard/findings?overdue=true')
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(2)
    await expectClicks(page, 1)
  })
}
