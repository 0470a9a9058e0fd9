import { parentPort } from 'node:worker_threads'
import sharp from 'sharp'
import { drawBladePhoto } from './blade-photo.ts'
import type { Picture } from './drawing/film.ts'
import type { RoomName } from './drawing/rooms.ts'
import { drawPanorama } from './panorama.ts'
import { encodePhoto } from './photo-file.ts'
import type { Motif, PlannedPhoto } from './photo-plan.ts'
import { drawRobotPhoto } from './robot-photo.ts'

/** The message to a worker: a motif and the photos to make from it. */
export interface DrawingJob {
  motif: Motif
  photos: PlannedPhoto[]
}

/** The message from a worker: the file of a photo, or that the job is done. */
export type DrawingNews = { photo: PlannedPhoto; file: Uint8Array<ArrayBuffer> } | { done: true }

// The other workers and the uploads use the other cores.
sharp.concurrency(1)

parentPort?.on('message', async ({ motif, photos }: DrawingJob) => {
  const picture = drawMotif(motif)
  for (const photo of photos) {
    const file = Uint8Array.from(await encodePhoto(picture, photo))
    parentPort?.postMessage({ photo, file } satisfies DrawingNews, [file.buffer])
  }
  parentPort?.postMessage({ done: true } satisfies DrawingNews)
})

function drawMotif({ camera, subject, seed }: Motif): Picture {
  if (camera === 'panorama') return drawPanorama(subject as RoomName, seed)
  return camera === 'robot' ? drawRobotPhoto(subject, seed) : drawBladePhoto(camera, subject, seed)
}
