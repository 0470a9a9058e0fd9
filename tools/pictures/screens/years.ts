import { around, type Scene, type Screen } from './screen.ts'

/** A crack at the same place in three years, as the review shows it. */
export const years: Screen = {
  id: 'years',
  themes: ['dark'],
  user: 'superadmin',
  window: { width: 1600, height: 420 },
  sources: ['panel/inspections/review'],
  shows: ['B-TE-006'],
  async take({ page, store }) {
    await page.goto('/dashboard/turbine/13?review=13-2026-323')
    await store('wide', await panesOf(page))
    // In a narrow window, the years stand below each other.
    await page.setViewportSize({ width: 1024, height: 1200 })
    await store('phone', await panesOf(page))
  },
}

async function panesOf(page: Scene['page']) {
  const panes = page.getByRole('dialog').getByRole('figure')
  await panes.nth(2).waitFor()
  return around(0, panes.first(), panes.nth(2))
}
