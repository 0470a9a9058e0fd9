import { type Screen, wholeWindow } from './screen.ts'

/** Inside a blade, all around: a crack of the shear web with its mark. */
export const panorama: Screen = {
  id: 'panorama',
  themes: ['dark'],
  user: 'operator',
  window: { width: 1440, height: 900 },
  sources: ['panel/panorama/view', 'panel/turbine-page/panorama'],
  shows: ['T01_A_R03_2026_0004.jpg'],
  async take({ page, store }) {
    await page.goto('/dashboard/turbine/1/360-view?blade=A&room=3&photo=163&at=20,-2,70')
    await page.locator('[role=img][aria-busy=false]').waitFor()
    await store('wide', wholeWindow(page))
    await store('phone', { x: 760, y: 60, width: 560, height: 700 })
  },
}
