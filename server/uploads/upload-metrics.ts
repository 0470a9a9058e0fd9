import type { Rejection } from '#domain/upload.ts'
import type { Metrics } from '#server/metrics/metrics.ts'

declare module '#server/env.ts' {
  interface Services {
    uploadMetrics: UploadMetrics
  }
}

/** Counts what became of uploaded files. */
export class UploadMetrics {
  readonly #files
  readonly #bytes

  /** @param kinds the names of the kinds of uploads, which are shown before the first of them, too */
  constructor(metrics: Metrics, kinds: string[]) {
    this.#files = metrics.addCounter(
      'kanat_upload_files_total',
      'Uploaded files by what became of them: kept, or the code of their rejection.',
      ['kind', 'result'],
    )
    this.#bytes = metrics.addCounter(
      'kanat_upload_bytes_total',
      'Bytes of the uploaded files that were kept.',
      ['kind'],
    )
    for (const kind of kinds) this.count(kind, { files: 0, bytes: 0 }, [])
  }

  /** Counts one upload: how many files and bytes it kept, and what it rejected. */
  count(kind: string, kept: { files: number; bytes: number }, rejected: Rejection[]): void {
    this.#files.inc({ kind, result: 'kept' }, kept.files)
    this.#bytes.inc({ kind }, kept.bytes)
    for (const { error } of rejected) this.#files.inc({ kind, result: error })
  }
}
