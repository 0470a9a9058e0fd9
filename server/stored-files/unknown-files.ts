import { opendir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Reader } from '#server/database/database.ts'
import type { FileStore } from '#server/store/file-store.ts'
import type { StoredFile } from '#server/store/stored-file.ts'
import { FILE_KINDS } from './file-kinds.ts'

const FOLDERS = ['files', 'derivatives'] as const
const SUFFIXES = FILE_KINDS.flatMap(({ variants }) => variants.map((variant) => `.${variant}`))
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
  const rows: StoredFile[] = []
  for (const kind of FILE_KINDS) rows.push(...(await kind.withKeys(db, keys)))
  const files = new Set(rows.map(({ key }) => key))
  const pictures = new Set(rows.filter(({ variants }) => variants.length > 0).map(({ key }) => key))
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
