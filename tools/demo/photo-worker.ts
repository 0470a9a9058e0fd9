import { parentPort } from 'node:worker_threads'
import sharp from 'sharp'
import { drawBladePhoto } from './blade-photo.ts'
import type { Drawing } from './drawing/drawn-damage.ts'
import type { RoomName } from './drawing/rooms.ts'
import { drawPanorama } from './panorama.ts'
import { encodePhoto } from './photo-file.ts'
import { marksOf, type PhotoMark } from './photo-marks.ts'
import { type Motif, type PlannedPhoto, wearOf } from './plans/photo-plan.ts'
import { drawRobotPhoto } from './robot-photo.ts'

/** The message to a worker: a motif and the photos to make from it. */
export interface DrawingJob {
  motif: Motif
  photos: PlannedPhoto[]
}

/** A photo with its file and the damages in it. */
export interface DrawnPhoto {
  photo: PlannedPhoto
  file: Uint8Array<ArrayBuffer>
  marks: PhotoMark[]
}

/** The message from a worker: a photo, or that the job is done. */
export type DrawingNews = DrawnPhoto | { done: true }

// The other workers and the uploads use the other cores.
sharp.concurrency(1)

parentPort?.on('message', async ({ motif, photos }: DrawingJob) => {
  const picture = drawMotif(motif)
  for (const photo of photos) {
    const file = Uint8Array.from(await encodePhoto(picture, photo))
    parentPort?.postMessage({ photo, file, marks: marksOf(picture, photo) } satisfies DrawingNews, [
      file.buffer,
    ])
  }
  parentPort?.postMessage({ done: true } satisfies DrawingNews)
})

function drawMotif(motif: Motif): Drawing {
  const { camera, subject, seed } = motif
  const wear = wearOf(motif)
  if (camera === 'panorama') return drawPanorama(subject as RoomName, seed, wear)
  return camera === 'robot'
    ? drawRobotPhoto(subject, seed, wear)
    : drawBladePhoto(camera, subject, seed, wear)
}
