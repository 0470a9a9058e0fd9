import pLimit from 'p-limit'
import { FILES_EXAMINED_AT_ONCE, MIB } from '#domain/limits.ts'
import type { Rejection } from '#domain/upload.ts'
import type { ApiContext } from '#server/core/env.ts'
import { requestLog } from '#server/core/http/log.ts'
import { issuesOf } from '#server/core/http/validate.ts'
import type { CoreServices } from '#server/core/open-core.ts'
import { awaitedLater } from '#server/infrastructure/awaited-later.ts'
import { syncFile } from '#server/infrastructure/disk/durable-files.ts'
import { ApiError, type Reason, refuseIfGone } from '#server/infrastructure/errors.ts'
import type { IncomingFolder } from '#server/infrastructure/store/incoming.ts'
import { refuseBadName } from './file-name.ts'
import type { FileOwner } from './file-owner.ts'
import { refuseWithoutFreeSpace } from './free-space.ts'
import { maxBodySize, type ReceivedFile, receiveFiles } from './receive-files.ts'
import { asRejections, noFileKeptError, RejectedFile, separate, unlessRejected } from './rejected-file.ts'
import { insertRows, type StoreKey, storeFiles } from './store-files.ts'
import type { ExaminedFiles, StagedFile, UploadKind, UploadRecords } from './upload-kind.ts'
import { uploadOnce } from './upload-once.ts'

/**
 * Stores the valid files of a multipart request in the folder of their owner. If the request itself fails or breaks off, it stores none.
 * The answer lists rejected files with their reasons; `examined` are the valid files, also those whose name was taken meanwhile.
 *
 * @throws ApiError with the code of the first rejection and the whole list when no file is kept; `validation_failed`, `too_large`,
 *   `too_many_requests`, `storage_full`, `owner.missing` for the request as a whole.
 */
export async function takeUpload<Content, Fields, Item>(
  c: ApiContext<UploadRecords>,
  kind: UploadKind<Content, Fields, Item>,
  owner: FileOwner,
): Promise<{ kept: Item[]; rejected: Rejection[]; examined: StagedFile<Content>[] }> {
  await refuseBeforeReading(c)
  c.var.slot.release()
  await using incomingFolder = await c.var.services.incoming.openFolder()
  const received = await receiveAndExamine(c, kind, incomingFolder)

  const fields = kind.fields.safeParse(received.fields)
  if (!fields.success) {
    throw new ApiError('validation_failed', { issues: issuesOf(fields.error, received.fields) })
  }
  // The folder is removed when this function ends.
  const taken = await uploadOnce(c, kind, received, async (storeKey) => {
    const { kept, rejectedFiles, rejected } = await storeUpload(
      c,
      kind,
      owner,
      received,
      fields.data,
      storeKey,
    )
    if (kept.length === 0) throw noFileKeptError(kind.name, rejected, rejectedFiles[0])
    return { kept, rejected }
  })
  return { ...taken, examined: received.accepted }
}

/** Stores the valid files, and counts and logs the result. */
export async function storeUpload<Content, Fields, Item>(
  c: ApiContext<UploadRecords>,
  kind: UploadKind<Content, Fields, Item>,
  owner: FileOwner,
  { accepted, refused }: ExaminedFiles<Content>,
  fields: Fields,
  storeKey?: StoreKey<Item>,
): Promise<{ kept: Item[]; rejectedFiles: RejectedFile[]; rejected: Rejection[] }> {
  const outcomes = await storeFiles(c.var.services, kind.name, owner, accepted, (keyed) =>
    insertRows(c, kind, keyed, fields, storeKey),
  )
  const { accepted: kept, refused: refusedLate } = separate(outcomes)
  const rejectedFiles = [...refused, ...refusedLate]
  const rejected = asRejections(c, rejectedFiles)
  const { services } = c.var
  const bytes = accepted.reduce(
    (sum, { file }, index) => sum + (outcomes[index] instanceof RejectedFile ? 0 : file.size),
    0,
  )
  services.uploadMetrics.count(kind.name, { files: kept.length, bytes }, rejected)
  if (kept.length > 0)
    requestLog(c).info(
      { ...owner.logged, kept: kept.length, rejected: rejected.length },
      `${kind.name} uploaded`,
    )
  return { kept, rejectedFiles, rejected }
}

/** @throws ApiError `shutting_down` if the server has been asked to stop */
export function refuseWhileStopping({ stopping }: CoreServices): void {
  if (stopping) throw new ApiError('shutting_down', { headers: { Connection: 'close', 'Retry-After': '5' } })
}

/**
 * Refuses requests that would fail after reading their body. @throws ApiError `shutting_down`, `too_large`, `too_many_requests`,
 * `storage_full`
 */
async function refuseBeforeReading(c: ApiContext<UploadRecords>): Promise<void> {
  const { services, caller } = c.var
  refuseWhileStopping(services)
  const length = Number(c.req.header('Content-Length') ?? 0)
  if (length > maxBodySize(services.config)) throw new ApiError('too_large')
  services.images.refuseIfFull(caller)
  await refuseWithoutFreeSpace(services, length)
}

/** Receives the body. Files are examined while the next ones arrive, a few at once, within the user's share of work. */
async function receiveAndExamine<Content, Fields, Item>(
  c: ApiContext<UploadRecords>,
  kind: UploadKind<Content, Fields, Item>,
  incomingFolder: IncomingFolder,
): Promise<ExaminedFiles<Content> & { fields: Record<string, string> }> {
  const work: Promise<StagedFile<Content> | RejectedFile>[] = []
  const failed = new AbortController()
  const atOnce = pLimit(FILES_EXAMINED_AT_ONCE)
  const expect = (outcome: Promise<StagedFile<Content> | RejectedFile>) => {
    work.push(awaitedLater(outcome))
  }
  const refuse = (rejectedFile: RejectedFile) => expect(Promise.resolve(rejectedFile))

  try {
    const fields = await receiveFiles(c, incomingFolder, {
      field: kind.name,
      async wants(name) {
        const rejectedFile = await unlessRejected(name, async () => {
          refuseBadName(name)
          await kind.checkName?.(c, name)
        })
        if (rejectedFile) refuse(rejectedFile)
        return rejectedFile === undefined
      },
      received: (file) => expect(atOnce(() => examineFile(c, kind, file, incomingFolder, failed.signal))),
      tooLarge: (name) => refuse(new RejectedFile(name, 'too_large', fileTooLarge(c.var.services))),
    })
    return { fields, ...separate(await Promise.all(work)) }
  } catch (error) {
    failed.abort()
    // The folder is removed next, so all writes to it must have ended.
    await Promise.allSettled(work)
    throw error
  }
}

/** Examines a complete file, and waits until it and its derivatives are on disk. */
export function examineFile<Content, Fields, Item>(
  c: ApiContext<UploadRecords>,
  kind: UploadKind<Content, Fields, Item>,
  file: ReceivedFile,
  incomingFolder: IncomingFolder,
  signal?: AbortSignal,
): Promise<StagedFile<Content> | RejectedFile> {
  return unlessRejected(file.name, async () => {
    refuseIfGone(signal)
    if (file.size === 0) throw new ApiError('unsupported_file', { reason: { code: 'empty_file' } })
    const examined = await kind.examine(c, file, incomingFolder, signal)
    await Promise.all([file.durable, ...examined.derivatives.map(({ path }) => syncFile(path))])
    return { file, ...examined }
  })
}

export function fileTooLarge({ config }: CoreServices): Reason {
  return { code: 'file_too_large', values: { max: config.maxFileSize / MIB } }
}
