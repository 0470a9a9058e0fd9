import { mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pino from 'pino'
import sharp from 'sharp'
import { FINDING_TEXT_MAX_LENGTH } from '../../../domain/findings/finding.ts'
import { MIB, REPORT_FINDINGS_MAX } from '../../../domain/limits.ts'
import { ImagePool } from '../../../server/infrastructure/images/image-pool.ts'
import { SERVER_ITSELF } from '../../../server/infrastructure/work-order.ts'
import { findingPart, reportDocument } from '../../../tests/support/files/report-documents.ts'
import { type Line, within } from '../report.ts'
import { watchWorkers } from './watch-workers.ts'

/** The module that draws reports in the workers. */
const WRITER = new URL('../../../server/features/reports/pdf/write-report.ts', import.meta.url).href

/** How many rows the list of photos has. */
const PHOTOS = 600

/** The limits of a report with so many findings; the last one is the largest report. */
const CASES = [
  { findings: 60, secondsMax: 6, memoryMaxMib: 300 },
  { findings: 500, secondsMax: 60, memoryMaxMib: 400 },
  { findings: REPORT_FINDINGS_MAX, secondsMax: 120, memoryMaxMib: 600 },
]

/** Seconds and memory for reports of some findings, each on a photo of 24 megapixels with an earlier one beside it. */
export async function measureInspectionReport(folder: string, photos: readonly Buffer[]): Promise<Line[]> {
  const at = join(folder, 'inspection-report')
  await mkdir(at)
  const files = await Promise.all(photos.map((photo, index) => writeSizes(photo, join(at, String(index)))))
  const lines: Line[] = []
  for (const { findings, secondsMax, memoryMaxMib } of CASES) {
    for (const text of [TEXTS.ordinary, TEXTS.oneWord]) {
      const measured = await measureReport(
        join(at, `${findings}-${text.name}`),
        reportWith(files, findings, text.of),
      )
      const what = `${findings} findings, ${text.name}`
      // The page about the product says what an ordinary report takes.
      const isOrdinary = text === TEXTS.ordinary && findings === CASES[0]?.findings
      const value = Number(measured.seconds.toFixed(1))
      lines.push(
        {
          ...within(what, measured.seconds, secondsMax, (s) => `${s.toFixed(1)} s`),
          ...(isOrdinary && { stored: { id: 'report_seconds', value, unit: 's', of: findings } }),
        },
        within(`${what}: peak memory`, measured.memory / MIB, memoryMaxMib, (mib) => `${mib.toFixed(0)} MiB`),
        { what: `${what}: size of the PDF`, figure: `${(measured.size / MIB).toFixed(1)} MiB` },
      )
    }
  }
  return lines
}

const TEXTS = {
  ordinary: { name: 'a sentence each', of: () => 'Boya ve jelkot yer yer kalkmış.' },
  // Each finding has another one, so that nothing that was measured before helps.
  oneWord: {
    name: `a word of ${FINDING_TEXT_MAX_LENGTH} letters each`,
    of: (index: number) =>
      Array.from({ length: FINDING_TEXT_MAX_LENGTH }, (_, place) =>
        String.fromCharCode(97 + ((place * place * 7 + index * (place + 3)) % 26)),
      ).join(''),
  },
}

/** @param path with which the names of its files begin */
async function measureReport(path: string, report: ReturnType<typeof reportDocument>) {
  const pool = new ImagePool({ maxPixels: 3e8, timeLimit: 120_000, memoryLimit: 1024 * MIB }, pino())
  await writeFile(`${path}.json`, JSON.stringify(report))
  const watched = watchWorkers()
  const start = performance.now()
  const request = { writer: WRITER, description: `${path}.json`, path: `${path}.pdf` }
  await pool.writeReport(request, report.findings.parts.length, {
    requester: SERVER_ITSELF,
    priority: 'normal',
  })
  const seconds = (performance.now() - start) / 1000
  const memory = await watched.end()
  pool.close()
  return { seconds, memory, size: (await stat(`${path}.pdf`)).size }
}

interface Sizes {
  original: string
  small: string
}

async function writeSizes(photo: Buffer, path: string): Promise<Sizes> {
  const sizes = { original: `${path}.jpg`, small: `${path}.1280.jpg` }
  await writeFile(sizes.original, photo)
  await sharp(photo).resize(1280).jpeg({ quality: 82 }).toFile(sizes.small)
  return sizes
}

function reportWith(files: readonly Sizes[], findings: number, textOf: (index: number) => string) {
  const pages = Array.from({ length: findings }, (_, index) => {
    const { original = '', small = '' } = files[index % files.length] ?? {}
    // The places of the marks are spread over the photos.
    const [left, top] = [(index * 0.37) % 0.85, (index * 0.61) % 0.8]
    const picture = { alt: 'Fotoğraf', unavailable: '' }
    const crop = { ...picture, path: original, region: { left, top, width: 0.15, height: 0.17 } }
    const mark = { severity: 3 as const, outlines: [[[left, top] as [number, number]]] }
    return findingPart(index, {
      paragraphs: [textOf(index)],
      photo: { ...picture, path: small, caption: 'DJI_0001.jpg', mark },
      crop,
      history: { title: 'Önceki yıllar', steps: [stepOf(small)], forecast: null },
    })
  })
  const report = reportDocument(pages)
  report.photos.table.rows = Array.from({ length: PHOTOS }, (_, index) => [{ text: `DJI_${index}.jpg` }])
  return report
}

function stepOf(path: string) {
  const crop = {
    path,
    alt: '2024',
    unavailable: '',
    region: { left: 0.3, top: 0.3, width: 0.35, height: 0.39 },
  }
  return { year: '2024', severity: 2 as const, severityName: 'Hafif', lines: ['Uzunluk: 85 mm'], crop }
}
