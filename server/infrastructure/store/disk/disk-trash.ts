import { opendir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolderDurably, syncFolder } from '#server/infrastructure/disk/durable-files.ts'
import { unlessMissing } from '#server/infrastructure/disk/missing-files.ts'
import { type RestoredFiles, TRASH_FOLDER, type Trash } from '#server/infrastructure/store/trash.ts'
import { namesIn } from './disk-store.ts'

interface TrashedFile {
  name: string
  /** Bytes. */
  size: number
  /** When it came here, in milliseconds since 1970. */
  addedAt: number
}

/** The folder `trash/` of the data folder. The time of a file is the time when it came here. */
export class DiskTrash implements Trash {
  readonly #dataDir: string
  readonly #folder: string

  constructor(dataDir: string) {
    this.#dataDir = dataDir
    this.#folder = join(dataDir, TRASH_FOLDER)
  }

  /** The time is set before the file is moved: otherwise a crash in between could leave it here with the time of its upload. */
  async add(names: readonly string[]): Promise<number> {
    const folders = new Set<string>()
    let added = 0
    for (const name of names) {
      const [from, to] = [join(this.#dataDir, name), join(this.#folder, name)]
      const now = new Date()
      if (!(await isFound(utimes(from, now, now)))) continue
      await makeFolderDurably(dirname(to), this.#dataDir)
      if (!(await isFound(rename(from, to)))) continue
      folders.add(dirname(to))
      added += 1
    }
    for (const folder of folders) await syncFolder(folder)
    return added
  }

  /** The time is set to now, so that the next sweep leaves what no row names yet. */
  async restore(since: Date): Promise<RestoredFiles> {
    const result: RestoredFiles = { restored: 0, taken: 0 }
    for (const { name, addedAt } of await this.#list()) {
      if (addedAt < since.getTime()) continue
      if (await this.#restore(name)) result.restored += 1
      else result.taken += 1
    }
    return result
  }

  /** Keys are never used twice, so nobody writes this file meanwhile. */
  async #restore(name: string): Promise<boolean> {
    const [from, to] = [join(this.#folder, name), join(this.#dataDir, name)]
    if (await stat(to).catch(unlessMissing)) return false
    await makeFolderDurably(dirname(to), this.#dataDir)
    const now = new Date()
    await utimes(from, now, now)
    await rename(from, to)
    await syncFolder(dirname(to))
    return true
  }

  async remove(names: readonly string[]): Promise<void> {
    if (await this.#isEmpty()) return
    for (const name of names) await rm(join(this.#folder, name), { force: true })
  }

  async removeOlderThan(time: Date): Promise<number> {
    const old = (await this.#list()).filter(({ addedAt }) => addedAt < time.getTime())
    await this.remove(old.map(({ name }) => name))
    return old.length
  }

  async free(bytes: number): Promise<boolean> {
    let freed = 0
    const files = (await this.#list()).sort((one, other) => one.addedAt - other.addedAt)
    for (const { name, size } of files) {
      if (freed >= bytes) break
      await rm(join(this.#folder, name), { force: true })
      freed += size
    }
    return freed > 0
  }

  /** True if nothing was ever here. Then a deletion need not look for each of its files. */
  async #isEmpty(): Promise<boolean> {
    const folder = await opendir(this.#folder).catch(unlessMissing)
    if (!folder) return true
    for await (const _ of folder) return false
    return true
  }

  async #list(): Promise<TrashedFile[]> {
    const files: TrashedFile[] = []
    for await (const name of namesIn(this.#folder)) {
      const found = await stat(join(this.#folder, name)).catch(unlessMissing)
      if (found) files.push({ name, size: found.size, addedAt: found.mtimeMs })
    }
    return files
  }
}

async function isFound(work: Promise<void>): Promise<boolean> {
  return (await work.then(() => true).catch(unlessMissing)) === true
}
