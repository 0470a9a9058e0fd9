import { mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pino from 'pino'
import sharp from 'sharp'
import { MIB } from '../../domain/limits.ts'
import { SERVER_ITSELF } from '../../server/infrastructure/fair-queue.ts'
import { ImagePool } from '../../server/infrastructure/images/image-pool.ts'
import { findingPage, reportDocument } from '../../tests/support/files/report-documents.ts'
import { type Line, within } from '../report.ts'
import { watchWorkers } from './watch-workers.ts'

const FINDINGS = 60
/** How many rows the list of photos has. */
const PHOTOS = 600

/** The limits of a report with so many findings. */
const SECONDS_MAX = 6
const MEMORY_MAX_MIB = 300

/** Seconds and memory for a report of 60 findings, each on a photo of 24 megapixels with an earlier one beside it. */
export async function measureInspectionReport(folder: string, photos: readonly Buffer[]): Promise<Line[]> {
  const at = join(folder, 'inspection-report')
  await mkdir(at)
  const files = await Promise.all(photos.map((photo, index) => writeSizes(photo, join(at, String(index)))))
  const pool = new ImagePool({ maxPixels: 3e8, timeLimit: 120_000, memoryLimit: 1024 * MIB }, pino())
  const path = join(at, 'report.pdf')
  const description = join(at, 'report.json')
  await writeFile(description, JSON.stringify(reportWith(files)))
  const watched = watchWorkers()
  const start = performance.now()
  await pool.writeReport({ description, path }, FINDINGS, { asker: SERVER_ITSELF, urgency: 'soon' })
  const seconds = (performance.now() - start) / 1000
  const memory = await watched.end()
  pool.close()
  const { size } = await stat(path)
  return [
    within(
      `${FINDINGS} findings, ${PHOTOS} photos in the list`,
      seconds,
      SECONDS_MAX,
      (s) => `${s.toFixed(1)} s`,
    ),
    within('peak memory of the worker', memory / MIB, MEMORY_MAX_MIB, (mib) => `${mib.toFixed(0)} MiB`),
    { what: 'size of the PDF', figure: `${(size / MIB).toFixed(1)} MiB` },
  ]
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

function reportWith(files: readonly Sizes[]) {
  const pages = Array.from({ length: FINDINGS }, (_, index) => {
    const { original = '', small = '' } = files[index % files.length] ?? {}
    // The places of the marks are spread over the photos.
    const [left, top] = [(index * 0.37) % 0.85, (index * 0.61) % 0.8]
    const picture = { alt: 'Fotoğraf', unavailable: '' }
    const crop = { ...picture, path: original, region: { left, top, width: 0.15, height: 0.17 } }
    const mark = { severity: 3 as const, outlines: [[[left, top] as [number, number]]] }
    return findingPage(index, {
      photo: { ...picture, path: small, caption: 'DJI_0001.jpg', mark },
      crop,
      history: { title: 'Önceki yıllar', steps: [stepOf(small)] },
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
