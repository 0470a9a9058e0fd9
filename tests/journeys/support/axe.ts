import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { expect, finishAnimations, test } from './kanat.ts'

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** @param popup true while a menu or a list is open, because these are outside of the page's landmarks */
export async function expectNoViolations(page: Page, popup = false) {
  // axe reads names first and visibility later. An element that appears between the two would be reported as a fault.
  await finishAnimations(page)
  // The script of axe is added only once to each document, because that takes as long as a check.
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
 * Checks a screen of the panel in both languages and both themes. Afterwards the screen is in Turkish and in the light theme. It is not
 * loaded again: it changes as if the user had chosen language and theme in another tab.
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
    // When this button shows the other language, all other texts are updated too.
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
