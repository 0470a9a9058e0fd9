import type { Page } from '@playwright/test'
import { jpeg } from '../../support/builders.ts'
import { addFinding, uploadNamed } from '../support/by-api.ts'
import { expect, lightboxOf, settled, signIn, storeLanguage, test } from '../support/kanat.ts'
import { findCutOff, prepareLayoutChecks } from '../support/layout.ts'

const PAGE = '/dashboard/turbine/1'
/** As a drone writes it. */
const NAME = 'DJI_20260912140305_0012_V.JPG'

test.use({
  viewport: { width: 1024, height: 768 },
  launchOptions: [
    async ({ launchOptions }, use) => {
      const { args = [] } = launchOptions
      await use({ ...launchOptions, args: [...args, '--blink-settings=defaultFontSize=24'] })
    },
    { scope: 'worker' },
  ],
})

/** Everything that is seen only in part, except for the strip of photos, which scrolls. */
async function cutOff(page: Page): Promise<string[]> {
  return settled(async () => (await findCutOff(page)).filter((found) => !found.includes('aria-current')))
}

for (const language of ['tr', 'en'] as const) {
  test(`bars over photos keep every button in large type, in ${language}`, async ({ page, kanat }) => {
    await prepareLayoutChecks(page)
    await storeLanguage(page, language)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const picture = await jpeg({ width: 1600, height: 1200 })
    const sphere = await jpeg({ width: 1600, height: 800 })
    const [before] = await uploadNamed(page.request, kanat.admin, { 'before.jpg': picture }, { year: '2025' })
    const [now] = await uploadNamed(page.request, kanat.admin, { [NAME]: picture }, { year: '2026' })
    const [round] = await uploadNamed(page.request, kanat.admin, { 'round.jpg': sphere }, { year: '2026' })
    const shape = {
      on: 'image' as const,
      kind: 'box' as const,
      points: [
        [0.4, 0.4],
        [0.5, 0.5],
      ] as [number, number][],
    }
    const mark = { blade: 'A', side: 'LE', type: 'impact', severity: 3, shape } as const
    await addFinding(page.request, kanat.admin, { ...mark, photo_id: now?.id } as never)

    await signIn(page, kanat.superadmin, `${PAGE}?photo=${now?.id}`)
    await expect(page.locator('html')).toHaveCSS('font-size', '24px')
    await expect(lightboxOf(page).locator('[data-mark]').first()).toBeAttached()
    for (const panel of ['', 'i', 'c']) {
      if (panel) await page.keyboard.press(panel)
      expect.soft(await cutOff(page), `lightbox, ${panel}`).toEqual([])
      if (panel) await page.keyboard.press(panel)
    }
    const name = lightboxOf(page).getByRole('heading', { level: 2 })
    await expect(name).toHaveText(NAME)

    await page.goto(`${PAGE}?compare=${before?.id},${now?.id}`)
    const comparison = page.getByRole('dialog', { name: /^(Fotoğraf karşılaştırma|Photo comparison)$/ })
    for (const mode of ['1', '2', '3', '4']) {
      const choice = comparison.locator(`[aria-keyshortcuts="${mode}"]`)
      await choice.click()
      await expect(choice).toHaveAttribute('aria-pressed', 'true')
      expect.soft(await cutOff(page), `comparison, ${mode}`).toEqual([])
    }

    await page.goto(`${PAGE}/360-view?photo=${round?.id}`)
    // The name of the turbine may be shortened here, but the last button is whole.
    await expect(page.getByRole('button', { name: /^(Çıkış yap|Sign out)$/ })).toBeInViewport({ ratio: 1 })
  })
}
