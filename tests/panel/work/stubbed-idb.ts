type Key = string | { lower: string; upper: string }

/** The database of the browser, which all tabs share. */
export const stores = new Map(['files', 'begun', 'targets'].map((name) => [name, new Map<string, unknown>()]))
/** The keys of files that the browser cannot read any more. */
export const unreadable = new Set<string>()
/** Why the browser refuses the next transactions. */
export const failures: DOMException[] = []

/** In the order of texts, as the database of a browser. */
function keysIn(name: string, key: Key): string[] {
  return [...(stores.get(name)?.keys() ?? [])]
    .filter((one) => (typeof key === 'string' ? one === key : one >= key.lower && one <= key.upper))
    .sort()
}

const objectStore = (name: string) => ({
  async get(key: string) {
    if (name === 'files' && unreadable.has(key)) throw new DOMException('It cannot be read.', 'DataError')
    return stores.get(name)?.get(key)
  },
  getAllKeys: async (range: Key = { lower: '', upper: '\uffff' }) => keysIn(name, range),
  put: async (value: unknown, key: string) => stores.get(name)?.set(key, structuredClone(value)),
  async delete(key: Key) {
    for (const one of keysIn(name, key)) stores.get(name)?.delete(one)
  },
})

const database = {
  transaction(names: string) {
    const failure = failures.shift()
    if (failure) throw failure
    return { objectStore, store: objectStore(names), done: Promise.resolve() }
  },
  get: (name: string, key: string) => objectStore(name).get(key),
  getAllKeys: (name: string, range?: Key) => objectStore(name).getAllKeys(range),
}

/** Stands for `idb`, the library that reads the database. */
export const stubbedIdb = { openDB: async () => database }
