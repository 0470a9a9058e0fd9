import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { onSignOut } from '#panel/session/kept-work.ts'
import type { StagingName, UploadTarget } from './upload-target.ts'

/** How long a staged file waits in the browser for its user, in milliseconds. */
const STORED_FOR_MS = 7 * 24 * 60 * 60 * 1000

/** An upload in parts that was started, with its target. */
interface BegunUpload {
  address: string
  target: UploadTarget
}

/** Keys begin with the id of the user, so that nobody sees files of another user of this computer. */
interface Stored extends DBSchema {
  files: { key: string; value: { file: File; storedAt: number } }
  begun: { key: string; value: BegunUpload }
  /** The targets of uploads that run, or that ran when the page was closed. */
  targets: { key: string; value: UploadTarget }
}

const STORES = ['files', 'begun', 'targets'] as const

let opened: Promise<IDBPDatabase<Stored>> | undefined

function open(): Promise<IDBPDatabase<Stored>> {
  opened ??= openDB<Stored>('kanat-staged-files', 1, {
    upgrade(database) {
      for (const name of STORES) database.createObjectStore(name)
    },
  })
  return opened
}

onSignOut((userId) => forgetKeys(`${userId}/`))

/**
 * The staged files of one user and block in the browser, where they survive a reload. If the browser cannot store them, they are
 * staged in memory only.
 */
export class StagedStore {
  readonly #prefix: string

  constructor(userId: number | undefined, name: StagingName) {
    this.#prefix = `${userId}/${name}/`
  }

  /** The stored files, and the target if their upload was interrupted. */
  async read(): Promise<{ files: File[]; target: UploadTarget | undefined }> {
    try {
      const database = await open()
      const stored = await database.getAll('files', startingWith(this.#prefix))
      const files = stored
        .filter(({ storedAt }) => storedAt > Date.now() - STORED_FOR_MS)
        .map(({ file }) => file)
      if (files.length < stored.length)
        await this.forgetFiles(stored.map(({ file }) => file).filter(isNotIn(files)))
      return { files, target: await database.get('targets', this.#prefix) }
    } catch {
      return { files: [], target: undefined }
    }
  }

  /** @returns false if the browser cannot store them, for example because its space is used up */
  async keepFiles(files: File[]): Promise<boolean> {
    try {
      const transaction = (await open()).transaction('files', 'readwrite')
      const storedAt = Date.now()
      for (const file of files) void transaction.store.put({ file, storedAt }, this.#prefix + file.name)
      await transaction.done
      return true
    } catch {
      return false
    }
  }

  async forgetFiles(files: File[]): Promise<void> {
    await ignoreFailure(async (database) => {
      const transaction = database.transaction(['files', 'begun'], 'readwrite')
      for (const { name } of files) {
        void transaction.objectStore('files').delete(this.#prefix + name)
        void transaction.objectStore('begun').delete(this.#prefix + name)
      }
      await transaction.done
    })
  }

  keepTarget(target: UploadTarget): Promise<void> {
    return ignoreFailure((database) => database.put('targets', target, this.#prefix))
  }

  forgetTarget(): Promise<void> {
    return ignoreFailure((database) => database.delete('targets', this.#prefix))
  }

  keepBegun(file: File, begun: BegunUpload): Promise<void> {
    return ignoreFailure((database) => database.put('begun', begun, this.#prefix + file.name))
  }

  forgetBegun(file: File): Promise<void> {
    return ignoreFailure((database) => database.delete('begun', this.#prefix + file.name))
  }

  async findBegun(file: File): Promise<BegunUpload | undefined> {
    try {
      return await (await open()).get('begun', this.#prefix + file.name)
    } catch {
      return undefined
    }
  }

  forgetAll(): Promise<void> {
    return forgetKeys(this.#prefix)
  }
}

function forgetKeys(prefix: string): Promise<void> {
  return ignoreFailure(async (database) => {
    const transaction = database.transaction(STORES, 'readwrite')
    for (const name of STORES) void transaction.objectStore(name).delete(startingWith(prefix))
    await transaction.done
  })
}

function startingWith(prefix: string): IDBKeyRange {
  return IDBKeyRange.bound(prefix, `${prefix}\uffff`)
}

function isNotIn(files: File[]): (file: File) => boolean {
  const known = new Set(files)
  return (file) => !known.has(file)
}

/** Ignores a failure of the storage: the files are then lost on a reload, but the upload continues. */
async function ignoreFailure(work: (database: IDBPDatabase<Stored>) => Promise<unknown>): Promise<void> {
  try {
    await work(await open())
  } catch {
    // The browser forbids the storage, or its space is used up.
  }
}
