import { statSync } from 'node:fs'
import { MIB } from '#domain/limits.ts'
import { syncFile } from '#server/infrastructure/disk/durable-files.ts'

/** The size from which the WAL is written back, in bytes: that of the 1,000 pages after which SQLite itself would do it. */
const LARGE = 4 * MIB

/**
 * Keeps the WAL of a database small. SQLite would write it back in the commit that makes it large, and hold the event loop until all of it is on the
 * disk: seconds after a transaction with many rows.
 */
export class LargeLog {
  readonly #path: string
  readonly #writeBack: () => Promise<void>
  #running: Promise<void> | undefined
  /** The size from which it is written back next. */
  #next = LARGE

  /** @param writeBack writes the WAL back between two transactions */
  constructor(file: string, writeBack: () => Promise<void>) {
    this.#path = `${file}-wal`
    this.#writeBack = writeBack
  }

  /**
   * Has the WAL written back if it is large. Nobody waits for it. If that is not possible now, as while a backup reads, it is tried again when the WAL
   * has grown as much again: each attempt keeps lists and changes waiting.
   */
  writeBackIfLarge(): void {
    if (this.#running) return
    const size = this.#size()
    // Somebody else has emptied it.
    if (size < LARGE) this.#next = LARGE
    if (size < this.#next) return
    this.#running = this.#writeBack()
      .catch(() => {
        this.#next = size + LARGE
      })
      .finally(() => {
        this.#running = undefined
      })
  }

  /** Brings what a large transaction has written so far onto the disk, so that its commit has little left to wait for. */
  async sync(): Promise<void> {
    await syncFile(this.#path)
  }

  /** Waits for the end of what runs. */
  async close(): Promise<void> {
    await this.#running
  }

  #size(): number {
    return statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0
  }
}
