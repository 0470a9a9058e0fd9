import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Rejection } from '#domain/upload.ts'
import type { Database } from '#server/database/database.ts'
import type { ImagePool } from '#server/images/image-pool.ts'
import type { FileStore } from '#server/store/file-store.ts'
import { countRows, countSessions } from './metrics-queries.ts'

type Kind = 'photos' | 'reports'

/** The sources of the gauges, which are read at each request of the metrics. */
interface Sources {
  db: Database
  store: FileStore
  /** `queued` is the number of password hashes in the queue. */
  passwords: { readonly queued: number }
  images: ImagePool
}

/** The upper bounds of the buckets, in seconds: from a cached thumbnail to an upload over a slow line. */
const BUCKETS_S = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30, 300]

/** The metrics for the operator, in the format of Prometheus. @see https://prometheus.io/docs/practices/naming/ */
export class Metrics {
  readonly #registry = new Registry()
  readonly #registers = [this.#registry]

  /** The time until an answer begins. `route` is a pattern of the API, or `*` for all other addresses. */
  readonly requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time until an answer begins.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_S,
    registers: this.#registers,
  })
  readonly signIns = new Counter({
    name: 'kanat_sign_ins_total',
    help: 'Sign-ins by result.',
    labelNames: ['result'],
    registers: this.#registers,
  })
  readonly #uploadedFiles = new Counter({
    name: 'kanat_upload_files_total',
    help: 'Uploaded files by what became of them: kept, or the code of their rejection.',
    labelNames: ['kind', 'result'],
    registers: this.#registers,
  })
  readonly #uploadedBytes = new Counter({
    name: 'kanat_upload_bytes_total',
    help: 'Bytes of the uploaded files that were kept.',
    labelNames: ['kind'],
    registers: this.#registers,
  })
  readonly sweptFiles = new Counter({
    name: 'kanat_swept_files_total',
    help: 'Leftover files that the sweeper removed.',
    registers: this.#registers,
  })
  /** The time of the last successful upkeep. */
  readonly upkeepDone = new Gauge({
    name: 'kanat_upkeep_success_timestamp_seconds',
    help: 'When the hourly upkeep last ended well; 0 before the first time.',
    registers: this.#registers,
  })

  readonly checks = new Gauge({
    name: 'kanat_check_well',
    help: 'Whether a check of /api/health is well: 1, else 0.',
    labelNames: ['check'],
    registers: this.#registers,
  })

  constructor({ db, store, passwords, images }: Sources) {
    for (const result of ['accepted', 'refused']) this.signIns.inc({ result }, 0)
    for (const kind of ['photos', 'reports'] as const) this.countUpload(kind, { files: 0, bytes: 0 }, [])

    this.#gauge(
      'kanat_password_hashes_waiting',
      'Sign-ins that wait for their turn to be checked.',
      () => passwords.queued,
    )
    this.#gauge('kanat_images_waiting', 'Images that wait to be decoded.', () => images.waiting)
    this.#gauge('kanat_store_free_bytes', 'Room left on the disk of the store.', () => store.freeBytes())
    this.#gauge('kanat_sessions', 'Sessions that live.', () => countSessions(db.read))
    this.#gauge('kanat_photos', 'Photos in the database.', () => countRows(db.read, 'photo'))
    this.#gauge('kanat_reports', 'Reports in the database.', () => countRows(db.read, 'report'))
  }

  /** Counts one upload with its kept files, their bytes and its rejections. */
  countUpload(kind: Kind, kept: { files: number; bytes: number }, rejected: Rejection[]): void {
    this.#uploadedFiles.inc({ kind, result: 'kept' }, kept.files)
    this.#uploadedBytes.inc({ kind }, kept.bytes)
    for (const { error } of rejected) this.#uploadedFiles.inc({ kind, result: error })
  }

  /** Adds metrics of the process, such as memory and processor time. To be called once in a process. */
  watchProcess(): void {
    collectDefaultMetrics({ register: this.#registry })
  }

  /** All metrics as text for Prometheus. */
  async text(): Promise<{ type: string; text: string }> {
    return { type: this.#registry.contentType, text: await this.#registry.metrics() }
  }

  /** Adds a gauge whose value is read at each request of the metrics. */
  #gauge(name: string, help: string, value: () => number | Promise<number>): void {
    new Gauge({
      name,
      help,
      registers: this.#registers,
      async collect() {
        this.set(await value())
      },
    })
  }
}
