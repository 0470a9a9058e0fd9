import type { CDPSession, Page } from '@playwright/test'
import { uploadPhotos } from '../support/by-api.ts'
import { expect, openTab, signIn, storeLanguage, test } from '../support/kanat.ts'

const VISITS = 6
/** Fewer nodes than one visit has; so much may differ between two visits, for example by a toast or a tooltip. */
const NODES_TOLERANCE = 300

/** What the page holds after everything unreachable has been freed. */
async function heldNodes(page: Page, client: CDPSession): Promise<number> {
  // Each collection may free what the one before made unreachable.
  for (let times = 0; times < 3; times += 1) {
    await client.send('HeapProfiler.collectGarbage')
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  }
  return (await client.send('Memory.getDOMCounters')).nodes
}

test('a visit of a turbine leaves nothing behind', async ({ page, kanat }) => {
  const names = Array.from({ length: 40 }, (_, n) => `photo-${n}.jpg`)
  await uploadPhotos(page.request, kanat.admin, names)
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.admin)
  const client = await page.context().newCDPSession(page)
  const nodes: number[] = []
  for (let visit = 0; visit < VISITS; visit += 1) {
    await page.getByRole('link', { name: /Karaburun 4/ }).click()
    await openTab(page, 'Fotoğraflar')
    await expect(page.getByRole('button', { name: 'photo-0.jpg fotoğrafını aç' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Türbinler' })).toBeVisible()
    nodes.push(await heldNodes(page, client))
  }
  const [, second = 0] = nodes
  // The first visit fills caches.
  expect(Math.max(...nodes) - second).toBeLessThan(NODES_TOLERANCE)
})
