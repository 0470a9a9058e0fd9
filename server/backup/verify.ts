import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import SQLite from 'better-sqlite3'
import type { Reader } from '#server/database/database.ts'
import { FileStore } from '#server/store/file-store.ts'
import type { StoredFile } from '#server/store/stored-file.ts'
import { findStoredFile, listStoredFiles } from '#server/stored-files/stored-files.ts'
import { listFiles, withoutRow } from '#server/stored-files/unknown-files.ts'
import { forEachAtOnce } from './at-once.ts'
import { type Finding, originalFindings } from './finding.ts'
import { openUnchanged } from './open-unchanged.ts'
import { readWhole } from './read-file.ts'

export interface Verified {
  rows: number
  /** Bytes of the originals that were hashed. */
  bytes: number
  findings: Finding[]
}

/** How long an upload or deletion under way has to get on, before what looks wrong is looked at again. */
const SETTLE_MS = 2000

/**
 * Holds every row against its files and every file against its rows, and hashes all originals. Beside a running server,
 * what an upload or deletion under way makes look wrong is no finding. A damaged database is the only finding then: its
 * rows say nothing about the files.
 *
 * @throws with a sentence when there is no database.
 */
export async function verify(dataDir: string): Promise<Verified> {
  const store = FileStore.at(dataDir)
  const { connection, read } = await openUnchanged(dataDir)
  try {
    const damage = databaseDamage(connection)
    if (damage.length > 0) return { rows: 0, bytes: 0, findings: damage }

    const orphans = orphanRows(connection)
    let rows = 0
    let bytes = 0
    const suspects: StoredFile[] = []
    await forEachAtOnce(listStoredFiles(read), async (file) => {
      rows += 1
      bytes += file.size
      if ((await fileFindings(store, file)).length > 0) suspects.push(file)
    })
    const strays: string[] = []
    for await (const path of withoutRow(read, listFiles(store))) strays.push(path)
    return { rows, bytes, findings: [...orphans, ...(await lasting(store, read, suspects, strays))] }
  } finally {
    connection.close()
  }
}

function databaseDamage(connection: SQLite.Database): Finding[] {
  try {
    const messages = connection.prepare('pragma integrity_check').pluck().all() as string[]
    return messages
      .filter((message) => message !== 'ok')
      .map((subject) => ({ kind: 'damaged-database', subject }))
  } catch (error) {
    const isDamage = error instanceof SQLite.SqliteError && /^SQLITE_(?:CORRUPT|NOTADB)/.test(error.code)
    if (!isDamage) throw error
    return [{ kind: 'damaged-database', subject: error.message }]
  }
}

function orphanRows(connection: SQLite.Database): Finding[] {
  const rows = connection.pragma('foreign_key_check') as {
    table: string
    rowid: number | null
    parent: string
  }[]
  return rows.map(({ table, rowid, parent }) => ({
    kind: 'orphan-row',
    subject: `${table} ${rowid ?? ''}: its ${parent} is gone`,
  }))
}

/** Looks at what seemed wrong again, and once more for as long as it gets less; what stays as it is, is wrong. */
async function lasting(
  store: FileStore,
  db: Reader,
  suspects: StoredFile[],
  strays: string[],
): Promise<Finding[]> {
  if (suspects.length + strays.length === 0) return []
  await setTimeout(SETTLE_MS)
  const findings: Finding[] = []
  const suspectsLeft: StoredFile[] = []
  for (const suspect of suspects) {
    const file = await findStoredFile(db, suspect)
    const found = file ? await fileFindings(store, file) : []
    if (found.length > 0) suspectsLeft.push(suspect)
    findings.push(...found)
  }
  const straysLeft: string[] = []
  for await (const subject of withoutRow(db, stillThere(store, strays))) {
    straysLeft.push(subject)
    findings.push({ kind: 'stray-file', subject })
  }

  const gotLess = suspectsLeft.length + straysLeft.length < suspects.length + strays.length
  return gotLess ? lasting(store, db, suspectsLeft, straysLeft) : findings
}

async function* stillThere(store: FileStore, paths: readonly string[]): AsyncGenerator<string> {
  for (const path of paths) if ((await sizeOf(join(store.root, path))) !== undefined) yield path
}

async function fileFindings(store: FileStore, file: StoredFile): Promise<Finding[]> {
  const path = store.pathOf(file.key)
  const size = await sizeOf(path)
  // A file of another size need not be read to know that it is not the one.
  const isRead = size === undefined || size === file.size
  const findings = originalFindings(file, isRead ? await readWhole(path) : { size, sha256: '' })
  for (const variant of file.variants) {
    // Derivatives have no hash to hold them against; an empty one is none.
    if (await sizeOf(store.derivativePathOf(file.key, variant))) continue
    findings.push({ kind: 'missing-derivative', subject: `${file.key}.${variant}` })
  }
  return findings
}

/** Bytes; undefined when there is no such file. */
async function sizeOf(path: string): Promise<number | undefined> {
  try {
    const found = await stat(path)
    return found.isFile() ? found.size : undefined
  } catch {
    return undefined
  }
}
