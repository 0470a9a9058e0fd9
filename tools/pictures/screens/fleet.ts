import { type Screen, THEMES, wholeWindow } from './screen.ts'

/** Where on the blades the findings of all turbines are. */
export const fleet: Screen = {
  id: 'fleet',
  themes: THEMES,
  user: 'superadmin',
  window: { width: 1440, height: 860 },
  sources: ['panel/findings/fleet'],
  shows: ['Çeşme 1', 'Şarköy 1'],
  async take({ page, store }) {
    await page.goto('/dashboard/findings?view=picture')
    await page.getByText('Çeşme 1').first().waitFor()
    await store('wide', wholeWindow(page))
    await store('phone', { x: 20, y: 240, width: 580, height: 600 })
  },
}
