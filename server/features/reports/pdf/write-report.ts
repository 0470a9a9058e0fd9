import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import pLimit from 'p-limit'
import { awaitedLater } from '#server/infrastructure/awaited-later.ts'
import { COLOURS, PAGE, TEXT_WIDTH } from '#server/infrastructure/pdf/page-style.ts'
import { TaggedPdf } from '#server/infrastructure/pdf/tagged-pdf.ts'
import { type Crops, cropPicture } from './crop-picture.ts'
import { drawBladeMaps } from './draw-blades.ts'
import { reserveContents } from './draw-contents.ts'
import { drawCover } from './draw-cover.ts'
import { drawFinding } from './draw-finding.ts'
import { drawHeading, drawPageTitle, drawParagraphs, drawSummary } from './draw-summary.ts'
import { drawTable } from './draw-table.ts'
import type { Crop, FindingPart, ReportDocument } from './report-document.ts'

/** Photos decoded at once. More exceed the memory of a report. */
const DECODED_AT_ONCE = 2

/** Findings whose crops are cut ahead of drawing. Those of all would need hundreds of megabytes. */
const CUT_AHEAD = 2

/** The minimum room for a one-sentence chapter below the previous one. */
const EMPTY_ROOM = 80

/** The minimum room for a list of changes below the summary. */
const CHANGES_ROOM = 260

/** The minimum room for the method below a short list of photos. */
const METHOD_ROOM = 560

/** The position of the draft line: above everything else, within the printable area. */
const DRAFT_TOP = 17

/** The greatest width of a crop, in pixels: at least 300 per inch of paper. */
const CROP_WIDTH = 820
const EARLIER_CROP_WIDTH = 410

/**
 * Draws an inspection report as a tagged PDF. A sentence replaces a missing or damaged picture. The same document and pictures make the
 * same bytes.
 *
 * @param path of a new file
 * @param onDrawn called after each finding, with the number of drawn ones
 * @throws the error of the file system if it cannot be written
 */
export async function writeReport(
  report: ReportDocument,
  path: string,
  mode: number,
  onDrawn: (findings: number) => void = () => {},
): Promise<void> {
  const pdf = new TaggedPdf(report)
  // The caller flushes it, because the permissions of a worker refuse `fsync`.
  const file = createWriteStream(path, { flags: 'wx', mode })
  // From now on, because an error while drawing would end this process and lose the reason.
  const written = awaitedLater(finished(file))
  pdf.document.pipe(file)
  const cutCrops = limitCutting()
  drawCover(pdf, report, await cutCover(report, cutCrops))
  if (report.extent === 'full') await drawChapters(pdf, report, file, cutCrops, onDrawn)
  drawDraftLines(pdf, report)
  pdf.end()
  await written
}

/** Everything after the first page. */
async function drawChapters(
  pdf: TaggedPdf,
  report: ReportDocument,
  file: WriteStream,
  cutCrops: CutCrops,
  onDrawn: (findings: number) => void,
): Promise<void> {
  const drawContents = reserveContents(pdf, report)
  pdf.group('Sect', () => drawSummary(pdf, report.summary))
  const { changes } = report
  if (changes) pdf.group('Sect', () => drawChanges(pdf, changes))
  pdf.group('Sect', () => drawBladeMaps(pdf, report.bladeMaps))
  await drawFindings(pdf, report, file, cutCrops, onDrawn)
  pdf.group('Sect', () => drawPhotos(pdf, report.photos))
  pdf.group('Sect', () => drawMethod(pdf, report.method))
  drawContents()
  drawFooters(pdf, report)
}

async function drawFindings(
  pdf: TaggedPdf,
  { findings }: ReportDocument,
  file: WriteStream,
  cutCrops: CutCrops,
  onDrawn: (findings: number) => void,
): Promise<void> {
  const { none, parts } = findings
  const chapter = drawPageTitle(pdf, findings, parts.length === 0 ? EMPTY_ROOM : undefined)
  if (parts.length === 0) drawParagraphs(pdf, [none])
  const cut = parts.slice(0, CUT_AHEAD).map((part) => awaitedLater(cutCrops(cropsOf(part))))
  for (const [index, part] of parts.entries()) {
    const ahead = parts[index + CUT_AHEAD]
    if (ahead) cut.push(awaitedLater(cutCrops(cropsOf(ahead))))
    const crops = (await cut.shift()) ?? new Map()
    drawFinding(pdf, part, crops, chapter)
    onDrawn(index + 1)
    // Frees the memory of drawn content.
    while (file.writableNeedDrain) await once(file, 'drain')
  }
}

