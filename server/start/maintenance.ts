import { deleteOldAuditEntries } from '#server/core/audit/audit-log.ts'
import type { Services } from '#server/core/env.ts'
import { deleteOldKeys } from '#server/core/idempotency/key-queries.ts'
import { deleteAbandonedUploads } from '#server/core/uploads/partial-upload-queries.ts'
import { deleteOldPlaces } from '#server/features/auth/known-places.ts'
import { deleteOldDossiers } from '#server/features/inspections/dossiers/dossier-job-queries.ts'
import { sealOlderVersions } from '#server/features/inspections/releases/seal-older-versions.ts'
import { deleteOldReportJobs } from '#server/features/inspections/report-jobs/report-job-queries.ts'
import { sendNotices } from '#server/features/notices/send-notices.ts'
import { deleteExpiredOrders } from '#server/features/photos/archive/archive-orders.ts'
import { readOlderPhotos } from '#server/features/photos/read-metadata-job.ts'
import { makeMissingThumbnails } from '#server/features/reports/make-thumbnails.ts'
import { emptyOldTrash, sweep, sweepIncoming } from '#server/features/stored-files/sweep.ts'
import { changeSome } from '#server/infrastructure/database/in-groups.ts'
import { answerOthers } from '#server/infrastructure/in-turns.ts'

/**
 * The hourly maintenance. Of several processes, the leader does what they share: the rows, and the files in a bucket. Each process does what it
 * has alone: its data folder. An error ends the maintenance and is logged. It ends at its next step when the server stops.
 */
export async function runMaintenance(services: Services): Promise<void> {
  const { config, db, reserve, jobs, health, metrics, nightlyErasure, log } = services
  try {
    const isLeader = await db.isLeader()
    const hasFiles = isLeader || !config.bucket
    // What frees disk space comes first.
    await sweepIncoming(services)
    if (hasFiles) await emptyOldTrash(services)
    await reserve.fill()
    if (services.stopping) return
    if (isLeader) {
      await deleteOldRows(services)
      await jobs.deleteOldFailed()
      await readOlderPhotos(services)
      const sent = await sendNotices(services)
      if (sent > 0) log.info({ sent }, 'told users which inspections wait for them')
      const sealed = await sealOlderVersions(services)
      if (sealed > 0) log.info({ sealed }, 'sealed versions of before releases')
    }
    await db.counts.deleteEnded()
    // It takes long for many files, and removes those of the rows that were deleted above.
    const removed = hasFiles ? await sweep(services) : 0
    if (removed > 0) log.info({ removed }, 'swept leftovers')
    metrics.sweptFiles.inc(removed)
    await nightlyErasure.runIfDue()
    await health.checkInstallation()
    if (services.stopping) return
    await health.checkDatabase()
    metrics.maintenanceDone.setToCurrentTime()
    const made = hasFiles ? await makeMissingThumbnails(services) : 0
    if (made > 0) log.info({ made }, 'made thumbnails of reports')
  } catch (error) {
    log.error({ err: error }, 'maintenance failed')
  }
}

/** Deletes what is too old, in groups: after months without a server, hundreds of thousands of rows are. */
async function deleteOldRows(services: Services): Promise<void> {
  const { transactions, sessions } = services
  await transactions.run(async (transaction) => {
    await sessions.deleteExpired(transaction)
    await deleteOldPlaces(transaction)
    await deleteAbandonedUploads(transaction)
    await deleteExpiredOrders(transaction)
    await deleteOldReportJobs(transaction)
    await deleteOldDossiers(transaction)
  }, 'use reserve')
  for (const deleteGroup of [deleteOldAuditEntries, deleteOldKeys]) {
    const deleteSome = () =>
      transactions.run((transaction) => changeSome(() => deleteGroup(transaction)), 'use reserve')
    while (!services.stopping && (await deleteSome())) await answerOthers()
  }
}
