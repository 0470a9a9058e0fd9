import type { Page } from '@playwright/test'
import axe, { type RunOnly } from 'axe-core'
import { expect, finishAnimations } from './kanat.ts'

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
export const ALL_RULES: RunOnly = { type: 'tag', values: STANDARDS }
/** The rules that depend on the theme. */
export const COLOURS: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/** @param popup true while a menu or a list is open, because these are outside of the page's landmarks */
export async function expectNoViolations(page: Page, popup = false, rules = ALL_RULES) {
  const violations = await findViolations(page, popup, rules)
  expect(violations).toEqual([])
}

/** @param popup see `expectNoViolations` */
export async function findViolations(page: Page, popup = false, rules = ALL_RULES): Promise<string[]> {
  // axe reads names first and visibility later. An element that appears between the two would be reported as a fault.
  await finishAnimations(page)
  // The script of axe is added only once to each document, because that takes as long as a check.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async ([runOnly, isPopup]) => {
      const { violations } = await window.axe.run(document, {
        runOnly,
        ...(runOnly.type === 'tag' && {
          // The second is an experiment of axe: people who speak to their computer say what they see.
          rules: { region: { enabled: !isPopup }, 'label-content-name-mismatch': { enabled: true } },
        }),
        resultTypes: ['violations'],
        selectors: false,
      })
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    },
    [rules, popup] as const,
  )
}

declare global {
  interface Window {
    axe: typeof axe
  }
}

/**
 * Checks a screen of the panel in English and dark and in Turkish and light: each rule then has run in both languages and in both themes.
 * Afterwards the screen is in Turkish and in the light theme. It is not loaded again: it changes as if the user had chosen language and theme
 * in another tab.
 *
 * @param popup see `expectNoViolations`
 */
export async function expectAccessible(page: Page, popup = false) {
  for (const { theme, language, other } of [
    { theme: 'dark', language: 'en', other: 'tr' },
    { theme: 'light', language: 'tr', other: 'en' },
  ]) {
    await chooseElsewhere(page, 'language', language)
    // When this button shows the other language, all other texts are updated too.
    await expect(page.locator(`button[lang=${other}]`).first()).toBeAttached()
    await chooseTheme(page, theme)
    await expectNoViolations(page, popup)
  }
}

/** Checks the colours of a page in the dark theme and everything in the light one, in which the page stays. */
export async function expectNoViolationsInThemes(page: Page) {
  await chooseTheme(page, 'dark')
  await expectNoViolations(page, false, COLOURS)
  await chooseTheme(page, 'light')
  await expectNoViolations(page)
}

async function chooseTheme(page: Page, theme: string) {
  await chooseElsewhere(page, 'theme', theme)
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
}

/** Stores a choice and sends the `storage` event, as the browser does when another tab stores it. */
async function chooseElsewhere(page: Page, choice: 'language' | 'theme', value = '') {
  await page.evaluate(
    ([key, newValue]) => {
      localStorage.setItem(key, newValue)
      dispatchEvent(new StorageEvent('storage', { key, newValue }))
    },
    [`kanat.${choice}`, value] as const,
  )
}
