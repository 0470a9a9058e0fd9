import type { Reader } from '#server/infrastructure/database/database.ts'
import { isDatabaseDamage, isMissingTable } from '#server/infrastructure/database/database-errors.ts'
import type { Transactions } from '#server/infrastructure/database/transactions.ts'

interface Installation {
  id: string
  /** How many files the last sweep has left, because they are too many to be removed without a confirmation. */
  orphaned_files: number
  clock_at: string
  differing_runs: number
  differing_at: string
}

/** The id of the database, which the place of its files has, too. */
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

/** Sets the number for all servers of the database. Writes nothing if it is the same. */
export async function setRefusedFiles(transactions: Transactions, db: Reader, count: number): Promise<void> {
  if ((await getInstallation(db)).orphaned_files === count) return
  await transactions.run(
    (transaction) => transaction.updateTable('installation').set({ orphaned_files: count }).execute(),
    'use reserve',
  )
}
