import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { compareNames } from '#domain/text/name-order.ts'
import type { FileStorage, StagedFile } from './staged-file.ts'
import { STAGED_FILES } from './stores-staged-files.ts'
import { TAB } from './tab.ts'

/** How long a staged file waits in the browser for its user, in milliseconds. The question before leaving tells it. */
const STORED_FOR_MS = 7 * 24 * 60 * 60 * 1000

/** An upload in parts that was started, with its target. */
interface BegunUpload {
  address: string
  target: unknown
}

/** What can change while a file is stored. It is stored beside the file, because a change must not copy the bytes. */
interface StoredPlace {
  target: unknown
  /** True while the file is sent, and if the page was closed meanwhile. */
  isSending: boolean
  /** The tab to which the file belongs. */
  tab: string
}

/** Keys begin with the id of the user, so that nobody sees files of another user of this computer. */
interface Stored extends DBSchema {
  files: { key: string; value: { file: File; storedAt: number } }
  begun: { key: string; value: BegunUpload }
  targets: { key: string; value: StoredPlace }
}

/** A stored file as it is found. Files of an earlier version of the panel have no target. */
export interface FoundFile<Target> {
  id: string
  file: File
  target: Target | undefined
  isSending: boolean
}

const STORES = ['files', 'begun', 'targets'] as const

let opened: Promise<IDBPDatabase<Stored>> | undefined

function open(): Promise<IDBPDatabase<Stored>> {
  opened ??= connect().catch((error: unknown) => {
    // The next call tries again: its space may be free by then.
    opened = undefined
    throw error
  })
  return opened
}

async function connect(): Promise<IDBPDatabase<Stored>> {
  const database = await openDB<Stored>(STAGED_FILES, 1, {
    upgrade(made) {
      for (const name of STORES) made.createObjectStore(name)
    },
    // The browser has closed it, for example because somebody has removed the data of the site.
    terminated() {
      opened = undefined
    },
  })
  // A file that cannot be removed must not make the others unusable.
  await removeOld(database).catch(() => undefined)
  return database
}

/** Removes the files of all users that have waited too long. */
async function removeOld(database: IDBPDatabase<Stored>) {
  const ids = await database.getAllKeys('files')
  const files = await Promise.all(ids.map((id) => findFile(database, id)))
  const isOld = (storedAt: number) => storedAt <= Date.now() - STORED_FOR_MS
  await remove(
    database,
    ids.filter((_, index) => isOld(files[index]?.storedAt ?? Date.now())),
  )
}

async function remove(database: IDBPDatabase<Stored>, ids: (string | IDBKeyRange)[]) {
  const transaction = database.transaction(STORES, 'readwrite')
  await complete(transaction, () =>
    Promise.all(ids.flatMap((id) => STORES.map((name) => transaction.objectStore(name).delete(id)))),
  )
}

/**
 * Waits for the requests of the transaction and for its end. If one of them fails, all of them do, and the browser reports each failure
 * that nobody waits for.
 */
async function complete<Result>(
  transaction: { done: Promise<void> },
  work: () => Promise<Result>,
): Promise<Result> {
  const [result] = await Promise.all([work(), transaction.done])
  return result
}

/**
 * A file in a transaction of its own, because one that cannot be read ends its transaction.
 *
 * @returns undefined also if the browser cannot read the file
 */
function findFile(database: IDBPDatabase<Stored>, id: string) {
  const transaction = database.transaction('files')
  return complete(transaction, () => transaction.store.get(id)).catch(() => undefined)
}

/** The names of the owners of what the browser stores for this user. */
export async function listNamesOf(userId: number): Promise<Set<string>> {
  try {
    const ids = await (await open()).getAllKeys('files', startingWith(`${userId}/`))
    return new Set(ids.map((id) => id.slice(id.indexOf('/') + 1, id.lastIndexOf('/'))))
  } catch {
    return new Set()
  }
}

export function forgetFilesOf(userId: number): Promise<void> {
  return ignoreFailure((database) => remove(database, [startingWith(`${userId}/`)]))
}

/**
 * The staged files of one owner in the browser, where they survive a reload. If the browser cannot store them, they are staged in
 * memory only.
 */
export class StagedStore<Target> {
  readonly #prefix: string
  #hasEnded = false

  /** @param owner the user and the name of the files, such as `7/turbine/4/blade/A` */
  constructor(owner: string) {
    this.#prefix = `${owner}/`
  }

