import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Rejection } from '#domain/upload.ts'
import type { Database } from '#server/database/database.ts'
import type { ImagePool } from '#server/images/image-pool.ts'
import type { FileStore } from '#server/store/file-store.ts'
import { countRows, countSessions } from './metrics-queries.ts'

type Kind = 'photos' | 'reports'

/** What the figures are read from when somebody asks for them. */
interface Sources {
  db: Database
  store: FileStore
  /** `queued` is the number of password hashes in the queue. */
  passwords: { readonly queued: number }
  images: ImagePool
}

/** Upper bounds of the buckets, in seconds: from a cached thumbnail to an upload over a slow line. */
const SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30, 300]

/** The figures of an operator, in the words of Prometheus. @see https://prometheus.io/docs/practices/naming/ */
export class Metrics {
  readonly #registry = new Registry()
  readonly #registers = [this.#registry]

  /** Until an answer begins; `route` is a pattern of the API, or `*` for whatever else was asked for. */
  readonly requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time until an answer begins.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
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
  /** Set whenever the hourly upkeep has ended well. */
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

  /** Counts one upload: how many files and bytes it kept, and what it rejected. */
  countUpload(kind: Kind, kept: { files: number; bytes: number }, rejected: Rejection[]): void {
    this.#uploadedFiles.inc({ kind, result: 'kept' }, kept.files)
    this.#uploadedBytes.inc({ kind }, kept.bytes)
    for (const { error } of rejected) this.#uploadedFiles.inc({ kind, result: error })
  }

  /** Adds memory, processor time and the like of the process itself. There is one process and so one such watch. */
  watchProcess(): void {
    collectDefaultMetrics({ register: this.#registry })
  }

  /** Everything as Prometheus reads it. */
  async text(): Promise<{ type: string; text: string }> {
    return { type: this.#registry.contentType, text: await this.#registry.metrics() }
  }

  /** A figure that is looked up when it is asked for. */
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
