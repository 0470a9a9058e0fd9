/** The database of the browser for staged files. */
export const STAGED_FILES = 'kanat-staged-files'

/** True if the browser stores staged files, of any user. It makes no database. */
export function storesStagedFiles(): Promise<boolean> {
  // Old browsers have no IndexedDB in a private window, and then nothing is stored.
  if (!('indexedDB' in globalThis)) return Promise.resolve(false)
  return new Promise((resolve) => {
    const request = indexedDB.open(STAGED_FILES)
    // There is no database, and this transaction would make one.
    request.onupgradeneeded = () => request.transaction?.abort()
    request.onerror = () => resolve(false)
    request.onsuccess = () => {
      const counted = request.result.transaction('files').objectStore('files').count()
      counted.onsuccess = () => resolve(counted.result > 0)
      // It is then for the owner of the files to find out why.
      counted.onerror = () => resolve(true)
      request.result.close()
    }
  })
}
