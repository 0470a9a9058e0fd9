import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { expect, finishAnimations, test } from './kanat.ts'

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** @param popup true while a menu or a list is open, because these are outside of the page's landmarks */
export async function expectNoViolations(page: Page, popup = false) {
  // axe reads names and visibility one after the other: what appears in between would be a fault.
  await finishAnimations(page)
  // Once for each document: its evaluation takes as long as a check.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(
    async ([tags, isPopup]) => {
      const { violations } = await window.axe.run(document, {
        runOnly: { type: 'tag', values: tags },
        rules: { region: { enabled: !isPopup } },
        resultTypes: ['violations'],
        selectors: false,
      })
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    },
    [STANDARDS, popup] as const,
  )
  expect(violations).toEqual([])
}

declare global {
  interface Window {
    axe: typeof axe
  }
}

/**
 * Checks a screen of the panel in both languages and both themes, and leaves it in Turkish and in the light theme. The screen
 * is not loaded again: it follows the choice as that of another tab.
 *
 * @param popup see `expectNoViolations`
 */
export async function expectAccessible(page: Page, popup = false) {
  // The four checks take some seconds each on a busy machine.
  test.info().setTimeout(test.info().timeout + 20_000)
  for (const [language, other] of [
    ['en', 'tr'],
    ['tr', 'en'],
  ]) {
    await chooseElsewhere(page, 'language', language)
    // The button for the other language is drawn together with all other texts.
    await expect(page.locator(`button[lang=${other}]`).first()).toBeAttached()
    await expectNoViolationsInThemes(page, popup)
  }
}

/** Checks a page in both themes, and leaves it in the light one. */
export async function expectNoViolationsInThemes(page: Page, popup = false) {
  for (const theme of ['dark', 'light']) {
    await chooseElsewhere(page, 'theme', theme)
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    await expectNoViolations(page, popup)
  }
}

/** Stores a choice and tells the page about it, as the browser does for a choice of another tab. */
async function chooseElsewhere(page: Page, choice: 'language' | 'theme', value = '') {
  await page.evaluate(
    ([key, newValue]) => {
      localStorage.setItem(key, newValue)
      dispatchEvent(new StorageEvent('storage', { key, newValue }))
    },
    [`kanat.${choice}`, value] as const,
  )
}
