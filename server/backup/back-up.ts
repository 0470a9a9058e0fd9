import { open, readdir, readFile, realpath, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import SQLite from 'better-sqlite3'
import { FileStore, makeFolderDurably, syncFolder } from '#server/store/file-store.ts'
import type { StoredFile } from '#server/store/stored-file.ts'
import { findStoredFile, listStoredFiles } from '#server/stored-files/stored-files.ts'
import { forEachAtOnce } from './at-once.ts'
import { type Finding, originalFindings } from './finding.ts'
import { openUnchanged, readerOver, type UnchangedDatabase } from './open-unchanged.ts'
import { type Content, readWhole } from './read-file.ts'

export interface Saved {
  rows: number
  files: number
  bytes: number
  /** Rows left out: they and their files were deleted while the backup ran. */
  leftOut: number
  /** What was damaged already where it lay. */
  findings: Finding[]
}

/** The database's name until everything else is in its place. */
const UNFINISHED = 'kanat.db.unfinished'

/**
 * Saves the data folder into `folder`, beside a running server: the database first, as it is at one moment, then every
 * file its rows name, the token secret, and last the database's own name. A folder with a `kanat.db` is a whole backup.
 *
 * @throws with a sentence when `folder` may not be used or there is no database; as the disk says it when it is full.
 */
export async function backUp(dataDir: string, folder: string): Promise<Saved> {
  const live = await openUnchanged(dataDir)
  try {
    await takeFolder(dataDir, folder)
    const unfinished = join(folder, UNFINISHED)
    live.connection.prepare('vacuum into ?').run(unfinished)
    const snapshot = new SQLite(unfinished)
    const saved = await saveFiles(live, snapshot, FileStore.at(dataDir), await FileStore.open(folder))
    snapshot.close()
    await saveTokenSecret(dataDir, folder)

    await syncFile(unfinished)
    await syncFolder(folder)
    await rename(unfinished, join(folder, 'kanat.db'))
    await syncFolder(folder)
    return saved
  } finally {
    live.connection.close()
  }
}

/** Makes the folder where it is missing. @throws when it has something in it, or lies in `dataDir` or around it. */
async function takeFolder(dataDir: string, folder: string): Promise<void> {
  const [from, to] = await Promise.all([realPath(dataDir), realPath(folder)])
  if (isWithin(from, to) || isWithin(to, from)) {
    throw new Error(
      `${folder} and ${dataDir} are one inside the other. Choose a backup folder outside of DATA_DIR.`,
    )
  }
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    if (error.code === 'ENOTDIR') throw new Error(`${folder} is not a folder.`)
    throw error
  })
  if (names.length > 0) throw new Error(`${folder} is not empty. A backup needs a folder of its own.`)
  await makeFolderDurably(folder, sep)
}

/** Where the path leads, whether or not its last parts exist yet. */
async function realPath(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(path) === path) throw error
    return join(await realPath(dirname(path)), basename(path))
  }
}

function isWithin(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(outer + sep)
}

async function saveFiles(
  live: UnchangedDatabase,
  snapshot: SQLite.Database,
  from: FileStore,
  to: FileStore,
): Promise<Saved> {
  const saved: Saved = { rows: 0, files: 0, bytes: 0, leftOut: 0, findings: [] }
  const folders = new Set<string>()
  const deleted: StoredFile[] = []

  await forEachAtOnce(listStoredFiles(readerOver(snapshot)), async (file) => {
    const findings: Finding[] = []
    const copies: { path: string; size: number }[] = []
    const copy = async (source: string, target: string): Promise<Content> => {
      if (!folders.has(dirname(target))) await makeFolderDurably(dirname(target), to.root)
      folders.add(dirname(target))
      const content = await copyDurably(source, target)
      if (typeof content !== 'string') copies.push({ path: target, size: content.size })
      return content
    }

    findings.push(...originalFindings(file, await copy(from.pathOf(file.key), to.pathOf(file.key))))
    for (const variant of file.variants) {
      const subject = `${file.key}.${variant}`
      const content = await copy(
        from.derivativePathOf(file.key, variant),
        to.derivativePathOf(file.key, variant),
      )
      if (content === 'unreadable') findings.push({ kind: 'unreadable-file', subject })
      else if (content === 'missing' || content.size === 0)
        findings.push({ kind: 'missing-derivative', subject })
    }

    // Rows go before their files: what is missing without its row was deleted since the snapshot.
    if (findings.length > 0 && !(await findStoredFile(live.read, file))) {
      deleted.push(file)
      return to.remove(copies.map(({ path }) => path))
    }
    saved.findings.push(...findings)
    saved.rows += 1
    saved.files += copies.length
    saved.bytes += copies.reduce((sum, { size }) => sum + size, 0)
  })

  for (const folder of folders) await syncFolder(folder)
  leaveOut(snapshot, deleted)
  return { ...saved, leftOut: deleted.length }
}

/** Copies a file and waits until the disk has it; of what cannot be read whole nothing is kept. */
async function copyDurably(source: string, target: string): Promise<Content> {
  await using copy = await open(target, 'wx', 0o640)
  const content = await readWhole(source, (piece) => copy.appendFile(piece))
  if (typeof content === 'string') await rm(target)
  else await copy.sync()
  return content
}

function leaveOut(snapshot: SQLite.Database, deleted: readonly StoredFile[]): void {
  snapshot.pragma('foreign_keys = ON')
  snapshot.pragma('secure_delete = ON')
  snapshot.transaction(() => {
    for (const { table, id } of deleted) snapshot.prepare(`delete from ${table} where id = ?`).run(id)
  })()
}

/** With its secret, the tokens people hold are good after a restore, too. A server that never ran has none. */
async function saveTokenSecret(dataDir: string, folder: string): Promise<void> {
  const secret = await readFile(join(dataDir, 'token-secret')).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (!secret) return
  await using file = await open(join(folder, 'token-secret'), 'wx', 0o600)
  await file.writeFile(secret)
  await file.sync()
}

async function syncFile(path: string): Promise<void> {
  await using file = await open(path, 'r+')
  await file.sync()
}
