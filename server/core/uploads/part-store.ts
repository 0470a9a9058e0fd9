import type { Readable } from 'node:stream'
import { DataStore, Upload } from '@tus/server'
import { PARTIAL_UPLOADS_PER_USER } from '#domain/limits.ts'
import { isFileName } from '#domain/upload.ts'
import { inCheckedTransaction } from '#server/core/access/checked-transaction.ts'
import type { ApiContext } from '#server/core/env.ts'
import { issuesOf } from '#server/core/http/validate.ts'
import { NO_COMPANY, type Reader } from '#server/infrastructure/database/database.ts'
import { ApiError, invalid } from '#server/infrastructure/errors.ts'
import { partialName } from '#server/infrastructure/store/partial-files.ts'
import { readWhole } from '#server/infrastructure/store/read-whole.ts'
import { refuseUnknownExtension } from './file-extension.ts'
import type { FileOwner } from './file-owner.ts'
import { refuseWithoutFreeSpace, whileSpace } from './free-space.ts'
import {
  countUnfinished,
  deletePartialUpload,
  getPartialUpload,
  insertPartialUpload,
  markKept,
  type PartialUpload,
  setReceived,
} from './partial-upload-queries.ts'
import { RejectedFile } from './rejected-file.ts'
import { examineFile, fileTooLarge, storeUpload } from './take-upload.ts'
import type { ResumableKind, UploadRecords } from './upload-kind.ts'

/**
 * The data store of the tus server, for one request. The last byte of an upload counts as received only once the record of the file is
 * stored, so that a client never treats an upload without a record as complete.
 */
export class PartStore<Content, Fields, Item> extends DataStore {
  override extensions = ['creation', 'termination']
  readonly #c: ApiContext<UploadRecords>
  readonly #kind: ResumableKind<Content, Fields, Item>
  readonly #owner: FileOwner

  constructor(c: ApiContext<UploadRecords>, kind: ResumableKind<Content, Fields, Item>, owner: FileOwner) {
    super()
    this.#c = c
    this.#kind = kind
    this.#owner = owner
  }

