/**
 * Measures speed, memory and page quality, each figure together with a reference of the same run: `npm run bench`. With words, only the
 * sections whose titles contain one of them: `npm run bench -- lists uploading`. With `--write`, the figures that the page about the product
 * shows are stored in `docs/figures.json`.
 */
import { existsSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { storeFigure } from '../../tests/support/figures/figures.ts'
import { measureBladeMap } from './browser/blade-map-speed.ts'
import { measureDashboard } from './browser/dashboard-speed.ts'
import { measureLargePhoto } from './browser/large-photo.ts'
import { measureMarks } from './browser/mark-speed.ts'
import { measurePages } from './browser/page-quality.ts'
import { measurePanel } from './browser/panel-load.ts'
import { measurePanoramas } from './browser/panorama-load.ts'
import { measurePanoramaMemory } from './browser/panorama-memory.ts'
import { measurePhotoList } from './browser/photo-list-speed.ts'
import { measureReview } from './browser/review-speed.ts'
import { measureGrowth } from './database/growth.ts'
import { measurePostgresGrowth } from './database/postgres-growth.ts'
import { measureArchives } from './files/archive-speed.ts'
import { measureBackups } from './files/backup-speed.ts'
import { measureResumedUpload } from './files/resumed-upload.ts'
import { cameraPhotos } from './files/sample-files.ts'
import { measureMemory } from './files/upload-memory.ts'
import { measureUploads } from './files/upload-speed.ts'
import { measureClouds } from './images/cloud-speed.ts'
import { measureDerivatives } from './images/derive-speed.ts'
import { measureHostileImages } from './images/hostile-images.ts'
import { measureInspectionReport } from './images/inspection-report.ts'
import { measureKinds } from './images/kind-speed.ts'
import { measureTiles } from './images/tile-speed.ts'
import { type Line, printSection } from './report.ts'
import { measureCacheHits } from './requests/cache-hits.ts'
import { measureFairness } from './requests/fairness/fairness.ts'
import { measureHostileCalls } from './requests/hostile-calls.ts'
import { measureIdleServers } from './requests/idle-server.ts'
import { measureLists } from './requests/list-speed.ts'
import { measureMixedLoad } from './requests/mixed-load.ts'
import { measureRequests } from './requests/request-speed.ts'
import { measureStalls } from './requests/stalls/stalls.ts'
import { measureSetUpRequests } from './set-ups/set-up-requests.ts'
import { measureSetUpUploads } from './set-ups/set-up-uploads.ts'

if (!existsSync(join(import.meta.dirname, '../../dist/index.html'))) {
  console.error('The benchmarks need a build. Run: npm run build')
  process.exit(1)
}

const isWriting = process.argv.includes('--write')
const folder = await mkdtemp(join(tmpdir(), 'kanat-bench-'))
process.once('SIGINT', () => {
  rmSync(folder, { recursive: true, force: true })
  process.exit(130)
})
try {
  console.log(
    `Node ${process.version}, ${availableParallelism()} cores. All requests use the loopback address. This takes some minutes.`,
  )
  const photos = await cameraPhotos(10)
  const photo = photos[0] ?? Buffer.alloc(0)
  const sections: Record<string, () => Promise<Line[]>> = {
    Requests: () => measureRequests(folder, photo),
    Lists: () => measureLists(folder),
    'Memory of lists': () => measureCacheHits(folder),
    'Dashboard of 10,000 turbines': () => measureDashboard(folder),
    'Blade map of 1,000 turbines': () => measureBladeMap(folder),
    'List of 10,000 photos': () => measurePhotoList(folder),
    'Photo with 200 marks': () => measureMarks(folder, photo),
    'Photo of 200 megapixels': () => measureLargePhoto(folder, photo),
    'Review of 200 findings': () => measureReview(folder, photo),
    'Decoding and deriving': () => measureDerivatives(folder, photos),
    'Deriving of other kinds': () => measureKinds(folder, photo),
    'Tiles of a panorama': () => measureTiles(folder, photo),
    'Point clouds: checking and preparing a cloud': () => measureClouds(folder),
    'Opening a panorama': () => measurePanoramas(folder, photo),
    'Memory of the 360° viewer': () => measurePanoramaMemory(folder, photo),
    'Memory while a large file goes up': () => measureMemory(folder),
    'Idle servers': () => measureIdleServers(folder),
    'Answers beside hostile calls': () => measureHostileCalls(folder),
    'Stalls of every call': () => measureStalls(folder),
    'Answers while hostile images come in': () => measureHostileImages(folder),
    'Fairness between companies': () => measureFairness(folder, photo),
    Uploading: () => measureUploads(folder, photos),
    'Many sessions at once': () => measureMixedLoad(folder, photo),
    'Growth with the number of rows': () => measureGrowth(folder),
    'Set-ups: requests': () => measureSetUpRequests(folder, photos),
    'Set-ups: uploads': () => measureSetUpUploads(folder, photos),
    'Growth in PostgreSQL': () => measurePostgresGrowth(folder),
    'Resuming an upload': () => measureResumedUpload(folder),
    'Downloading photos as one ZIP': () => measureArchives(folder, photos),
    'Inspection report': () => measureInspectionReport(folder, photos),
    'Saving and verifying': () => measureBackups(folder, photos),
    'First load of the dashboard': () => measurePanel(folder),
    'Public pages': () => measurePages(folder),
  }
  for (const [title, measure] of Object.entries(sections)) {
    if (!isWanted(title)) continue
    const lines = await measure()
    printSection(title, lines)
    const stored = isWriting ? lines.flatMap((line) => line.stored ?? []) : []
    for (const figure of stored)
      storeFigure({ ...figure, by: { bench: title, cores: availableParallelism() } })
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}

function isWanted(title: string): boolean {
  const words = process.argv.slice(2).filter((word) => word !== '--write')
  return words.length === 0 || words.some((word) => title.toLowerCase().includes(word.toLowerCase()))
}