function drawChanges(pdf: TaggedPdf, changes: NonNullable<ReportDocument['changes']>): void {
  drawPageTitle(pdf, changes, CHANGES_ROOM)
  drawParagraphs(pdf, changes.paragraphs)
  if (changes.table.rows.length > 0) drawTable(pdf, changes.table)
}

function drawPhotos(pdf: TaggedPdf, photos: ReportDocument['photos']): void {
  const { text, table } = photos
  drawPageTitle(pdf, photos)
  drawParagraphs(pdf, [text])
  if (table.rows.length > 0) drawTable(pdf, table)
}

function drawMethod(pdf: TaggedPdf, method: ReportDocument['method']): void {
  drawPageTitle(pdf, method, METHOD_ROOM)
  for (const { title, paragraphs, table } of method.parts) {
    drawHeading(pdf, title)
    drawParagraphs(pdf, paragraphs)
    if (table) drawTable(pdf, table)
  }
}

/** Cuts crops to at most these widths in pixels, without those of missing and damaged files. */
type CutCrops = (wanted: readonly (readonly [crop: Crop | null, width: number])[]) => Promise<Crops>

function limitCutting(): CutCrops {
  const limit = pLimit(DECODED_AT_ONCE)
  return async (wanted) => {
    const crops = new Map<Crop, Buffer>()
    const cut = (crop: Crop | null, width: number) =>
      limit(async () => {
        if (!crop) return
        const jpeg = await cropPicture(crop.path, crop.region, width).catch(() => undefined)
        if (jpeg) crops.set(crop, jpeg)
      })
    await Promise.all(wanted.map(([crop, width]) => cut(crop, width)))
    return crops
  }
}

function cutCover({ cover }: ReportDocument, cutCrops: CutCrops): Promise<Crops> {
  return cutCrops(cover.worst.findings.map(({ crop }) => [crop, CROP_WIDTH]))
}

function cropsOf({ crop, history }: FindingPart) {
  const steps = history?.steps ?? []
  return [[crop, CROP_WIDTH] as const, ...steps.map((step) => [step.crop, EARLIER_CROP_WIDTH] as const)]
}

/** Every page but the cover has its number. */
function drawFooters(pdf: TaggedPdf, { title, number, pageWords }: ReportDocument): void {
  const { document } = pdf
  const { count } = document.bufferedPageRange()
  for (let page = 1; page < count; page += 1) {
    document.switchToPage(page)
    const y = PAGE.height - 40
    const words = pageWords.replace('{page}', String(page + 1)).replace('{pages}', String(count))
    document.markContent('Artifact', { type: 'Pagination' })
    document
      .moveTo(PAGE.margin, y - 9)
      .lineTo(PAGE.margin + TEXT_WIDTH, y - 9)
      .lineWidth(0.5)
      .stroke(COLOURS.hairline)
    const style = { size: 7.5, colour: COLOURS.faint }
    const counted = pdf.measure(words, { ...style, align: 'right' })
    // The full title is on the cover.
    const room = TEXT_WIDTH - pdf.layout.widthOf(words, style) - 24
    pdf.draw(pdf.layout.measureLine(`${title}  ·  ${number}`, style, room, 6), PAGE.margin, y)
    pdf.draw(counted, PAGE.margin, y)
    document.endMarkedContent()
  }
}

/** Every page of a draft says so, also the cover: pages are printed and passed on one by one. */
function drawDraftLines(pdf: TaggedPdf, { draft }: ReportDocument): void {
  if (draft === null) return
  const { document } = pdf
  const { count } = document.bufferedPageRange()
  const style = { size: 9, bold: true, colour: COLOURS.overdue, align: 'center' } as const
  const line = pdf.layout.measureLine(draft, style, TEXT_WIDTH - 24, 6)
  const height = line.height + 8
  for (let page = 0; page < count; page += 1) {
    document.switchToPage(page)
    document.markContent('Artifact', { type: 'Pagination' })
    document.roundedRect(PAGE.margin, DRAFT_TOP, TEXT_WIDTH, height, 3).lineWidth(0.8).stroke(COLOURS.overdue)
    pdf.draw(line, PAGE.margin + 12, DRAFT_TOP + 5)
    document.endMarkedContent()
  }
}
