import { boxOf, type Screen, wholeWindow } from './screen.ts'

/** A crack that has grown: its mark on the photo, and the finding beside it. */
export const mark: Screen = {
  id: 'mark',
  themes: ['dark'],
  user: 'operator',
  window: { width: 1440, height: 900 },
  sources: [
    'panel/photos/lightbox',
    'panel/turbine-page/lightbox',
    'panel/findings/marks',
    'panel/findings/dialog',
  ],
  shows: ['T01_A_R01_2026_0005.jpg', 'A-PS-011'],
  async take({ page, store }) {
    await page.goto('/dashboard/turbine/1?photo=14')
    await page.waitForLoadState('networkidle')
    await page.getByRole('button', { name: /^A-PS-011/ }).click()
    await page.getByRole('dialog', { name: 'A-PS-011' }).waitFor()
    await store('wide', wholeWindow(page))
    // The end of the crack, and the upper part of the form.
    const form = await boxOf(page.getByRole('dialog', { name: 'A-PS-011' }))
    await store('phone', { x: form.x - 240, y: 66, width: 1440 - form.x + 240, height: 714 })
  },
}
