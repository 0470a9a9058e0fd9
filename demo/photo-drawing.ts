import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { PlannedPhoto } from './photo-plan.ts'
import type { DrawingJob, DrawingNews, DrawnPhoto } from './photo-worker.ts'

/** A worker that draws a panorama needs some 200 MB, and the uploads need further cores. */
const WORKERS_MAX = 2

/** The photos that are drawn from the same motif, the ones that take longest to draw first. */
function jobsFor(photos: readonly PlannedPhoto[]): DrawingJob[] {
  const jobs = new Map<string, DrawingJob>()
  for (const photo of photos) {
    const { camera, subject, yearsBefore } = photo.motif
    const key = `${camera}/${subject}/${yearsBefore}`
    const job = jobs.get(key) ?? { motif: photo.motif, photos: [] }
    job.photos.push(photo)
    jobs.set(key, job)
  }
  const isLong = (job: DrawingJob) => (job.motif.camera === 'panorama' ? 0 : 1)
  return [...jobs.values()].sort((a, b) => isLong(a) - isLong(b))
}

/** Draws every photo in a few workers and calls `take` with each. Rejects if drawing or `take` fails. */
export async function drawPhotos(
  photos: readonly PlannedPhoto[],
  take: (photo: DrawnPhoto) => void,
): Promise<void> {
  const jobs = jobsFor(photos)
  const workers = Math.min(availableParallelism(), WORKERS_MAX)
  await Promise.all(Array.from({ length: workers }, () => workThrough(jobs, take)))
}

/** Runs one worker until no job is left. */
function workThrough(jobs: DrawingJob[], take: (photo: DrawnPhoto) => void): Promise<void> {
  const worker = new Worker(new URL('./photo-worker.ts', import.meta.url))
  return new Promise<void>((resolve, reject) => {
    const next = () => {
      const job = jobs.shift()
      if (job) worker.postMessage(job)
      else resolve()
    }
    worker.on('error', reject)
    worker.on('message', (news: DrawingNews) => {
      if ('done' in news) next()
      else take(news)
    })
    next()
  }).finally(() => worker.terminate())
}
