import type { Reader } from '#server/infrastructure/database/database.ts'
import { isDatabaseDamage, isMissingTable } from '#server/infrastructure/database/database-errors.ts'
import type { Transactions } from '#server/infrastructure/database/transactions.ts'

interface Installation {
  id: string
  /** The stray files of the last maintenance. */
  stray_files: number
  stray_bytes: number
  clock_at: string
  differing_runs: number
  differing_at: string
  /** JSON. */
  skipped_steps: string
}

/** The id of the database, shared with the store of its files. */
export function getInstallation(db: Reader): Promise<Installation> {
  return db.selectFrom('installation').selectAll().executeTakeFirstOrThrow()
}

/** Undefined for a database that is damaged or of a former version. */
export async function findInstallationId(db: Reader): Promise<string | undefined> {
  try {
    return (await getInstallation(db)).id
  } catch (error) {
    if (isMissingTable(error) || isDatabaseDamage(error)) return undefined
    throw error
  }
}

/** Sets the number for all servers of the database. @returns false, without writing, if it is the same */
export async function setStrayFiles(
  transactions: Transactions,
  db: Reader,
  { files, bytes }: { files: number; bytes: number },
): Promise<boolean> {
  const { stray_files, stray_bytes } = await getInstallation(db)
  if (stray_files === files && stray_bytes === bytes) return false
  await transactions.run(
    (transaction) =>
      transaction.updateTable('installation').set({ stray_files: files, stray_bytes: bytes }).execute(),
    'use reserve',
  )
  return true
}
