import { type FileHandle, open } from 'node:fs/promises'
import type { PointBatch } from './cloud-source.ts'
import type { LasHeader } from './las-header.ts'
import { newLasBatch, readLasRecords } from './las-points.ts'
import { recordsOf } from './read-records.ts'
import { refuseWithoutRoom } from './refuse-without-room.ts'

/** A file for the decoded points of a cloud. */
export interface SpoolPlace {
  /** The path of a new file. */
  path: string
  /** Minimum free disk space, in bytes. */
  keepFree: number
}

/** Spools the decoded points of a LAZ file during the first pass, because decoding takes ten times as long as reading. */
export class LazSpool implements AsyncDisposable {
  readonly #place: SpoolPlace
  readonly #header: LasHeader
  #file: FileHandle | undefined
  #isComplete = false

  constructor(place: SpoolPlace, header: LasHeader) {
    this.#place = place
    this.#header = header
  }

  /** @param decode decodes the points, yielding the records of each batch before its use */
  async *batches(
    decode: (keep: (records: Uint8Array) => Promise<void>) => AsyncGenerator<PointBatch>,
  ): AsyncGenerator<PointBatch> {
    if (this.#isComplete && this.#file) return yield* this.#read(this.#file)
    const { path, keepFree } = this.#place
    await refuseWithoutRoom(path, this.#header.points * this.#header.recordBytes + keepFree)
    const file = await open(path, 'wx+', 0o600)
    this.#file = file
    yield* decode((records) => file.writeFile(records))
    this.#isComplete = true
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file?.close()
  }

  async *#read(file: FileHandle): AsyncGenerator<PointBatch> {
    const batch = newLasBatch(this.#header)
    const { recordBytes, points } = this.#header
    for await (const { view, count } of recordsOf(file, 0, recordBytes, points)) {
      readLasRecords(view, 0, count, this.#header, batch)
      yield batch
    }
  }
}
