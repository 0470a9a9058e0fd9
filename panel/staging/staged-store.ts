import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { StagedFile } from './staged-file.ts'
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

/** A stored file as it is found. Files of an earlier version of the panel have neither target nor tab. */
export interface FoundFile<Target> {
  id: string
  file: File
  target: Target | undefined
  isSending: boolean
  tab: string | undefined
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
  const database = await openDB<Stored>('kanat-staged-files', 1, {
    upgrade(made) {
      for (const name of STORES) made.createObjectStore(name)
    },
    // The browser has closed it, for example because somebody has removed the data of the site.
    terminated() {
      opened = undefined
    },
  })
  await removeOld(database)
  return database
}

/** Removes the files of all users that have waited too long. */
async function removeOld(database: IDBPDatabase<Stored>) {
  const transaction = database.transaction(STORES, 'readwrite')
  for await (const cursor of transaction.objectStore('files')) {
    if (cursor.value.storedAt > Date.now() - STORED_FOR_MS) continue
    for (const name of STORES) void transaction.objectStore(name).delete(cursor.key)
  }
  await transaction.done
}

/** True if the browser stores files of this user, of any turbine. */
export async function holdsFilesOf(userId: number): Promise<boolean> {
  try {
    return (await (await open()).count('files', startingWith(`${userId}/`))) > 0
  } catch {
    return false
  }
}

export function forgetFilesOf(userId: number): Promise<void> {
  return ignoreFailure(async (database) => {
    const transaction = database.transaction(STORES, 'readwrite')
    for (const name of STORES) void transaction.objectStore(name).delete(startingWith(`${userId}/`))
    await transaction.done
  })
}

/**
 * The staged files of one owner in the browser, where they survive a reload. If the browser cannot store them, they are staged in
 * memory only.
 */
export class StagedStore<Target> {
  readonly #prefix: string

  /** @param owner the user and the name of the files, such as `7/turbine/4/blade/A` */
  constructor(owner: string) {
    this.#prefix = `${owner}/`
  }

  /** All files of the owner, of every tab. @returns undefined if the browser cannot read them */
  async list(): Promise<FoundFile<Target>[] | undefined> {
    try {
      const transaction = (await open()).transaction(['files', 'targets'])
      return await readFiles<Target>(
        transaction.objectStore('files'),
        transaction.objectStore('targets'),
        this.#range,
      )
    } catch {
      return undefined
    }
  }

  /** Gives the files of `tab` to this tab. @returns undefined if the browser cannot store that */
  async take(tab: string | undefined): Promise<FoundFile<Target>[] | undefined> {
    try {
      const transaction = (await open()).transaction(['files', 'targets'], 'readwrite')
      const targets = transaction.objectStore('targets')
      const all = await readFiles<Target>(transaction.objectStore('files'), targets, this.#range)
      const taken = all.filter((one) => one.tab === tab)
      for (const { id, target, isSending } of taken) void targets.put({ target, isSending, tab: TAB }, id)
      await transaction.done
      return taken
    } catch {
      return undefined
    }
  }

  /** A new id for a file. */
  newId(): string {
    return `${this.#prefix}${TAB}.${++lastNumber}`
  }

  /**
   * @returns the stored copies, which stay readable when the originals are gone, for example with a memory card; undefined if the browser
   * cannot store them, for example because its space is used up
   */
  async keep(files: Pick<StagedFile<Target>, 'id' | 'file' | 'target'>[]): Promise<File[] | undefined> {
    try {
      const transaction = (await open()).transaction(['files', 'targets'], 'readwrite')
      const storedAt = Date.now()
      for (const { id, file, target } of files) {
        void transaction.objectStore('files').put({ file, storedAt }, id)
        void transaction.objectStore('targets').put({ target, isSending: false, tab: TAB }, id)
      }
      await transaction.done
      const { store } = (await open()).transaction('files')
      const copies = await Promise.all(files.map(({ id }) => store.get(id)))
      return files.map(({ file }, index) => copies[index]?.file ?? file)
    } catch {
      return undefined
    }
  }

  /** Changes what is stored beside the files. Files that are not stored are left out. */
  change(ids: string[], change: { target: Target } | { isSending: boolean }): Promise<void> {
    return ignoreFailure(async (database) => {
      const { store, done } = database.transaction('targets', 'readwrite')
      for (const id of ids) {
        const former = await store.get(id)
        if (former) void store.put({ ...former, ...change }, id)
      }
      await done
    })
  }

  forget(ids: string[]): Promise<void> {
    return ignoreFailure(async (database) => {
      const transaction = database.transaction(STORES, 'readwrite')
      for (const id of ids) for (const name of STORES) void transaction.objectStore(name).delete(id)
      await transaction.done
    })
  }

  keepBegun(id: string, begun: BegunUpload): Promise<void> {
    return ignoreFailure((database) => database.put('begun', begun, id))
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

/** The part of an object store that `readFiles` needs, in every mode of a transaction. */
interface Readable<Value> {
  get(key: string): Promise<Value | undefined>
  getAll(range: IDBKeyRange): Promise<Value[]>
  getAllKeys(range: IDBKeyRange): Promise<string[]>
}

async function readFiles<Target>(
  files: Readable<Stored['files']['value']>,
  targets: Readable<StoredPlace>,
  range: IDBKeyRange,
): Promise<FoundFile<Target>[]> {
  const [ids, stored] = await Promise.all([files.getAllKeys(range), files.getAll(range)])
  const places = await Promise.all(ids.map((id) => targets.get(id)))
  return stored.flatMap(({ file }, index) => {
    const [id, place] = [ids[index], places[index]]
    if (id === undefined) return []
    const target = place?.target as Target | undefined
    return [{ id, file, target, isSending: place?.isSending ?? false, tab: place?.tab }]
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
