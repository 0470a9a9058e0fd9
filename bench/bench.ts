/** Measures speed, memory and page quality, each figure together with a reference of the same run: `npm run bench`. */
import { existsSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureArchives } from './archive-speed.ts'
import { measureBackups } from './backup-speed.ts'
import { measureDashboard } from './dashboard-speed.ts'
import { measureDerivatives } from './derive-speed.ts'
import { measureGrowth } from './growth.ts'
import { measureHostileImages } from './hostile-images.ts'
import { measureLists } from './list-speed.ts'
import { measureMixedLoad } from './mixed-load.ts'
import { measurePages } from './page-quality.ts'
import { measurePanel } from './panel-load.ts'
import { measurePanoramas } from './panorama-load.ts'
import { measurePanoramaMemory } from './panorama-memory.ts'
import { measurePhotoList } from './photo-list-speed.ts'
import { printSection } from './report.ts'
import { measureRequests } from './request-speed.ts'
import { measureResumedUpload } from './resumed-upload.ts'
import { cameraPhotos } from './sample-files.ts'
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
  printSection('Requests', await measureRequests(folder, photos[0] ?? Buffer.alloc(0)))
  printSection('Lists', await measureLists(folder))
  printSection('Dashboard of 10,000 turbines', await measureDashboard(folder))
  printSection('List of 10,000 photos', await measurePhotoList(folder))
  printSection('Decoding and deriving', await measureDerivatives(folder, photos))
  printSection('Tiles of a panorama', await measureTiles(folder, photos[0] ?? Buffer.alloc(0)))
  printSection('Opening a panorama', await measurePanoramas(folder, photos[0] ?? Buffer.alloc(0)))
  printSection('Memory of the 360° viewer', await measurePanoramaMemory(folder, photos[0] ?? Buffer.alloc(0)))
  printSection('Memory while a large file goes up', await measureMemory(folder))
  printSection('Answers while hostile images come in', await measureHostileImages(folder))
  printSection('Uploading', await measureUploads(folder, photos))
  printSection('Many sessions at once', await measureMixedLoad(folder, photos[0] ?? Buffer.alloc(0)))
  printSection('Growth with the number of rows', await measureGrowth(folder))
  printSection('Resuming an upload', await measureResumedUpload(folder))
  printSection('Downloading photos as one ZIP', await measureArchives(folder, photos))
  printSection('Saving and verifying', await measureBackups(folder, photos))
  printSection('First load of the dashboard', await measurePanel(folder))
  printSection('Public pages', await measurePages(folder))
} finally {
  await rm(folder, { recursive: true, force: true })
}
