import { boxOf, type Screen, wholeWindow } from './screen.ts'

/** A finding that waits for a decision, with the years before beside it. */
export const review: Screen = {
  id: 'review',
  themes: ['dark'],
  user: 'superadmin',
  window: { width: 1440, height: 810 },
  sources: ['panel/inspections/review'],
  shows: ['A-PS-004'],
  async take({ page, store }) {
    await page.goto('/dashboard/turbine/3?review=3-2026-85')
    const pane = page.getByRole('dialog').getByRole('figure').first()
    await pane.waitFor()
    await store('wide', wholeWindow(page))
    const { x, y } = await boxOf(pane)
    await store('phone', { x: x - 230, y: y - 50, width: 520, height: 640 })
  },
}