  /**
   * Creates an upload, with the checks of a plain upload except those of the content.
   *
   * @throws ApiError `validation_failed`, `too_large`, `unsupported_file`, the errors of `checkName`, `too_many_uploads`, `storage_full`
   */
  override async create(upload: Upload): Promise<Upload> {
    const { services } = this.#c.var
    const { name } = this.#described(upload.metadata)
    if (name === '') throw invalid('filename', 'required')
    if (!isFileName(name)) {
      throw new ApiError('validation_failed', { issues: [{ path: 'filename', code: 'invalid_name' }] })
    }
    refuseUnknownExtension(name, this.#kind.types)
    const { id, size: length = 0, metadata = {} } = upload
    if (length === 0) throw new ApiError('unsupported_file', { reason: { code: 'empty_file' } })
    if (length > services.config.maxFileSize) {
      throw new ApiError('too_large', { reason: fileTooLarge(services) })
    }
    await this.#kind.checkName?.(this.#c, name)
    // The disk is checked before the transaction, which waits for the database only.
    const promised = await this.#countPromised(services.db.read)
    const room = await refuseWithoutFreeSpace(services, promised + length)
    await inCheckedTransaction(this.#c, async (transaction) => {
      // Counted again at the insertion, so that concurrent uploads see each other.
      if ((await this.#countPromised(transaction)) + length > room) throw new ApiError('storage_full')
      await insertPartialUpload(transaction, { id, length, metadata }, this.#ids())
    })
    return upload
  }

  override async getUpload(id: string): Promise<Upload> {
    const { length, received, metadata } = await this.#find(id)
    return new Upload({ id, size: length, offset: received, metadata })
  }

  /** Writes a part. After a broken connection, the bytes that arrived count as received. */
  override async write(body: Readable, id: string, start: number): Promise<number> {
    const { services } = this.#c.var
    const upload = await this.#find(id)
    if (upload.isKept) return upload.length
    const { end, failure } = await services.partialFiles.write(id, start, whileSpace(body, services))
    const count = (received: number) =>
      services.transactions.run((transaction) => {
        services.db.concern(NO_COMPANY)
        return setReceived(transaction, id, received)
      })
    if (end < upload.length || failure !== undefined) {
      await count(Math.min(end, upload.length - 1))
      if (failure !== undefined) throw failure
      return end
    }
    try {
      await this.#keep(upload)
    } catch (error) {
      // The bytes remain, so the client only resends the last one.
      await count(upload.length - 1)
      throw error
    }
    return end
  }

  override async remove(id: string): Promise<void> {
    const { db, transactions, fileRemovals } = this.#c.var.services
    await transactions.run((transaction) => {
      db.concern(NO_COMPANY)
      return deletePartialUpload(transaction, id)
    }, 'use reserve')
    await fileRemovals.remove([partialName(id)])
  }

  /**
   * The bytes that all users have announced and not yet sent.
   *
   * @throws ApiError `too_many_uploads` if the user has the maximum
   */
  async #countPromised(db: Reader): Promise<number> {
    const { own, bytes } = await countUnfinished(db, this.#c.var.caller.id)
    if (own < PARTIAL_UPLOADS_PER_USER) return bytes
    throw new ApiError('too_many_uploads', { headers: { 'Retry-After': '3600' } })
  }

  #ids() {
    const { caller, turbine } = this.#c.var
    return { user_id: caller.id, turbine_id: turbine.id }
  }

  /** @throws ApiError `upload_not_found`, also if the bytes are missing, as after a restore */
  async #find(id: string): Promise<PartialUpload> {
    const { db, partialFiles } = this.#c.var.services
    const upload = await getPartialUpload(db.read, id, this.#ids())
    if (!upload.isKept && (await partialFiles.size(id)) < upload.received)
      throw new ApiError('upload_not_found')
    return upload
  }

  #described(metadata: PartialUpload['metadata'] | undefined): { name: string; fields: Fields } {
    const { filename, ...texts } = Object.fromEntries(
      Object.entries(metadata ?? {}).map(([key, value]) => [key, value ?? '']),
    )
    const fields = this.#kind.fields.safeParse(texts)
    if (!fields.success) throw new ApiError('validation_failed', { issues: issuesOf(fields.error, texts) })
    return { name: filename ?? '', fields: fields.data }
  }

  /** Stores the complete file. @throws ApiError if the file is refused; the upload is then deleted, unless a retry can succeed */
  async #keep(upload: PartialUpload): Promise<void> {
    const { services } = this.#c.var
    const { name, fields } = this.#described(upload.metadata)
    await using incomingFolder = await services.incoming.openFolder()
    // The store moves this copy (on a disk, a hard link). On a failure the parts still exist.
    const path = incomingFolder.newPath()
    await services.partialFiles.copyTo(upload.id, path)
    const content = await readWhole(path)
    if (typeof content === 'string') throw new Error(`the file of a partial upload is ${content}`)

    // Each part is on disk before it counts.
    const file = { name, path, ...content, durable: Promise.resolve() }
    const outcome = await examineFile(this.#c, this.#kind, file, incomingFolder)
    const isRefused = outcome instanceof RejectedFile
    const examined = { accepted: isRefused ? [] : [outcome], refused: isRefused ? [outcome] : [] }
    const kind: ResumableKind<Content, Fields, Item> = {
      ...this.#kind,
      insert: async (transaction, request, file, given) => {
        const item = await this.#kind.insert(transaction, request, file, given)
        await markKept(transaction, upload)
        return item
      },
    }
    const { rejectedFiles } = await storeUpload(this.#c, kind, this.#owner, examined, fields)
    const [rejectedFile] = rejectedFiles
    if (rejectedFile === undefined) return void (await services.partialFiles.remove([upload.id]))
    if (rejectedFile.code !== 'file_not_processed') await this.remove(upload.id)
    throw new ApiError(rejectedFile.code, { reason: rejectedFile.reason })
  }
}
