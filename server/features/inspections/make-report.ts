import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Photo } from '#domain/photo.ts'
import type { Report } from '#domain/report.ts'
import type { Language } from '#domain/text/language.ts'
import { foldForSearch } from '#domain/text/turkish.ts'
import type { Turbine } from '#domain/turbine.ts'
import { inCheckedTransaction } from '#server/core/access/checked-transaction.ts'
import type { ApiContext } from '#server/core/env.ts'
import { insertKeyUse, type KeyUse, readKeyUse } from '#server/core/idempotency/key-queries.ts'
import { readMade } from '#server/core/idempotency/make-once-per-key.ts'
import { refuseWithoutFreeSpace } from '#server/core/uploads/free-space.ts'
import { keepFiles, type StoreKey } from '#server/core/uploads/keep-files.ts'
import type { ReceivedFile } from '#server/core/uploads/receive-files.ts'
import { refuseWhileStopping } from '#server/core/uploads/take-upload.ts'
import type { UploadRecord } from '#server/core/uploads/upload-kind.ts'
import { variantOf } from '#server/features/photos/photo-files.ts'
import { getReport } from '#server/features/reports/report-queries.ts'
import { reportUpload } from '#server/features/reports/report-upload.ts'
import { turbineAsOwner } from '#server/features/turbines/turbine-files.ts'
import { awaitedLater } from '#server/infrastructure/awaited-later.ts'
import { syncFile } from '#server/infrastructure/disk/durable-files.ts'
import { ApiError, refuseIfGone } from '#server/infrastructure/errors.ts'
import type { WorkOrder } from '#server/infrastructure/images/fair-queue.ts'
import { forEachAtOnce } from '#server/infrastructure/store/at-once.ts'
import { derivativeOf, originalOf } from '#server/infrastructure/store/file-store.ts'
import { describeInThread, type NeededPicture } from './describe-in-thread.ts'
import { gatherReport } from './gather-report.ts'
import { nextReportVersion } from './inspection-queries.ts'

/** How many files of a bucket are copied at once. */
const COPIED_AT_ONCE = 8

/** The beginning of the names of reports, by language. */
const FILE_NAMES: Record<Language, string> = { tr: 'denetim-raporu', en: 'inspection-report' }

/**
 * Makes the report of an inspection from the present data and stores it as a report of that year, beside the earlier ones. If it fails or
 * is killed, it leaves at most files without a row, which the sweeper removes. It ends when its client goes away before it is stored. A request with the
 * key of an earlier one waits for its end and answers its report.
 *
 * @throws ApiError `shutting_down`, `storage_full`, `turbine_not_found` if the turbine was deleted meanwhile; WorkerEnded if the report
 *   exceeds a limit
 */
export async function makeReport(
  c: ApiContext<UploadRecord>,
  year: number,
  language: Language,
): Promise<Report> {
  const use = await readKeyUse(c)
  if (!use) return makeAndKeep(c, year, language)
  return c.var.services.keyLocks.hold(use.id, async () => {
    const known = await readMade(c, use, (transaction, { turbine }, id: number) =>
      getReport(transaction, turbine.id, id),
    )
    return known?.answer ?? makeAndKeep(c, year, language, use)
  })
}

/** @param use the key, which is stored with the report */
async function makeAndKeep(
  c: ApiContext<UploadRecord>,
  year: number,
  language: Language,
  use?: KeyUse,
): Promise<Report> {
  const { services, turbine, viewer } = c.var
  const { signal } = c.req.raw
  refuseWhileStopping(services)
  await refuseWithoutFreeSpace(services)
  const data = await gatherReport(services, turbine, year, signal)
  const version = await inCheckedTransaction(c, (transaction, records) =>
    nextReportVersion(transaction, records.turbine.id, year),
  )
  refuseIfGone(signal)
  await using incomingFolder = await services.incoming.openFolder()
  const author = `${viewer.first_name} ${viewer.last_name}`.trim()
  const description = incomingFolder.newPath()
  const pictures = await describeInThread({
    data: { ...data, version, author },
    language,
    description,
    pictures: incomingFolder.newPath(),
  })
  await copyPictures(c, data.photos, pictures)
  const path = incomingFolder.newPath()
  const order: WorkOrder = { asker: viewer, urgency: 'soon', signal }
  await services.images.writeReport({ description, path }, data.findings.length, order)
  const file = await asReceived(path, `${fileName(turbine, year, version, language)}.pdf`)
  const examined = await reportUpload.examine(c, file, incomingFolder)
  await Promise.all([file.durable, ...examined.derivatives.map((derivative) => syncFile(derivative.path))])
  const files = [{ file, ...examined }]
  const storeKey: StoreKey<Report> = async (transaction, [report]) => {
    if (use && report && 'id' in report) await insertKeyUse(transaction, use, report.id)
  }
  const owner = turbineAsOwner(turbine)
  const [report] = await keepFiles(c, reportUpload, owner, files, { year }, storeKey)
  if (!report || !('id' in report)) throw new ApiError('internal_error')
  return report
}

/** Copies the files of pictures from the store, because workers read files by their paths. A missing file has no copy. After a failure, or when the client has gone, none is copied. */
async function copyPictures(
  c: ApiContext<UploadRecord>,
  photos: Photo[],
  pictures: NeededPicture[],
): Promise<void> {
  const keys = new Map(photos.map(({ id, key }) => [id, key]))
  await forEachAtOnce(
    pictures,
    async ({ photoId, size, path }) => {
      refuseIfGone(c.req.raw.signal)
      const key = keys.get(photoId) ?? ''
      await c.var.services.store.copyTo(
        size === 'original' ? originalOf(key) : derivativeOf(key, variantOf(size)),
        path,
      )
    },
    COPIED_AT_ONCE,
  )
}

/** The name of the file, such as `denetim-raporu-T07-2026-1`, in characters that names of files may have. */
function fileName({ code }: Turbine, year: number, version: number, language: Language): string {
  const plain = [...code].map((letter) => (/[\w.-]/.test(letter) ? letter : foldForSearch(letter))).join('')
  const safe = plain.replaceAll(/[^A-Za-z0-9_.-]+/g, '-').slice(0, 60)
  return [FILE_NAMES[language], safe, year, version].join('-')
}

async function asReceived(path: string, name: string): Promise<ReceivedFile> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  const { size } = await stat(path)
  return { name, path, size, sha256: hash.digest('hex'), durable: awaitedLater(syncFile(path)) }
}
