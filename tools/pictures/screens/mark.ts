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
    await page.goto('/dashboard/turbine/1?photo=14&finding=51')
    const form = page.getByRole('dialog', { name: 'A-PS-011' })
    await form.waitFor()
    const photo = await boxOf(page.getByAltText(/T01_A_R01_2026_0005/))
    await store('wide', wholeWindow(page))
    await store('phone', { x: photo.x, y: photo.y, width: 560, height: 640 })
  },
}
