import { setTimeout } from 'node:timers/promises'
import { verifyVersions } from '#server/features/inspections/releases/verify-versions.ts'
import { findStoredFile, listStoredFiles } from '#server/features/stored-files/stored-files.ts'
import { withoutRow } from '#server/features/stored-files/unknown-files.ts'
import type { DatabaseLocation, Reader } from '#server/infrastructure/database/database.ts'
import {
  openForVerification,
  type VerifiedDatabase,
} from '#server/infrastructure/database/opening/verified-database.ts'
import { forEachAtOnce } from '#server/infrastructure/store/at-once.ts'
import { DiskStore } from '#server/infrastructure/store/disk/disk-store.ts'
import {
  derivativeOf,
  type FileId,
  type FileStore,
  fullName,
  originalOf,
} from '#server/infrastructure/store/file-store.ts'
import type { StoredFile } from '#server/infrastructure/store/stored-file.ts'
import { originalProblems, type Problem } from './problem.ts'

export interface Verified {
  rows: number
  /** Bytes of the hashed originals. */
  bytes: number
  /** Sealed versions of inspections, and how many of them are older than signatures and not signed yet. */
  versions: number
  unsigned: number
  problems: Problem[]
}

/** The time until a problem is checked again, in milliseconds, for running uploads and deletions to end. */
const CHECK_AGAIN_MS = 2000

const VERSION_PROBLEMS = { seal: 'wrong-seal', rows: 'wrong-version' } as const

/**
 * Checks that each row has its files and each file its row, hashes all originals, and checks the sealed versions of inspections.
 * Differences from running uploads and deletions are not problems. Database damage is the only problem reported then, because its rows are
 * unreliable.
 *
 * @param store has the files; by default the data folder
 * @param more `onRow` is called after each row; `checkAgainMs` is 0 without uploads and deletions
 * @throws with a sentence if there is no database; ApiError `store_unavailable`
 */
export async function verify(
  config: DatabaseLocation,
  store: FileStore = DiskStore.at(config.dataDir),
  more: { onRow?: (verified: Pick<Verified, 'rows' | 'bytes'>) => void; checkAgainMs?: number } = {},
): Promise<Verified> {
  const database = await openForVerification(config)
  const { read } = database
  try {
    const damage = await database.findDamage()
    if (damage.length > 0) {
      const problems = damage.map((subject): Problem => ({ kind: 'damaged-database', subject }))
      return { rows: 0, bytes: 0, versions: 0, unsigned: 0, problems }
    }
    const orphans = await orphanProblems(database)
    let rows = 0
    let bytes = 0
    const suspects: StoredFile[] = []
    await forEachAtOnce(listStoredFiles(read), async (row) => {
      rows += 1
      bytes += row.size
      if ((await fileProblems(store, row)).length > 0) suspects.push(row)
      more.onRow?.({ rows, bytes })
    })
    const strays: FileId[] = []
    for await (const file of withoutRow(read, store.list())) strays.push(file)
    const { checkAgainMs = CHECK_AGAIN_MS } = more
    const confirmed = await confirmProblems(store, read, suspects, strays, checkAgainMs)
    const { versions, unsigned, faults } = await verifyVersions(read)
    const sealed = faults.map(({ kind, subject }): Problem => ({ kind: VERSION_PROBLEMS[kind], subject }))
    return { rows, bytes, versions, unsigned, problems: [...orphans, ...confirmed, ...sealed] }
  } finally {
    await database.close()
  }
}

async function orphanProblems(database: VerifiedDatabase): Promise<Problem[]> {
  const orphans = await database.findOrphans()
  return orphans.map(({ table, id, parent }) => ({
    kind: 'orphan-row',
    subject: `${table} ${id ?? ''}: its ${parent} is gone`,
  }))
}

/** Checks suspected damage again while the number of suspects falls. @returns the remaining problems */
async function confirmProblems(
  store: FileStore,
  db: Reader,
  suspects: StoredFile[],
  strays: FileId[],
  checkAgainMs: number,
): Promise<Problem[]> {
  if (suspects.length + strays.length === 0) return []
  await setTimeout(checkAgainMs)
  const problems: Problem[] = []
  const suspectsLeft: StoredFile[] = []
  for (const suspect of suspects) {
    const row = await findStoredFile(db, suspect)
    const found = row ? await fileProblems(store, row) : []
    if (found.length > 0) suspectsLeft.push(suspect)
    problems.push(...found)
  }
  const straysLeft: FileId[] = []
  for await (const file of withoutRow(db, existingOf(store, strays))) {
    straysLeft.push(file)
    problems.push({ kind: 'stray-file', subject: fullName(file) })
  }

  const areFewer = suspectsLeft.length + straysLeft.length < suspects.length + strays.length
  return areFewer ? confirmProblems(store, db, suspectsLeft, straysLeft, checkAgainMs) : problems
}

async function* existingOf(store: FileStore, files: readonly FileId[]): AsyncGenerator<FileId> {
  for (const file of files) if ((await store.size(file)) !== undefined) yield file
}

async function fileProblems(store: FileStore, row: StoredFile): Promise<Problem[]> {
  const original = originalOf(row.key)
  const size = await store.size(original)
  // A file with a wrong size is damaged, so it is not read.
  const isRead = size === undefined || size === row.size
  const problems = originalProblems(row, isRead ? await store.hash(original) : { size, sha256: '' })
  for (const variant of row.variants) {
    const derivative = derivativeOf(row.key, variant)
    // Derivatives have no stored hash. An empty one counts as missing.
    if (await store.size(derivative)) continue
    problems.push({ kind: 'missing-derivative', subject: derivative.name })
  }
  return problems
}
