import type { Page } from '@playwright/test'
import { pdf } from '../../support/builders.ts'
import { pdfOf } from '../../support/files/hostile-pdfs.ts'
import { addRecord, uploadReport } from '../support/by-api.ts'
import { provoke } from '../support/console-errors.ts'
import { expect, type Kanat, signIn, storeLanguage, test } from '../support/kanat.ts'

const YEAR = String(new Date().getFullYear())
const PATH = `/dashboard/turbine/1?reports=${YEAR}`
const MEDIA = '**/media/turbines/1/reports/*.pdf'

const cards = (page: Page) => page.getByRole('region', { name: /^(Raporlar|Reports)$/ })
const reader = (page: Page) => page.getByRole('dialog', { name: /\.pdf$/ })

/** Opens the page of a turbine with this report. */
async function openReport(page: Page, kanat: Kanat, name: string, bytes: Buffer) {
  await storeLanguage(page, 'tr')
  await uploadReport(page.request, kanat.admin, { name, year: YEAR, bytes })
  await signIn(page, kanat.admin, PATH)
  await expect(cards(page).getByRole('button', { name: `Oku: ${name}` })).toBeVisible()
}

/** The share of pixels that are not white on a drawn page. */
function ink(page: Page, n: number) {
  return page.getByRole('article', { name: new RegExp(`^Sayfa ${n} /`) }).evaluate((element) => {
    const canvas = element.querySelector('canvas')
    const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data
    return pixels ? pixels.filter((value) => value < 200).length / pixels.length : 0
  })
}

test('an admin reads a made report in the page, and Back closes it', async ({ page, kanat }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await storeLanguage(page, 'tr')
  const finding = {
    type: 'le-erosion',
    side: 'LE',
    blade: 'A',
    severity: 3,
    from_m: 12,
    text: 'Oyuk görüldü.',
  }
  await addRecord(page.request, kanat.admin, '/api/turbines/1/findings', finding)
  await signIn(page, kanat.admin, PATH)
  await cards(page).getByRole('button', { name: 'Denetim raporu hazırla' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Raporu hazırla' }).click()
  const read = cards(page).getByRole('button', { name: /^Oku: denetim-raporu-/ })
  await expect(read).toBeVisible()
  // The message about the report lies over the reader otherwise.
  await page.reload()

  await read.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/[?&]report=\d+/)
  const region = reader(page).getByRole('region', { name: /\.pdf$/ })
  const first = reader(page).getByRole('article', { name: /^Sayfa 1 \// })
  await expect(first.getByText(/Karaburun/).first()).toBeAttached()
  await expect.poll(() => ink(page, 1)).toBeGreaterThan(0.001)
  await expect(reader(page).getByText(/^1 \/ \d+$/)).toBeVisible()
  await expect(region).toBeFocused()

  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(reader(page).getByText(/^3 \/ \d+$/)).toBeVisible()
  await expect(page).toHaveURL(/[?&]page=3(&|$)/)
  // Only the pages near the window are drawn.
  await page.keyboard.press('Home')
  await expect(reader(page).getByText(/^1 \/ \d+$/)).toBeVisible()
  await expect.poll(() => ink(page, 1)).toBeGreaterThan(0.001)
  const pages = await reader(page).getByRole('article').count()
  expect(pages).toBeGreaterThan(4)
  await expect.poll(() => reader(page).locator('canvas').count()).toBeLessThan(pages)

  const width = async () => (await first.boundingBox())?.width ?? 0
  // A page fits the window, but is never wider than what can be read well.
  const fitted = 960
  await expect.poll(width).toBe(fitted)
  await page.keyboard.press('+')
  await expect.poll(width).toBeCloseTo(fitted * 1.25, -1)
  await page.keyboard.press('0')
  await expect.poll(width).toBe(fitted)

  // The contents are links.
  const link = reader(page).getByRole('button', { name: /^\d+\. sayfaya git$/ })
  await page.keyboard.press('ArrowRight')
  const goal = /^\d+/.exec((await link.first().getAttribute('aria-label')) ?? '')?.[0] ?? ''
  await link.first().click()
  await expect(reader(page).getByText(new RegExp(`^${goal} / `))).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`[?&]page=${goal}(&|$)`))
  await page.reload()
  await expect(reader(page).getByText(new RegExp(`^${goal} / `))).toBeVisible()
  await page.goBack()
  await expect(reader(page)).toBeHidden()
  await expect(page).not.toHaveURL(/report=\d/)
  await page.goForward()
  await expect(reader(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(reader(page)).toBeHidden()
  await expect(page).not.toHaveURL(/[?&](report|page)=\d/)
  await expect(read).toBeFocused()
})

test('a report that does not arrive is tried again; a damaged one says so', async ({ page, kanat }) => {
  await openReport(page, kanat, 'Rapor.pdf', pdf())
  provoke(page, 'network')
  await page.route(MEDIA, (route) => route.abort())
  await cards(page).getByRole('button', { name: 'Oku: Rapor.pdf' }).click()
  const alert = reader(page).getByRole('alert')
  await expect(alert).toContainText('Rapor açılamadı')
  await expect(alert).toContainText('bağlan')
  await page.unroute(MEDIA)
  await alert.getByRole('button', { name: 'Tekrar Dene' }).click()
  await expect(reader(page).getByText('1 / 1')).toBeVisible()
  await page.keyboard.press('Escape')

  await openReport(page, kanat, 'Hasarli.pdf', Buffer.from('%PDF-1.7'))
  await cards(page).getByRole('button', { name: 'Oku: Hasarli.pdf' }).click()
  await expect(alert).toContainText('hasarlı veya parola korumalı')
  const downloading = page.waitForEvent('download')
  await alert.getByRole('link', { name: 'İndir' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('Hasarli.pdf')
})

test('a report of a stranger runs no script and asks nobody for anything', async ({ page, kanat }) => {
  const script = '/OpenAction <</S /JavaScript /JS (app.launchURL\\("https://elsewhere.example/"\\);)>>'
  const hostile = pdfOf({
    page: `/AA <</O <</S /URI /URI (https://elsewhere.example/open)>>>> /Annots [<</Type /Annot /Subtype /Link /Rect [0 0 595 842] /A <</S /URI /URI (https://elsewhere.example/link)>>>>]`,
    content: Buffer.from('0.2 0.4 0.6 rg 100 100 300 300 re f'),
  })
  const bytes = Buffer.from(
    hostile.toString('latin1').replace('/Type /Catalog', `/Type /Catalog ${script}`),
    'latin1',
  )
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(kanat.origin) && !/^(data|blob):/.test(request.url()))
      foreign.push(request.url())
  })
  await openReport(page, kanat, 'Yabanci.pdf', bytes)
  await cards(page).getByRole('button', { name: 'Oku: Yabanci.pdf' }).click()
  await expect(reader(page).getByText('1 / 1')).toBeVisible()
  await expect.poll(() => ink(page, 1)).toBeGreaterThan(0.05)
  // Its link to another address is not there.
  await expect(reader(page).getByRole('article').getByRole('button')).toHaveCount(0)
  await expect(reader(page).getByRole('article').getByRole('link')).toHaveCount(0)
  expect(foreign).toEqual([])
})
