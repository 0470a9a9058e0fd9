import { type Screen, THEMES, wholeWindow } from './screen.ts'

/** The unresolved findings of all turbines, the earliest due first. */
export const findings: Screen = {
  id: 'findings',
  themes: THEMES,
  user: 'superadmin',
  window: { width: 1440, height: 860 },
  sources: ['panel/findings/fleet', 'panel/findings/finding-columns.tsx'],
  shows: ['B-PS-006', 'Şarköy 1'],
  async take({ page, store }) {
    await page.goto('/dashboard/findings')
    await page.getByText('B-PS-006').waitFor()
    await store('wide', wholeWindow(page))
    await store('phone', { x: 20, y: 88, width: 560, height: 620 })
  },
}
