import type { Services } from '#server/core/env.ts'
import { sealOlderVersions } from '#server/features/inspections/releases/seal-older-versions.ts'
import { sendNotices } from '#server/features/notices/send-notices.ts'
import { tellEachDay } from '#server/features/notifications/tell-each-day.ts'
import { readOlderPhotos } from '#server/features/photos/read-metadata-job.ts'
import { makeMissingThumbnails } from '#server/features/reports/make-thumbnails.ts'
import { maintainFiles } from '#server/features/stored-files/stray-files.ts'
import { deleteByAge } from './delete-by-age.ts'

/**
 * The hourly maintenance. Of several processes, the leader maintains the shared rows and bucket files, and each its own data folder. An
 * error ends the maintenance and is logged. It ends at its next step when the server stops.
 */
export async function runMaintenance(services: Services): Promise<void> {
  const { config, db, reserve, health, metrics, nightlyErasure, log } = services
  try {
    const isLeader = await db.isLeader()
    const hasFiles = isLeader || !config.bucket
    await reserve.fill()
    if (services.stopping) return
    if (isLeader) {
      await deleteByAge(services)
      await readOlderPhotos(services)
      await tellEachDay(services)
      const sent = await sendNotices(services)
      if (sent > 0) log.info({ sent }, 'sent the daily mails')
      const sealed = await sealOlderVersions(services)
      if (sealed > 0) log.info({ sealed }, 'sealed and signed older versions')
    }
    // Slow for many files; removes those of the rows deleted above.
    if (hasFiles) await maintainFiles(services)
    if (services.stopping) return
    await nightlyErasure.runIfDue()
    await health.check()
    if (services.stopping) return
    health.setDamage(await db.findDamage())
    metrics.maintenanceDone.setToCurrentTime()
    const made = hasFiles ? await makeMissingThumbnails(services) : 0
    if (made > 0) log.info({ made }, 'made thumbnails of reports')
  } catch (error) {
    log.error({ err: error }, 'maintenance failed')
  }
}
