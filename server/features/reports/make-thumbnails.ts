import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { CoreServices } from '#server/core/open-core.ts'
import { refuseWithoutFreeSpace } from '#server/core/uploads/free-space.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { originalOf } from '#server/infrastructure/store/file-store.ts'
import { SERVER_ITSELF, type WorkOrder } from '#server/infrastructure/work-order.ts'
import { thumbnailOf } from './report-files.ts'
import { findReportWithoutThumbnail, type ReportWithoutThumbnail, setThumbnail } from './report-queries.ts'

/** Background work. */
const ORDER: WorkOrder = { requester: SERVER_ITSELF, priority: 'low' }

/**
 * Makes thumbnails missing from uploads: of reports older than thumbnails, and of those whose worker ended. After a second end a report is
 * not retried. They are made one after the other, so that uploads find free workers. The work ends when the server stops.
 *
 * @returns how many were made
 * @throws ApiError `storage_full` if there is not enough disk space for the copy of a report
 */
export async function makeMissingThumbnails(services: CoreServices): Promise<number> {
  const { db, log } = services
  let made = 0
  let report = await findReportWithoutThumbnail(db.read, 0)
  while (report && !services.stopping) {
    try {
      if (await makeThumbnail(services, report)) made += 1
    } catch (error) {
      if (error instanceof ApiError) throw error
      // The next maintenance retries, for example an unreadable file.
      log.warn({ err: error, report: report.id }, 'could not make the thumbnail of a report')
    }
    report = await findReportWithoutThumbnail(db.read, report.id)
  }
  return made
}

async function makeThumbnail(services: CoreServices, report: ReportWithoutThumbnail): Promise<boolean> {
  const { images, incoming, store, transactions } = services
  await refuseWithoutFreeSpace(services, report.file_size_bytes)
  await using incomingFolder = await incoming.openFolder()
  // Workers read files of the incoming folder, because a store may have no paths.
  const copy = incomingFolder.newPath()
  await using original = await store.open(originalOf(report.key))
  if (!original) return false // It was just deleted, or `verify` finds the loss.
  const bytes = original.stream({ start: 0, end: original.size - 1 }) as ReadableStream
  await pipeline(Readable.fromWeb(bytes), createWriteStream(copy, { flags: 'wx', mode: 0o640 }))

  const path = incomingFolder.newPath()
  const isRendered = (await images.renderFirstPage(copy, path, ORDER)) === true
  const file = thumbnailOf(report.key)
  // The file precedes its row, as in an upload.
  if (isRendered) await store.keep([{ file, path }])
  const isStored = await transactions.run((transaction) => setThumbnail(transaction, report.id, isRendered))
  if (!isStored) await store.remove([file])
  return isRendered && isStored
}
