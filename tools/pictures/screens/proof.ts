import { around, type Screen, THEMES } from './screen.ts'

/** The sealed dossier of a published version, and the two commands that verify it. */
export const proof: Screen = {
  id: 'proof',
  themes: THEMES,
  user: 'manager',
  window: { width: 1280, height: 800 },
  sources: ['panel/inspections/dossiers', 'panel/inspections/version-list.tsx'],
  shows: ['T01', 'sha256sum -c SHA256SUMS'],
  async take({ page, text, store }) {
    await page.goto('/dashboard/turbine/1?year=2026&section=inspection')
    await page.getByRole('button', { name: text('dossier.order.of', { n: '1' }) }).click()
    const dialog = page.getByRole('dialog', { name: text('dossier.title', { year: '2026', n: '1' }) })
    await dialog.getByText(text('dossier.verify')).click()
    await store('wide', { x: 0, y: 0, width: 1280, height: 800 })
    await store('phone', await around(0, dialog))
  },
}
