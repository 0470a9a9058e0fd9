import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import pLimit from 'p-limit'
import { awaitedLater } from '#server/awaited-later.ts'
import { cropPicture } from './crop-picture.ts'
import { drawBladeMaps } from './draw-blades.ts'
import { drawCover } from './draw-cover.ts'
import { type Crops, drawFinding } from './draw-finding.ts'
import { drawHeading, drawPageTitle, drawParagraphs, drawSummary } from './draw-summary.ts'
import { drawTable } from './draw-table.ts'
import { COLOURS, PAGE, TEXT_WIDTH } from './page-style.ts'
import type { Crop, ReportDocument } from './report-document.ts'
import { TaggedPdf } from './tagged-pdf.ts'

/** How many photos are decoded at once. More need more memory than a report may take. */
const DECODED_AT_ONCE = 2

/** The greatest width of a crop, in pixels: 250 for an inch of paper. */
const CROP_WIDTH = 820
const EARLIER_CROP_WIDTH = 410

/**
 * Draws an inspection report as a tagged PDF. A missing or damaged picture is replaced by a sentence. The same document and the same
 * pictures make the same bytes.
 *
 * @param path of a file that does not exist yet
 * @throws the error of the file system if it cannot be written
 */
export async function writeReport(report: ReportDocument, path: string, mode: number): Promise<void> {
  const crops = await cutCrops(report)
  const pdf = new TaggedPdf(report)
  const file = createWriteStream(path, { flags: 'wx', mode, flush: true })
  // From now on, because an error while drawing would end this process, and the reason would be lost.
  const written = awaitedLater(finished(file))
  pdf.document.pipe(file)
  const { outline } = pdf.document
  const chapter = (title: string, draw: () => void) => {
    pdf.group('Sect', draw)
    outline.addItem(pdf.printable(title))
  }

  drawCover(pdf, report)
  outline.addItem(pdf.printable(report.title))
  chapter(report.summary.title, () => drawSummary(pdf, report.summary))
  chapter(report.bladeMaps.title, () => drawBladeMaps(pdf, report.bladeMaps))
  await drawFindings(pdf, report, crops, file)
  const { photos, method } = report
  chapter(photos.title, () => {
    drawPageTitle(pdf, photos.title)
    drawParagraphs(pdf, [photos.text])
    if (photos.table.rows.length > 0) drawTable(pdf, photos.table)
  })
  chapter(method.title, () => {
    drawPageTitle(pdf, method.title)
    for (const { title, paragraphs, table } of method.parts) {
      drawHeading(pdf, title)
      drawParagraphs(pdf, paragraphs)
      if (table) drawTable(pdf, table)
    }
  })
  drawFooters(pdf, report)
  pdf.end()
  await written
}

async function drawFindings(
  pdf: TaggedPdf,
  { findings }: ReportDocument,
  crops: Crops,
  file: WriteStream,
): Promise<void> {
  const { title, none, pages } = findings
  if (pages.length === 0) {
    pdf.group('Sect', () => {
      drawPageTitle(pdf, title)
      drawParagraphs(pdf, [none])
    })
    pdf.document.outline.addItem(pdf.printable(title))
    return
  }
  let item: PDFKit.PDFOutline | undefined
  for (const page of pages) {
    drawFinding(pdf, page, crops)
    item ??= pdf.document.outline.addItem(pdf.printable(title))
    item.addItem(pdf.printable(`${page.number} ${page.title}`))
    // What is drawn does not have to stay in memory.
    while (file.writableNeedDrain) await once(file, 'drain')
  }
}

/** Crops of missing and damaged files are left out. */
async function cutCrops({ findings }: ReportDocument): Promise<Crops> {
  const crops = new Map<Crop, Buffer>()
  const limit = pLimit(DECODED_AT_ONCE)
  const cut = (crop: Crop | null, width: number) =>
    limit(async () => {
      if (!crop) return
      const jpeg = await cropPicture(crop.path, crop.region, width).catch(() => undefined)
      if (jpeg) crops.set(crop, jpeg)
    })
  await Promise.all(
    findings.pages.flatMap(({ crop, history }) => [
      cut(crop, CROP_WIDTH),
      ...(history?.steps ?? []).map((step) => cut(step.crop, EARLIER_CROP_WIDTH)),
    ]),
  )
  return crops
}

/** Every page but the cover has its number. */
function drawFooters(pdf: TaggedPdf, { title, number, pageWords }: ReportDocument): void {
  const { document } = pdf
  const { count } = document.bufferedPageRange()
  for (let page = 1; page < count; page += 1) {
    document.switchToPage(page)
    // Text below the bottom margin would begin a new page.
    document.page.margins.bottom = 0
    const y = PAGE.height - 40
    const words = pageWords.replace('{page}', String(page + 1)).replace('{pages}', String(count))
    document.markContent('Artifact', { type: 'Pagination' })
    document
      .moveTo(PAGE.margin, y - 9)
      .lineTo(PAGE.margin + TEXT_WIDTH, y - 9)
      .lineWidth(0.5)
      .stroke(COLOURS.hairline)
    const style = { size: 7.5, colour: COLOURS.faint, width: TEXT_WIDTH }
    pdf.plainText(`${title}  ·  ${number}`, style, PAGE.margin, y)
    pdf.plainText(words, { ...style, align: 'right' }, PAGE.margin, y)
    document.endMarkedContent()
  }
}
