import { boxOf, type Screen, wholeWindow } from './screen.ts'

/** A finding that waits for a decision, with the year before beside it. */
export const review: Screen = {
  id: 'review',
  themes: ['dark'],
  user: 'superadmin',
  window: { width: 1440, height: 810 },
  sources: ['panel/inspections/review'],
  shows: ['A-BOX-004'],
  async take({ page, store }) {
    await page.goto('/dashboard/turbine/13?review=13-2026-317')
    const pictures = page.getByRole('dialog').getByRole('figure')
    await pictures.nth(1).waitFor()
    await store('wide', wholeWindow(page))
    const { x } = await boxOf(pictures.first())
    await store('phone', { x: x - 60, y: 0, width: 560, height: 700 })
  },
}
