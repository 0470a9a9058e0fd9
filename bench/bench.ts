/**
 * Measures speed, memory and page quality, each figure together with a reference of the same run: `npm run bench`. With words, only the
 * sections whose titles contain one of them: `npm run bench -- lists uploading`.
 */
import { existsSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureArchives } from './archive-speed.ts'
import { measureBackups } from './backup-speed.ts'
import { measureDashboard } from './dashboard-speed.ts'
import { measureDerivatives } from './derive-speed.ts'
import { measureGrowth } from './growth.ts'
import { measureHostileCalls } from './hostile-calls.ts'
import { measureHostileImages } from './hostile-images.ts'
import { measureInspectionReport } from './inspection-report.ts'
import { measureLists } from './list-speed.ts'
import { measureMarks } from './mark-speed.ts'
import { measureMixedLoad } from './mixed-load.ts'
import { measurePages } from './page-quality.ts'
import { measurePanel } from './panel-load.ts'
import { measurePanoramas } from './panorama-load.ts'
import { measurePanoramaMemory } from './panorama-memory.ts'
import { measurePhotoList } from './photo-list-speed.ts'
import { measurePostgresGrowth } from './postgres-growth.ts'
import { type Line, printSection } from './report.ts'
import { measureRequests } from './request-speed.ts'
import { measureResumedUpload } from './resumed-upload.ts'
import { cameraPhotos } from './sample-files.ts'
import { measureSetUpRequests } from './set-up-requests.ts'
import { measureSetUpUploads } from './set-up-uploads.ts'
import { measureTiles } from './tile-speed.ts'
import { measureMemory } from './upload-memory.ts'
import { measureUploads } from './upload-speed.ts'

if (!existsSync(join(import.meta.dirname, '../dist/index.html'))) {
  console.error('The benchmarks need a build. Run: npm run build')
  process.exit(1)
}

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
    'Dashboard of 10,000 turbines': () => measureDashboard(folder),
    'List of 10,000 photos': () => measurePhotoList(folder),
    'Photo with 200 marks': () => measureMarks(folder, photo),
    'Decoding and deriving': () => measureDerivatives(folder, photos),
    'Tiles of a panorama': () => measureTiles(folder, photo),
    'Opening a panorama': () => measurePanoramas(folder, photo),
    'Memory of the 360° viewer': () => measurePanoramaMemory(folder, photo),
    'Memory while a large file goes up': () => measureMemory(folder),
    'Answers beside hostile calls': () => measureHostileCalls(folder),
    'Answers while hostile images come in': () => measureHostileImages(folder),
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
    if (isWanted(title)) printSection(title, await measure())
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}

function isWanted(title: string): boolean {
  const words = process.argv.slice(2)
  return words.length === 0 || words.some((word) => title.toLowerCase().includes(word.toLowerCase()))
}
