import { opendir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DERIVATIVE_WIDTHS } from '#domain/limits.ts'
import type { Reader } from '#server/database/database.ts'
import { variantOf } from '#server/photos/photo-files.ts'
import type { FileStore } from './file-store.ts'

/** Younger files may belong to a request that is still under way. */
const MIN_AGE_MS = 24 * 60 * 60 * 1000
const KEYS_AT_ONCE = 500
const SUFFIXES = DERIVATIVE_WIDTHS.map((width) => `.${variantOf(width)}`)

/**
 * Removes what a crash may leave behind: files, derivatives and intake folders older than a day that no row knows.
 *
 * @returns how many were removed.
 */
export async function sweep(store: FileStore, db: Reader, now = Date.now()): Promise<number> {
  const intakes: string[] = []
  for await (const entry of await opendir(join(store.root, 'incoming'))) {
    const path = join(store.root, 'incoming', entry.name)
    if (await isOld(path, now)) intakes.push(path)
  }
  const files = await orphansBelow(join(store.root, 'files'), (path) => path, db, now)
  const derivatives = await orphansBelow(join(store.root, 'derivatives'), withoutSuffix, db, now)

  const removed = [...intakes, ...files, ...derivatives]
  for (const path of removed) await rm(path, { recursive: true, force: true })
  return removed.length
}

async function orphansBelow(
  folder: string,
  keyOf: (path: string) => string,
  db: Reader,
  now: number,
): Promise<string[]> {
  const orphans: string[] = []
  let batch = new Map<string, string>()
  const look = async () => {
    const known = await knownKeys(db, [...batch.values()])
    for (const [path, key] of batch) if (!known.has(key)) orphans.push(path)
    batch = new Map()
  }
  for await (const entry of await opendir(folder, { recursive: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    if (await isOld(path, now)) batch.set(path, keyOf(path.slice(folder.length + 1)))
    if (batch.size === KEYS_AT_ONCE) await look()
  }
  await look()
  return orphans
}

async function knownKeys(db: Reader, keys: string[]): Promise<Set<string>> {
  const photos = await db.selectFrom('photo').select('key').where('key', 'in', keys).execute()
  const reports = await db.selectFrom('report').select('key').where('key', 'in', keys).execute()
  return new Set([...photos, ...reports].map(({ key }) => key))
}

function withoutSuffix(path: string): string {
  const suffix = SUFFIXES.find((ending) => path.endsWith(ending)) ?? ''
  return path.slice(0, path.length - suffix.length)
}

async function isOld(path: string, now: number): Promise<boolean> {
  try {
    return now - (await stat(path)).mtimeMs > MIN_AGE_MS
  } catch {
    return false // Gone meanwhile.
  }
}
