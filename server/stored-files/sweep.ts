import { opendir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Reader } from '#server/database/database.ts'
import type { FileStore } from '#server/store/file-store.ts'
import { listFiles, withoutRow } from './unknown-files.ts'

/** Younger files may belong to a request that is still under way. */
const MIN_AGE_MS = 24 * 60 * 60 * 1000

/**
 * Removes what a crash may leave behind: files, derivatives and intake folders older than a day that no row knows.
 *
 * @returns how many were removed.
 */
export async function sweep(store: FileStore, db: Reader, now = Date.now()): Promise<number> {
  const removed: string[] = []
  for await (const { name } of await opendir(join(store.root, 'incoming'))) {
    if (await isOld(join(store.root, 'incoming', name), now)) removed.push(join('incoming', name))
  }
  for await (const path of withoutRow(db, oldFiles(store, now))) removed.push(path)

  for (const path of removed) await rm(join(store.root, path), { recursive: true, force: true })
  return removed.length
}

async function* oldFiles(store: FileStore, now: number): AsyncGenerator<string> {
  for await (const path of listFiles(store)) if (await isOld(join(store.root, path), now)) yield path
}

async function isOld(path: string, now: number): Promise<boolean> {
  try {
    return now - (await stat(path)).mtimeMs > MIN_AGE_MS
  } catch {
    return false // Gone meanwhile.
  }
}
