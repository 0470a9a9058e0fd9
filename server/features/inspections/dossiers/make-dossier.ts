import { setTimeout as pause } from 'node:timers/promises'
import type { DossierPhotos } from '#domain/inspections/dossier.ts'
import { NotYetError } from '#server/core/jobs/away.ts'
import { refuseWhileStopping } from '#server/core/uploads/take-upload.ts'
import { type BegunFileJob, endFileJob } from '#server/features/file-jobs/file-job-queries.ts'
import { getRequester } from '#server/features/file-jobs/get-requester.ts'
import type { RunningFileJob } from '#server/features/file-jobs/running-file-jobs.ts'
import { sealOlderVersion } from '#server/features/inspections/releases/seal-older-versions.ts'
import type { Services } from '#server/features/open-features.ts'
import { ApiError, refuseIfGone } from '#server/infrastructure/errors.ts'
import { yieldToEventLoop } from '#server/infrastructure/in-turns.ts'
import { awaitsReports, findPublishedVersion } from './dossier-versions.ts'
import { checkDossier, sealDossier } from './prepare-dossier.ts'
import { columnsOf, insertDossier } from './prepared-dossiers.ts'

/** How long a dossier waits for reports while blocking others, and the polling interval, in milliseconds. */
const REPORTS_WAIT_MS = 10_000
const LOOK_FOR_REPORTS_MS = 200

/**
 * Reads every file of a requested dossier, and seals it.
 *
 * @throws ApiError `forbidden`, `turbine_not_found` if its user may no longer see the inspection; `version_not_found` if the version was
 *   withdrawn; those of `checkDossier`; NotYetError if reports of the version are still in progress
 */
export async function makeDossier(
  services: Services,
  job: BegunFileJob,
  running: RunningFileJob,
): Promise<void> {
  const { config, db, transactions } = services
  await awaitReports(services, job, running)
  await getRequester(db.read, job, 'inspection.seal')
  const found = await findPublishedVersion(db.read, job)
  if (found) await sealOlderVersion(services, found.id)
  const version = found && (await findPublishedVersion(db.read, job))
  if (!version) throw new ApiError('version_not_found')
  const checked = await checkDossier(services, version, job.variant as DossierPhotos, {
    signal: running.signal,
    async onFile(progress) {
      refuseWhileStopping(services)
      running.progress = progress
    },
  })
  await transactions.run(async (transaction) => {
    await getRequester(transaction, job, 'inspection.seal')
    const sealed = await sealDossier(transaction, config, checked)
    const columns = await columnsOf(sealed)
    await yieldToEventLoop()
    if (await endFileJob(transaction, job, { state: 'done', progress: 1 }))
      await insertDossier(transaction, job.id, columns)
  })
}

/** Waits for running reports of the version, so that a dossier requested right after the publication has them. A failed report is not in it. */
async function awaitReports(services: Services, job: BegunFileJob, running: RunningFileJob): Promise<void> {
  const end = Date.now() + REPORTS_WAIT_MS
  while (await awaitsReports(services.db.read, job)) {
    refuseIfGone(running.signal)
    // Other dossiers go on meanwhile.
    if (services.stopping || Date.now() > end)
      throw new NotYetError('The reports of the version are being made.')
    await pause(LOOK_FOR_REPORTS_MS)
  }
}
