import { setTimeout as pause } from 'node:timers/promises'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'
import type { ReportJob } from '../../../domain/inspections/report-job.ts'
import type { Screen } from './screen.ts'

/** Indices of the shown pages: the first one, and the maps of the blades. */
const PAGES = [0, 5]
/** Pixels of the wide picture; the pages stand side by side in it, and the lower ends are cut off. */
const WIDE = { width: 1920, height: 1200, margin: 48, gap: 36 }
const PHONE = { width: 900, height: 1100 }
/** Of a page, in points. */
const A4_WIDTH = 595.28
/** The ground under the pages, which has to go with both themes. */
const GROUND = '#dde4e5'

/** Pages of the report that Kanat has made of a published inspection. */
export const report: Screen = {
  id: 'report',
  themes: ['light'],
  user: 'admin',
  window: { width: 1440, height: 900 },
  sources: ['server/features/reports/pdf'],
  shows: [],
  async take({ call, load, language, store }) {
    let job = await call<ReportJob>('POST', '/turbines/1/inspections/2026/report', { language, version: 1 })
    while (job.state !== 'done') {
      if (job.state === 'failed') throw new Error('The report failed.')
      await pause(250)
      job = await call<ReportJob>('GET', `/turbines/1/report-jobs/${job.id}`)
    }
    const { report_id } = job
    const reports = await call<{ id: number; report_url: string }[]>('GET', '/turbines/1/reports')
    const url = reports.find(({ id }) => id === report_id)?.report_url ?? ''
    const bytes = await load(url)
    await store('wide', await sideBySide(bytes))
    await store('phone', await alone(bytes))
  },
}

async function sideBySide(bytes: Buffer): Promise<Buffer> {
  const { width, height, margin, gap } = WIDE
  const pageWidth = Math.floor((width - 2 * margin - (PAGES.length - 1) * gap) / PAGES.length)
  const shown = await Promise.all(PAGES.map((page) => renderPage(bytes, page, pageWidth)))
  return onGround(
    { width, height },
    shown.map((input, index) => ({ input, left: margin + index * (pageWidth + gap), top: margin })),
    pageWidth,
  )
}

async function alone(bytes: Buffer): Promise<Buffer> {
  const margin = 36
  const pageWidth = PHONE.width - 2 * margin
  const input = await renderPage(bytes, 0, pageWidth)
  return onGround(PHONE, [{ input, left: margin, top: margin }], pageWidth)
}

/** The pages on the ground, cut off at its lower end. */
async function onGround(
  size: { width: number; height: number },
  pages: { input: Buffer; left: number; top: number }[],
  pageWidth: number,
): Promise<Buffer> {
  const cut = pages.map(async ({ input, left, top }) => ({
    input: await sharp(input)
      .resize({ width: pageWidth })
      .extract({ left: 0, top: 0, width: pageWidth, height: size.height - top })
      .toBuffer(),
    left,
    top,
  }))
  return sharp({ create: { ...size, channels: 3, background: GROUND } })
    .composite(await Promise.all(cut))
    .png()
    .toBuffer()
}

async function renderPage(bytes: Buffer, index: number, width: number): Promise<Buffer> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(bytes)
  try {
    const { data } = await document.getPage(index).render({
      scale: width / A4_WIDTH,
      render: ({ data, width, height }) =>
        sharp(data, { raw: { width, height, channels: 4 } })
          .png()
          .toBuffer(),
    })
    return Buffer.from(data)
  } finally {
    document.destroy()
    library.destroy()
  }
}
