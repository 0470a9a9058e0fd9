import { filmMarking } from './mark-film.ts'
import { boxOf, type Screen, wholeWindow } from './screen.ts'

/** A crack that has grown: its mark on the photo, and the finding beside it. */
export const mark: Screen = {
  id: 'mark',
  themes: ['dark'],
  user: 'admin',
  window: { width: 1440, height: 900 },
  sources: [
    'panel/photos/lightbox',
    'panel/turbine-page/lightbox',
    'panel/findings/marks',
    'panel/findings/dialog',
    'tools/pictures/screens/mark-film.ts',
  ],
  shows: ['T01_A_R01_2026_0005.jpg', 'A-PS-011'],
  film: filmMarking,
  async take({ page, store }) {
    await page.goto('/dashboard/turbine/1?photo=14')
    await page.waitForLoadState('networkidle')
    await page.getByRole('button', { name: /^A-PS-011/ }).click()
    await page.getByRole('dialog', { name: 'A-PS-011' }).waitFor()
    await store('wide', wholeWindow(page))
    // The photo alone, in a narrow window and with a larger type, so that the mark can be read on a phone.
    await page.setViewportSize({ width: 800, height: 900 })
    await page.goto('/dashboard/turbine/1?photo=14')
    await page.addStyleTag({ content: ':root { font-size: 150% }' })
    await page.getByRole('button', { name: /^A-PS-011/ }).waitFor()
    await store('phone', await boxOf(page.getByAltText(/T01_A_R01_2026_0005/)))
  },
}
