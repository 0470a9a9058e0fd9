import { countSessions } from '#server/core/access/count-sessions.ts'
import type { Services } from '#server/core/env.ts'
import { FILE_KINDS } from '#server/features/stored-files/file-kinds.ts'
import { getInstallation } from '#server/features/stored-files/installation-queries.ts'
import { freeBytes } from '#server/infrastructure/disk/disk-errors.ts'

type Sources = Pick<Services, 'config' | 'db' | 'images' | 'jobs' | 'metrics' | 'passwords'>

/** Adds the gauges that are read at each scrape. */
export function addGauges({ config, db, images, jobs, metrics, passwords }: Sources): void {
  metrics.addCollectedGauge(
    'kanat_password_hashes_waiting',
    'Password hashes that wait to be computed.',
    () => passwords.queued,
  )
  metrics.addCollectedGauge('kanat_images_waiting', 'Images that wait to be decoded.', () => images.waiting)
  metrics.addCollectedGauge('kanat_store_free_bytes', 'Free bytes on the disk of the data folder.', () =>
    freeBytes(config.dataDir),
  )
  // One process of a database reports its rows, so that a sum over processes counts no row twice.
  const addRows = (name: string, help: string, count: () => Promise<number>) =>
    metrics.addCollectedGauge(name, help, async () => ((await db.isLeader()) ? count() : undefined))
  addRows('kanat_sessions', 'Sessions that have not ended.', () => countSessions(db.read))
  for (const { name, count } of FILE_KINDS) {
    const help = `${name.charAt(0).toUpperCase()}${name.slice(1)} in the database.`
    addRows(`kanat_${name}`, help, () => count(db.read))
  }
  const installation = () => getInstallation(db.read)
  addRows(
    'kanat_stray_files',
    'Files without a row in the database.',
    async () => (await installation()).stray_files,
  )
  addRows('kanat_stray_bytes', 'Their bytes.', async () => (await installation()).stray_bytes)
  addRows('kanat_jobs_waiting', 'Jobs that will run, now or after a pause.', async () => {
    return (await jobs.count()).waiting
  })
  addRows('kanat_jobs_failed', 'Jobs that were given up in the last 30 days.', async () => {
    return (await jobs.count()).failed
  })
}
