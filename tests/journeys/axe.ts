import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, finishAnimations } from './kanat.ts'

/** @param popup true while a menu or a list is open, because these are outside of the page's landmarks */
export async function expectNoViolations(page: Page, popup = false) {
  // axe reads names and visibility one after the other: what appears in between would be a fault.
  await finishAnimations(page)
  const { violations } = await new AxeBuilder({ page })
    // Kanat has no frames. The other mode opens a page for every look, to join the findings of frames.
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .disableRules(popup ? ['region'] : [])
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
}
