import { bladeCloud } from './blade-cloud.ts'
import { type Screen, wholeWindow } from './screen.ts'

const NAME = 'T05_A_scan_2026.las'

/** The scan of a blade as a point cloud, which the demo does not have: it is uploaded for the picture. */
export const cloud: Screen = {
  id: 'cloud',
  themes: ['dark'],
  user: 'superadmin',
  window: { width: 1440, height: 780 },
  sources: ['panel/turbine-page/point-cloud', 'tools/pictures/screens/blade-cloud.ts'],
  shows: [NAME],
  async take({ page, text, upload, call, store }) {
    const { id, key } = await upload(5, { blade: 'A', room: '1', year: '2026' }, NAME, bladeCloud())
    await page.goto(`/dashboard/turbine/5?photo=${id}`)
    await page.getByRole('button', { name: text('lightbox.pcd.open') }).click()
    const canvas = page.getByRole('dialog').locator('canvas')
    await canvas.waitFor()
    await page.waitForLoadState('networkidle')
    await page.mouse.move(720, 450)
    await page.mouse.down()
    await page.mouse.move(820, 500, { steps: 8 })
    await page.mouse.up()
    // Closer, so that the blade fills the window.
    for (let turn = 0; turn < 4; turn++) await page.mouse.wheel(0, -240)
    await store('wide', wholeWindow(page))
    await store('phone', { x: 440, y: 60, width: 600, height: 720 })
    await call('DELETE', `/turbines/5/photos?key=${key}`)
  },
}
