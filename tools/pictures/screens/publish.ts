import { around, type Screen, THEMES, wholeWindow } from './screen.ts'

/** What a publication changes, before it happens. */
export const publish: Screen = {
  id: 'publish',
  themes: THEMES,
  user: 'superadmin',
  window: { width: 1280, height: 800 },
  sources: ['panel/inspections/publish-sheet.tsx', 'panel/inspections/obstacle-words.ts'],
  shows: ['T08', 'Burak Çelik'],
  async take({ page, text, store }) {
    await page.goto('/dashboard/turbine/8?year=2026&section=inspection')
    await page.getByRole('button', { name: text('inspection.step.published'), exact: true }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByText(/Burak Çelik/).waitFor()
    await store('wide', wholeWindow(page))
    await store('phone', await around(0, sheet))
  },
}
