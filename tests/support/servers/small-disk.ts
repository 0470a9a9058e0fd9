import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, openSync, writeSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'

/** Only root can mount a file system. */
export const canMount = process.getuid?.() === 0 && spawnSync('mount', ['--version']).status === 0

/** A file system of a few megabytes in memory, mounted for one test. */
export class SmallDisk implements AsyncDisposable {
  readonly path: string
  #isReadOnly = false

  private constructor(path: string) {
    this.path = path
  }

  static async mount(megabytes: number): Promise<SmallDisk> {
    const path = await mkdtemp(join(tmpdir(), 'kanat-disk-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path])
    return new SmallDisk(path)
  }

  /** Fills the disk with a file that does not belong to the server. */
  fill(): void {
    const file = openSync(join(this.path, 'filler'), 'a')
    try {
      for (const size of [65_536, 4096, 1]) while (this.#write(file, size));
    } finally {
      closeSync(file)
    }
  }

  #write(file: number, size: number): boolean {
    try {
      return writeSync(file, Buffer.alloc(size, 1)) === size
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      return false
    }
  }

  /** Deletes this file. */
  async empty(): Promise<void> {
    await rm(join(this.path, 'filler'))
  }

  resize(megabytes: number): void {
    execFileSync('mount', ['-o', `remount,size=${megabytes}m`, this.path])
  }

  async removeReserve(): Promise<void> {
    await rm(join(this.path, 'reserve'))
  }

  /**
   * Makes the folder read-only for files that are opened from now on. The disk itself cannot become read-only
   * while a server has files open. A file that it opens just now keeps the new mount busy, which is then replaced by another one.
   */
  async makeReadOnly(): Promise<void> {
    await vi.waitFor(
      () => {
        if (this.#isReadOnly) this.makeWritable()
        execFileSync('mount', ['--bind', this.path, this.path])
        this.#isReadOnly = true
        execFileSync('mount', ['-o', 'remount,bind,ro', this.path], { stdio: 'pipe' })
      },
      { interval: 20 },
    )
  }

  makeWritable(): void {
    execFileSync('umount', ['-l', this.path])
    this.#isReadOnly = false
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isReadOnly) this.makeWritable()
    execFileSync('umount', ['-l', this.path])
    await rm(this.path, { recursive: true })
  }
}
