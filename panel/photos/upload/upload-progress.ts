import { RESUMABLE_FROM_BYTES } from '#domain/limits.ts'
import type { LostConnection } from '#panel/api/lost-connection.ts'
import type { StagedPhoto } from './staged-files.ts'

/** The time over which the speed is measured, in milliseconds. */
const SPEED_OVER_MS = 10_000
/** The shortest time that gives a speed, in milliseconds. */
const SPEED_AFTER_MS = 1000

export interface UploadProgress {
  /** Bytes of the files, over all batches. */
  sent: number
  total: number
  /** `reading` when the current batch is sent completely and the server processes it. */
  state: 'sending' | 'reading' | LostConnection
  /** The number of files that are not finished. */
  left: number
  /** The sent part of each file, from 0 to 1, by its id; 0 for those that are not here. */
  shares: ReadonlyMap<string, number>
  /** Bytes per second; undefined until it is known. */
  speed: number | undefined
}

/** True for files that are sent in parts. */
export function isSentInParts(file: File): boolean {
  return file.size > RESUMABLE_FROM_BYTES
}

export function bytesOf(files: StagedPhoto[]): number {
  return files.reduce((sum, { file }) => sum + file.size, 0)
}

/** The progress of an upload that begins. */
export function noProgress(files: StagedPhoto[]): UploadProgress {
  return {
    sent: 0,
    total: bytesOf(files),
    state: 'sending',
    left: files.length,
    shares: new Map(),
    speed: undefined,
  }
}

export function waitsForConnection({ state }: UploadProgress): boolean {
  return state === 'disconnected' || state === 'restarting'
}

/**
 * The seconds that the rest takes at the current speed; undefined until it is known. When everything is sent, nobody knows how long the server
 * still takes: for a point cloud, that can be minutes.
 */
export function secondsLeft({ sent, total, speed }: UploadProgress): number | undefined {
  return speed && sent < total ? (total - sent) / speed : undefined
}

/** Follows an upload over all its batches. */
export class ProgressReport {
  readonly #files: StagedPhoto[]
  readonly #total: number
  readonly #onProgress: (progress: UploadProgress) => void
  readonly #shares = new Map<string, number>()
  #done = 0
  #finished = 0
  #batch: StagedPhoto[] = []
  #current = 0
  /** The sent bytes at earlier times. */
  #samples: { at: number; sent: number }[] = []
  /** True until the first report of an attempt that may continue where an earlier one stopped. */
  #mayContinue = false

  constructor(files: StagedPhoto[], onProgress: (progress: UploadProgress) => void) {
    this.#files = files
    this.#total = bytesOf(files)
    this.#onProgress = onProgress
  }

  begin(batch: StagedPhoto[]) {
    this.#batch = batch
    this.#mayContinue = batch.some(({ file }) => isSentInParts(file))
    this.#show(0, 'sending')
  }

  sent(progress: number) {
    const sent = Math.round(progress * bytesOf(this.#batch))
    if (this.#mayContinue) this.#samples = []
    this.#mayContinue = false
    this.#show(sent, progress >= 1 ? 'reading' : 'sending')
  }

  wait(loss: LostConnection) {
    this.#samples = []
    this.#mayContinue = true
    this.#show(this.#current, loss)
  }

  finish() {
    this.#done += bytesOf(this.#batch)
    this.#finished += this.#batch.length
    for (const { id } of this.#batch) this.#shares.set(id, 1)
    this.#batch = []
    this.#show(0, 'sending')
  }

  #show(current: number, state: UploadProgress['state']) {
    this.#current = current
    // A request sends its files one after the other.
    let rest = current
    for (const { id, file } of this.#batch) {
      this.#shares.set(id, file.size === 0 ? 0 : Math.min(rest, file.size) / file.size)
      rest = Math.max(0, rest - file.size)
    }
    const sent = this.#done + current
    this.#onProgress({
      sent,
      total: this.#total,
      state,
      left: this.#files.length - this.#finished,
      shares: new Map(this.#shares),
      speed: this.#speed(sent, state),
    })
  }

  #speed(sent: number, state: UploadProgress['state']): number | undefined {
    if (state === 'disconnected' || state === 'restarting') return undefined
    const now = performance.now()
    this.#samples = [...this.#samples.filter(({ at }) => now - at <= SPEED_OVER_MS), { at: now, sent }]
    const [first] = this.#samples
    if (first === undefined || now - first.at < SPEED_AFTER_MS || sent <= first.sent) return undefined
    return ((sent - first.sent) / (now - first.at)) * 1000
  }
}
