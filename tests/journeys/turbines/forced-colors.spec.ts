import type { Locator, Page } from '@playwright/test'
import { uploadPhotos } from '../support/by-api.ts'
import { expect, signIn, storeLanguage, test } from '../support/kanat.ts'

/** What is shown as the current one of several, and the others beside it. */
interface Choice {
  what: string
  path: string
  current: (page: Page) => Locator
  others: (page: Page) => Locator
}

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Sayfalar' })
const sections = (page: Page) => page.getByRole('navigation', { name: 'Sayfanın bölümleri' })
/** The frame of a radio button is its label, which has no role. */
const framed = (radios: Locator) => radios.locator('xpath=..')
const radios = (page: Page, name: string) => page.getByRole('group', { name }).getByRole('radio')

const CHOICES: Choice[] = [
  {
    what: 'screen',
    path: '/dashboard/users',
    current: (page) => navigation(page).getByRole('link', { name: 'Kullanıcılar' }),
    others: (page) => navigation(page).getByRole('link').and(page.locator(':not([aria-current=page])')),
  },
  {
    what: 'tab',
    path: '/dashboard/turbine/1?section=photos',
    current: (page) => sections(page).getByRole('link', { name: /^Fotoğraflar/ }),
    others: (page) => sections(page).getByRole('link').and(page.locator(':not([aria-current=page])')),
  },
  {
    what: 'view',
    path: '/dashboard?view=list',
    current: (page) => framed(radios(page, 'Görünüm').and(page.locator(':checked'))),
    others: (page) => framed(radios(page, 'Görünüm').and(page.locator(':not(:checked)'))),
  },
  {
    what: 'view of a turbine',
    path: '/dashboard/turbine/1?mode=simple',
    current: (page) => framed(radios(page, 'Sayfa görünümü').and(page.locator(':checked'))),
    others: (page) => framed(radios(page, 'Sayfa görünümü').and(page.locator(':not(:checked)'))),
  },
]

/** What forced colours leave of the look: backgrounds, lines and frames. */
const looksOf = (items: Locator) =>
  items.evaluateAll((elements) =>
    elements.map((element) => {
      const { backgroundColor, color, textDecorationLine, borderBottomColor } = getComputedStyle(element)
      return [backgroundColor, color, textDecorationLine, borderBottomColor].join(' ')
    }),
  )

test('forced colours show the current screen, tab and view', async ({ page, request, kanat }) => {
  await uploadPhotos(request, kanat.operator, ['a.jpg'])
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.superadmin)
  for (const { what, path, current, others } of CHOICES) {
    await page.goto(path)
    await expect(current(page), what).toHaveCount(1)
    await expect(others(page), what).not.toHaveCount(0)
    const [look] = await looksOf(current(page))
    expect.soft(await looksOf(others(page)), what).not.toContain(look)
    // The chosen one has the colours of a selection, which the user has set.
    await expect.soft(current(page), what).toHaveCSS('background-color', await highlightOf(page))
  }
})

/** The colour of a selection as the browser computes it. */
function highlightOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('div'))
    probe.style.cssText = 'forced-color-adjust: none; background: Highlight'
    const { backgroundColor } = getComputedStyle(probe)
    probe.remove()
    return backgroundColor
  })
}