  /** Stores nothing any more. */
  end() {
    this.#hasEnded = true
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** The tabs of all files of the owner; files of an earlier version of the panel have none. @returns undefined if the browser cannot read them */
  async list(): Promise<{ id: string; tab: string | undefined }[] | undefined> {
    try {
      const transaction = (await open()).transaction(['files', 'targets'])
      return await complete(transaction, () =>
        listPlaces(transaction.objectStore('files'), transaction.objectStore('targets'), this.#range),
      )
    } catch {
      return undefined
    }
  }

  /**
   * Gives the files of `tab` to this tab.
   *
   * @returns the files that the browser can read; undefined if it cannot store to whom they belong
   */
  async take(tab: string | undefined): Promise<FoundFile<Target>[] | undefined> {
    try {
      const database = await open()
      const transaction = database.transaction(['files', 'targets'], 'readwrite')
      const targets = transaction.objectStore('targets')
      const taken = await complete(transaction, async () => {
        const all = await listPlaces(transaction.objectStore('files'), targets, this.#range)
        const ofTab = all.filter((one) => one.tab === tab)
        await Promise.all(
          ofTab.map(({ id, target, isSending }) => targets.put({ target, isSending, tab: TAB }, id)),
        )
        return ofTab
      })
      const files = await Promise.all(taken.map(({ id }) => findFile(database, id)))
      return taken.flatMap(({ id, target, isSending }, index) => {
        const file = files[index]?.file
        return file ? [{ id, file, target: target as Target | undefined, isSending }] : []
      })
    } catch {
      return undefined
    }
  }

  /** A new id for a file. The ids have the order in which the files were staged, also in several tabs and after a reload. */
  newId(): string {
    return `${this.#prefix}${Date.now()}.${++lastNumber}.${TAB}`
  }

  /**
   * @returns the stored copies, which stay readable when the originals are gone, for example with a memory card; without copies if the
   * browser cannot store them or if their user has signed out
   */
  async keep(
    files: Pick<StagedFile<Target>, 'id' | 'file' | 'target'>[],
  ): Promise<{ storage: FileStorage; copies?: File[] }> {
    try {
      const database = await open()
      if (this.#hasEnded) return { storage: 'refused' }
      const transaction = database.transaction(['files', 'targets'], 'readwrite')
      const storedAt = Date.now()
      await complete(transaction, () =>
        Promise.all(
          files.flatMap(({ id, file, target }) => [
            transaction.objectStore('files').put({ file, storedAt }, id),
            transaction.objectStore('targets').put({ target, isSending: false, tab: TAB }, id),
          ]),
        ),
      )
      const reading = database.transaction('files')
      const copies = await complete(reading, () => Promise.all(files.map(({ id }) => reading.store.get(id))))
      return { storage: 'stored', copies: files.map(({ file }, index) => copies[index]?.file ?? file) }
    } catch (error) {
      const isFull = error instanceof DOMException && error.name === 'QuotaExceededError'
      return { storage: isFull ? 'full' : 'refused' }
    }
  }

  /** Changes what is stored beside the files. Files that are not stored are left out. */
  change(ids: string[], change: { target: Target } | { isSending: boolean }): Promise<void> {
    return ignoreFailure(async (database) => {
      const transaction = database.transaction('targets', 'readwrite')
      await complete(transaction, () =>
        Promise.all(
          ids.map(async (id) => {
            const former = await transaction.store.get(id)
            if (former) await transaction.store.put({ ...former, ...change }, id)
          }),
        ),
      )
    })
  }

  forget(ids: string[]): Promise<void> {
    return ignoreFailure((database) => remove(database, ids))
  }

  keepBegun(id: string, begun: BegunUpload): Promise<void> {
    return ignoreFailure(async (database) => this.#hasEnded || database.put('begun', begun, id))
  }

  forgetBegun(id: string): Promise<void> {
    return ignoreFailure((database) => database.delete('begun', id))
  }

  async findBegun(id: string): Promise<BegunUpload | undefined> {
    try {
      return await (await open()).get('begun', id)
    } catch {
      return undefined
    }
  }

  get #range(): IDBKeyRange {
    return startingWith(this.#prefix)
  }
}

let lastNumber = 0

/** The part of an object store that `listPlaces` needs, in every mode of a transaction. */
interface Readable<Value> {
  get(key: string): Promise<Value | undefined>
  getAllKeys(range: IDBKeyRange): Promise<string[]>
}

/** Where the files belong, in the order in which they were staged; without the files, because one of them may be unreadable. */
async function listPlaces(
  files: Pick<Readable<unknown>, 'getAllKeys'>,
  targets: Readable<StoredPlace>,
  range: IDBKeyRange,
) {
  // The browser orders keys as texts, in which 10 comes before 2.
  const ids = (await files.getAllKeys(range)).sort(compareNames)
  const places = await Promise.all(ids.map((id) => targets.get(id)))
  return ids.map((id, index) => {
    const { target, isSending = false, tab }: Partial<StoredPlace> = places[index] ?? {}
    return { id, target, isSending, tab }
  })
}

function startingWith(prefix: string): IDBKeyRange {
  return IDBKeyRange.bound(prefix, `${prefix}\uffff`)
}

/** Ignores a failure of the storage: the files are then lost on a reload, but the upload continues. */
async function ignoreFailure(work: (database: IDBPDatabase<Stored>) => Promise<unknown>): Promise<void> {
  try {
    await work(await open())
  } catch {
    // The browser forbids the storage, or its space is used up.
  }
}
