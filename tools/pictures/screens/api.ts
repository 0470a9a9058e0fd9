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
    await page.goto('/api/docs')
    const call = page.locator('.opblock', { has: page.locator('[data-path="/api/turbines/{id}/findings"]') }).first()
    await call.locator('button').first().click()
    await call.evaluate((element) => element.scrollIntoView({ block: 'start' }))
    await store('wide', { x: 0, y: 0, width: 1120, height: 760 })
    await page.setViewportSize({ width: 480, height: 620 })
    await call.evaluate((element) => element.scrollIntoView({ block: 'start' }))
    await store('phone', { x: 0, y: 0, width: 480, height: 620 })
  },
}
