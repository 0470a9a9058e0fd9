import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, open, readdir, rename, rm, statfs } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'

/**
 * The files on the disk. `files/` holds what people brought, byte for byte under its key; `derivatives/` what was made
 * of it; `incoming/` what is still on its way. All three lie on one file system, so that a rename is all or nothing.
 */
export class FileStore {
  readonly root: string

  private constructor(root: string) {
    this.root = root
  }

  static async open(dataDir: string): Promise<FileStore> {
    for (const folder of ['files', 'derivatives', 'incoming']) {
      await makeFolderDurably(join(dataDir, folder), sep)
    }
    return new FileStore(dataDir)
  }

  /** The store as it lies there; makes nothing. */
  static at(dataDir: string): FileStore {
    return new FileStore(dataDir)
  }

  /** Where the file of `key` lies. Keys come from the database alone, never from a request. */
  pathOf(key: string): string {
    return join(this.root, 'files', key)
  }

  /** Where the derivative `variant` (as in `320.webp`) of `key` lies. */
  derivativePathOf(key: string, variant: string): string {
    return join(this.root, 'derivatives', `${key}.${variant}`)
  }

  /** A new folder for what one request brings. Whoever opens it closes it, and everything still in it is gone. */
  async openIntake(): Promise<Intake> {
    return new Intake(await mkdtemp(join(this.root, 'incoming', 'request-')))
  }

  /** Removes what is in `incoming/`. Only the process that serves the folder may, while it takes no uploads. */
  async emptyIncoming(): Promise<void> {
    const folder = join(this.root, 'incoming')
    for (const name of await readdir(folder)) {
      await rm(join(folder, name), { recursive: true, force: true, maxRetries: 5 })
    }
  }

  /**
   * Moves finished files to their places, for good: renames each, then makes the renames durable.
   * Where one fails, those moved before it are taken back.
   */
  async keep(moves: { from: string; to: string }[]): Promise<void> {
    const moved: string[] = []
    try {
      const folders = new Set(moves.map(({ to }) => dirname(to)))
      for (const folder of folders) await makeFolderDurably(folder, this.root)
      for (const { from, to } of moves) {
        await rename(from, to)
        moved.push(to)
      }
      for (const folder of folders) await syncFolder(folder)
    } catch (error) {
      await this.remove(moved)
      throw error
    }
  }

  /** Removes files; those that are not there are no error. */
  async remove(paths: string[]): Promise<void> {
    for (const path of paths) await rm(path, { force: true })
  }

  /** Removes the files and derivatives of every key that begins with `folder/`. */
  async removeFolder(folder: string): Promise<void> {
    for (const place of ['files', 'derivatives']) {
      // An upload may put files in while the folder is being emptied; it takes them back itself.
      await rm(join(this.root, place, folder), { recursive: true, force: true, maxRetries: 5 })
    }
  }

  /** The names directly below `folder`, of files and derivatives; none where there is no such folder. */
  async namesBelow(folder: string): Promise<Set<string>> {
    const names = new Set<string>()
    for (const place of ['files', 'derivatives']) {
      const found = await readdir(join(this.root, place, folder)).catch((error) => {
        if (error.code === 'ENOENT') return []
        throw error
      })
      for (const name of found) names.add(name)
    }
    return names
  }

  /** Bytes the server may still write. */
  async freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.root)
    return bavail * bsize
  }
}

/** The folder of one request under `incoming/`. */
export class Intake implements AsyncDisposable {
  readonly #folder: string
  #files = 0

  constructor(folder: string) {
    this.#folder = folder
  }

  /** A path for a file that does not exist yet. */
  newPath(): string {
    this.#files += 1
    return join(this.#folder, String(this.#files))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true })
  }
}

/** The last segment of a key: time and random part keep names apart, the original name stays readable behind them. */
export function storedName(originalName: string, now: Date): string {
  return `${now.getTime()}-${randomBytes(6).toString('hex')}-${originalName}`
}

/** Writes the whole file and waits until the disk has it. */
export async function writeDurably(path: string, bytes: Uint8Array, mode = 0o640): Promise<void> {
  await using file = await open(path, 'wx', mode)
  await file.writeFile(bytes)
  await file.sync()
}

/** Makes the folder and waits until the disk has it, with those above it that were missing, too. */
export async function makeFolderDurably(folder: string, root: string): Promise<void> {
  const firstMade = await mkdir(folder, { recursive: true, mode: 0o750 })
  if (firstMade === undefined) return
  for (
    let made = folder;
    made.length > root.length && made.length >= dirname(firstMade).length;
    made = dirname(made)
  ) {
    await syncFolder(made)
  }
}

/** Waits until the disk has the names of what is in the folder. */
export async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, 'r')
  await handle.sync()
}
