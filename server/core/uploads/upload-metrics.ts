import type { Rejection } from '#domain/upload.ts'
import type { Metrics } from '#server/infrastructure/metrics/metrics.ts'

/** Counts uploaded files by result. */
export class UploadMetrics {
  readonly #files
  readonly #bytes

  /** @param kinds the names of all kinds of uploads, so that their counters exist before the first upload */
  constructor(metrics: Metrics, kinds: string[]) {
    this.#files = metrics.addCounter(
      'kanat_upload_files_total',
      'Uploaded files by result: `kept`, or the code of the rejection.',
      ['kind', 'result'],
    )
    this.#bytes = metrics.addCounter(
      'kanat_upload_bytes_total',
      'Bytes of uploaded files that were stored.',
      ['kind'],
    )
    for (const kind of kinds) this.count(kind, { files: 0, bytes: 0 }, [])
  }

  /** Counts the stored files, their bytes and the rejected files of one upload. */
  count(kind: string, kept: { files: number; bytes: number }, rejected: Rejection[]): void {
    this.#files.inc({ kind, result: 'kept' }, kept.files)
    this.#bytes.inc({ kind }, kept.bytes)
    for (const { error } of rejected) this.#files.inc({ kind, result: error })
  }
}
