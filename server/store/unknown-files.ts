import { opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { DERIVATIVE_WIDTHS } from '#domain/limits.ts'
import type { Reader } from '#server/database/database.ts'
import { variantOf } from '#server/photos/photo-files.ts'
import type { FileStore } from './file-store.ts'

const FOLDERS = ['files', 'derivatives'] as const
const SUFFIXES = DERIVATIVE_WIDTHS.map((width) => `.${variantOf(width)}`)
const PATHS_AT_ONCE = 500

/** The files of the store, each as its path below the store's folder: `files/…` or `derivatives/…`. */
export async function* listFiles(store: FileStore): AsyncGenerator<string> {
  for (const folder of FOLDERS) yield* filesBelow(store.root, folder)
}

/** Walks by itself, since `opendir` with `recursive` throws when a folder goes while it is being read. */
async function* filesBelow(root: string, folder: string): AsyncGenerator<string> {
  const entries = await opendir(join(root, folder)).catch(unlessMissing)
  for await (const entry of entries ?? []) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesBelow(root, path)
    if (entry.isFile()) yield path
  }
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** Those of the paths, as `listFiles` has them, that no row stands for: derivatives belong to rows of pictures alone. */
export async function* withoutRow(
  db: Reader,
  paths: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<string> {
  let batch: string[] = []
  for await (const path of paths) {
    batch.push(path)
    if (batch.length < PATHS_AT_ONCE) continue
    yield* await unknownAmong(db, batch)
    batch = []
  }
  yield* await unknownAmong(db, batch)
}

async function unknownAmong(db: Reader, paths: string[]): Promise<string[]> {
  if (paths.length === 0) return []
  const keys = [...new Set(paths.map(keyOf))]
  const photos = await db.selectFrom('photo').select(['key', 'width']).where('key', 'in', keys).execute()
  const reports = await db.selectFrom('report').select('key').where('key', 'in', keys).execute()
  const files = new Set([...photos, ...reports].map(({ key }) => key))
  const pictures = new Set(photos.filter(({ width }) => width !== null).map(({ key }) => key))
  return paths.filter((path) => {
    const key = keyOf(path)
    return isDerivative(path) ? path === `derivatives/${key}` || !pictures.has(key) : !files.has(key)
  })
}

function isDerivative(path: string): boolean {
  return path.startsWith('derivatives/')
}

/** The key of the row that would stand for the file. */
function keyOf(path: string): string {
  const name = path.slice(path.indexOf('/') + 1)
  const suffix = isDerivative(path) ? SUFFIXES.find((ending) => name.endsWith(ending)) : undefined
  return name.slice(0, name.length - (suffix?.length ?? 0))
}
