import type { Screen } from './screen.ts'

/** The page of the API, with one call open. It is in English in both languages. */
export const api: Screen = {
  id: 'api',
  themes: ['light'],
  user: 'admin',
  window: { width: 1120, height: 760 },
  sources: ['server/core/contract'],
  shows: ['/api/turbines/{id}/findings'],
  async take({ page, store }) {
    // Its address opens the call.
    await page.goto('/api/docs#/Findings/getTurbinesByIdFindings')
    const call = page.locator('#operations-Findings-getTurbinesByIdFindings')
    await call.getByText('Parameters', { exact: true }).waitFor()
    await call.evaluate((element) => element.scrollIntoView({ block: 'start' }))
    await store('wide', { x: 0, y: 0, width: 1120, height: 760 })
    await page.setViewportSize({ width: 480, height: 620 })
    await call.evaluate((element) => element.scrollIntoView({ block: 'start' }))
    await store('phone', { x: 0, y: 0, width: 480, height: 620 })
  },
}
