import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { DrawingJob, DrawingNews, DrawnPhoto } from './photo-worker.ts'
import type { PlannedPhoto } from './plans/photo-plan.ts'

/** A worker that draws a panorama needs some 200 MB, and the uploads need further cores. */
const WORKERS_MAX = 2

/** The photos that are drawn from the same motif: those of `first` first, then the ones that take longest to draw. */
function jobsFor(photos: readonly PlannedPhoto[], first: readonly PlannedPhoto[]): DrawingJob[] {
  const jobs = new Map<string, DrawingJob>()
  for (const photo of [...first, ...photos.filter((one) => !first.includes(one))]) {
    const { camera, subject, yearsBefore } = photo.motif
    const key = `${camera}/${subject}/${yearsBefore}`
    const job = jobs.get(key) ?? { motif: photo.motif, photos: [] }
    job.photos.push(photo)
    jobs.set(key, job)
  }
  const placeOf = ({ motif, photos: [photo] }: DrawingJob) =>
    photo && first.includes(photo) ? 0 : motif.camera === 'panorama' ? 1 : 2
  return [...jobs.values()].sort((a, b) => placeOf(a) - placeOf(b))
}

/** Draws every photo in a few workers, those of `first` first, and calls `take` with each. Rejects if drawing or `take` fails. */
export async function drawPhotos(
  photos: readonly PlannedPhoto[],
  first: readonly PlannedPhoto[],
  take: (photo: DrawnPhoto) => void,
): Promise<void> {
  const jobs = jobsFor(photos, first)
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
