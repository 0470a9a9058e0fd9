import { boxOf, type Screen, THEMES } from './screen.ts'

/** The answer about a turbine: its letter, its blades, its worst findings. */
export const summary: Screen = {
  id: 'summary',
  themes: THEMES,
  docs: 'panel',
  user: 'manager',
  window: { width: 1440, height: 900 },
  sources: [
    'panel/turbine-page/summary',
    'panel/turbine-page/turbine-heading.tsx',
    'panel/findings/section/drawn-blades.tsx',
  ],
  shows: ['T01', 'A-PS-011', 'A-NOSE-002'],
  async take({ page, text, store }) {
    await page.goto('/dashboard/turbine/1?year=2026&section=summary')
    const worst = page.getByRole('list', { name: text('summary.worst') })
    const { y, height } = await boxOf(worst)
    await store('wide', { x: 0, y: 0, width: 1440, height: y + height + 16 })
    // As for somebody who has set a larger type, so that it can be read on a phone.
    await page.setViewportSize({ width: 800, height: 1200 })
    await page.addStyleTag({ content: ':root { font-size: 150% }' })
    const answer = await boxOf(page.getByText(text('state.D'), { exact: true }).last())
    const photos = await boxOf(worst)
    await store('phone', { x: 0, y: answer.y - 24, width: 800, height: photos.y - answer.y + 12 })
  },
}
