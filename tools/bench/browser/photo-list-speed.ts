import { join } from 'node:path'
import { turbineAddress } from '../../../domain/panel-addresses.ts'
import { ServerProcess } from '../../../tests/support/servers/server-process.ts'
import { addManyTurbines } from '../database/many-turbines.ts'
import { best, type Line, milliseconds, percent, within } from '../report.ts'
import { launchBrowser, signedInPage } from './browser.ts'
import { droppedShare } from './scroll.ts'

const PHOTOS = 10_000
const DROPPED_SHARE_MAX = 0.05
/** The first row, with the table's own name. */
const FIRST_ROW = 'table[aria-label="Tüm fotoğraflar"] [data-row="0"]'

/** The list of all photos of one turbine, in a real browser. */
export async function measurePhotoList(folder: string): Promise<Line[]> {
  const dataDir = join(folder, 'photo-list')
  await addManyTurbines(dataDir, 1, PHOTOS)
  await using server = await ServerProcess.start(dataDir)
  const browser = await launchBrowser()
  try {
    const page = await signedInPage(browser, server.origin)
    const opened = await best(async () => {
      await page.goto(turbineAddress(1))
      await page.locator(FIRST_ROW).waitFor({ state: 'attached' })
      return page.evaluate(() => new Promise<number>((resolve) => requestAnimationFrame(resolve)))
    })
    const top = await page.locator(FIRST_ROW).evaluate((row) => row.getBoundingClientRect().top + scrollY)
    const dropped = await best(() => droppedShare(page, top - 200))
    return [
      { what: `from navigation to the list of ${PHOTOS} photos`, figure: milliseconds(opened) },
      within('frames dropped while its rows scroll', dropped, DROPPED_SHARE_MAX, percent),
      { what: 'rows in the page', figure: String(await page.locator('[data-row]').count()) },
    ]
  } finally {
    await browser.close()
    await server.end('SIGTERM')
  }
}
