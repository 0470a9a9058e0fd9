import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { ReportExtent } from '#domain/inspections/report-job.ts'
import { REPORT_FINDINGS_MAX } from '#domain/limits.ts'
import type { Photo } from '#domain/photo.ts'
import type { Language } from '#domain/text/language.ts'
import { foldForSearch } from '#domain/text/turkish.ts'
import type { Turbine } from '#domain/turbine.ts'
import type { CoreServices } from '#server/core/open-core.ts'
import { refuseWithoutFreeSpace } from '#server/core/uploads/free-space.ts'
import type { ReceivedFile } from '#server/core/uploads/receive-files.ts'
import { storeFiles } from '#server/core/uploads/store-files.ts'
import { type BegunFileJob, endFileJob } from '#server/features/file-jobs/file-job-queries.ts'
import { getRequester } from '#server/features/file-jobs/get-requester.ts'
import type { RunningFileJob } from '#server/features/file-jobs/running-file-jobs.ts'
import { describeInThread, type NeededPicture } from '#server/features/inspections/describe-in-thread.ts'
import { sortFindings } from '#server/features/inspections/description/report-findings.ts'
import { gatherReport } from '#server/features/inspections/gather-report.ts'
import { readNextVersion, takeReportVersion } from '#server/features/inspections/inspection-queries.ts'
import { tellReport } from '#server/features/notifications/write-notifications.ts'
import { variantOf } from '#server/features/photos/photo-files.ts'
import { examineReport, insertStoredReport, reportUpload } from '#server/features/reports/report-upload.ts'
import { turbineAsOwner } from '#server/features/turbines/turbine-files.ts'
import { awaitedLater } from '#server/infrastructure/awaited-later.ts'
import { syncFile } from '#server/infrastructure/disk/durable-files.ts'
import { refuseIfGone } from '#server/infrastructure/errors.ts'
import { forEachAtOnce } from '#server/infrastructure/store/at-once.ts'
import { derivativeOf, originalOf } from '#server/infrastructure/store/file-store.ts'
import type { WorkOrder } from '#server/infrastructure/work-order.ts'
import { tooManyFindings } from './report-findings.ts'

/** What draws the report, in a worker. */
const WRITER = new URL('../../reports/pdf/write-report.ts', import.meta.url).href

/** Concurrent copies of bucket files. */
const COPIED_AT_ONCE = 8

/** Name prefixes of reports. */
const FILE_NAMES: Record<ReportExtent, Record<Language, string>> = {
  full: { tr: 'denetim-raporu', en: 'inspection-report' },
  board: { tr: 'yonetim-ozeti', en: 'board-summary' },
}

/**
 * Makes a requested report, of its version or as a draft of the current data, and stores it beside the earlier ones of its year. The
 * report, its version, its audit entry and the end of its job are one transaction. A failure or kill leaves at most files without a row,
 * which health counts.
 *
 * @throws ApiError `storage_full`, `too_many_findings`; `forbidden` or `turbine_not_found` if its user may no longer request it;
 *   LimitExceeded
 */
export async function makeReport(
  services: CoreServices,
  job: BegunFileJob,
  running: RunningFileJob,
): Promise<void> {
  const { year, version: inspectionVersion } = job
  const wanted = { language: job.variant as Language, extent: job.extent }
  const { signal } = running
  await refuseWithoutFreeSpace(services)
  const { requester, turbine } = await getRequester(services.db.read, job, 'report.add')
  const data = await gatherReport(services, requester, turbine, { year, inspectionVersion }, signal)
  const { own, leftOver } = sortFindings({ ...data, version: 0, author: '' })
  const findings = own.length + leftOver.length
  if (findings > REPORT_FINDINGS_MAX) throw tooManyFindings()
  const version = await readNextVersion(services.db.read, turbine.id, year)
  refuseIfGone(signal)
  await using incomingFolder = await services.incoming.openFolder()
  const author = `${requester.first_name} ${requester.last_name}`.trim()
  const description = incomingFolder.newPath()
  const pictures = await describeInThread({
    data: { ...data, version, author },
    ...wanted,
    description,
    pictures: incomingFolder.newPath(),
  })
  await copyPictures(services, data.photos, pictures, signal)
  const path = incomingFolder.newPath()
  const work: WorkOrder = { requester, priority: 'normal', signal }
  await services.images.writeReport({ writer: WRITER, description, path }, findings, work, (drawn) => {
    running.progress = findings === 0 ? 0 : Math.min(1, drawn / findings)
  })
  const file = await asReceived(path, `${fileName(turbine, year, version, wanted)}.pdf`)
  const examined = await examineReport(services, services.log, requester, file, incomingFolder, signal)
  await Promise.all([file.durable, ...examined.derivatives.map((derivative) => syncFile(derivative.path))])
  refuseIfGone(signal)
  const staged = [{ file, ...examined }]
  await storeFiles(services, reportUpload.name, turbineAsOwner(turbine), staged, (keyed) =>
    services.transactions.run(async (transaction) => {
      const { requester, turbine } = await getRequester(transaction, job, 'report.add')
      services.db.concern(turbine.company_id)
      await takeReportVersion(transaction, turbine.id, year, version)
      const reports = []
      for (const one of keyed) {
        const report = await insertStoredReport(
          transaction,
          { ...one, uploadedAt: new Date() },
          { year, made: { language: wanted.language, inspectionVersion } },
          { origin: job, turbine, caller: requester },
        )
        const isWanted = await endFileJob(transaction, job, {
          state: 'done',
          progress: 1,
          report_id: report.id,
        })
        if (!isWanted) {
          running.abort()
          refuseIfGone(signal)
        }
        await tellReport(transaction, { id: report.id, turbine_id: turbine.id }, job.userId)
        reports.push(report)
      }
      return reports
    }, 'refuse'),
  )
}

/**
 * Copies picture files from the store, because workers read files by path. A missing file has no copy. Stops after a failure, or when the
 * report is no longer wanted.
 */
async function copyPictures(
  { store }: CoreServices,
  photos: Photo[],
  pictures: NeededPicture[],
  signal: AbortSignal,
): Promise<void> {
  const keys = new Map(photos.map(({ id, key }) => [id, key]))
  await forEachAtOnce(
    pictures,
    async ({ photoId, size, path }) => {
      refuseIfGone(signal)
      const key = keys.get(photoId) ?? ''
      await store.copyTo(size === 'original' ? originalOf(key) : derivativeOf(key, variantOf(size)), path)
    },
    COPIED_AT_ONCE,
  )
}

/** The file name, such as `denetim-raporu-T07-2026-1`, in characters valid in file names. */
function fileName(
  { code }: Turbine,
  year: number,
  version: number,
  { language, extent }: { language: Language; extent: ReportExtent },
): string {
  const plain = [...code].map((letter) => (/[\w.-]/.test(letter) ? letter : foldForSearch(letter))).join('')
  const safe = plain.replaceAll(/[^A-Za-z0-9_.-]+/g, '-').slice(0, 60)
  return [FILE_NAMES[extent][language], safe, year, version].join('-')
}

async function asReceived(path: string, name: string): Promise<ReceivedFile> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  const { size } = await stat(path)
  return { name, path, size, sha256: hash.digest('hex'), durable: awaitedLater(syncFile(path)) }
}
