import { around, type Screen, THEMES, wholeWindow } from './screen.ts'

/** The unresolved findings of all turbines, the earliest due first. */
export const findings: Screen = {
  id: 'findings',
  themes: THEMES,
  user: 'superadmin',
  window: { width: 1440, height: 860 },
  sources: ['panel/findings/fleet', 'panel/findings/finding-columns.tsx'],
  shows: ['B-PS-006', 'Şarköy 1'],
  async take({ page, text, store }) {
    await page.goto('/dashboard/findings')
    await page.getByText('B-PS-006').waitFor()
    await store('wide', wholeWindow(page))
    // From the severity to the due date.
    await page.setViewportSize({ width: 1024, height: 860 })
    const [from, to] = ['findings.severity', 'findings.dueOn'].map((key) =>
      page.getByRole('columnheader', { name: text(key) }),
    )
    if (!from || !to) return
    const { x, y, width } = await around(4, from, to)
    await store('phone', { x, y, width, height: 860 - y })
  },
}
