import { isDeepStrictEqual } from 'node:util'
import { findTokenSecret } from '#server/core/access/token-secret.ts'
import { hashRows, type MovedRows } from '#server/infrastructure/database/moving/moved-rows.ts'
import { openPostgresRows } from '#server/infrastructure/database/moving/postgres-rows.ts'
import { openSqliteRows } from '#server/infrastructure/database/moving/sqlite-rows.ts'
import { listTables } from '#server/infrastructure/database/moving/tables.ts'
import { writeRows } from '#server/infrastructure/database/moving/write-rows.ts'

/** Called with the number of rows so far. */
type OnProgress = (rows: number) => void

/** Fills the empty database at `url` with the rows of the data folder and the token secret. @returns the number of rows */
export async function moveRows(dataDir: string, url: string, onProgress: OnProgress): Promise<number> {
  const rows = await openSqliteRows(dataDir)
  try {
    let count = 0
    await writeRows(url, listTables(), rows, await findTokenSecret(dataDir), (more) => {
      count += more
      onProgress(count)
    })
    return count
  } finally {
    await rows.close()
  }
}

/**
 * Compares each table of the two databases: the number of rows and their SHA-256.
 *
 * @throws with a sentence if a table differs
 */
export async function compareRows(dataDir: string, url: string, onProgress: OnProgress): Promise<void> {
  const source = await openSqliteRows(dataDir)
  try {
    const target = await openPostgresRows(url)
    try {
      await compareTables(source, target, onProgress)
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

async function compareTables(source: MovedRows, target: MovedRows, onProgress: OnProgress): Promise<void> {
  let compared = 0
  for (const table of listTables()) {
    const inSource = await hashRows(source, table)
    const inTarget = await hashRows(target, table, (more) => {
      compared += more
      onProgress(compared)
    })
    if (inSource.count !== inTarget.count || inSource.sha256 !== inTarget.sha256) {
      throw new Error(
        `The table ${table.name} differs: ${inSource.count} rows in the source, ${inTarget.count} in the target.`,
      )
    }
    if (!table.isNumbered) continue
    const [given = 0, known = 0] = [await source.lastId(table), await target.lastId(table)]
    if (known < given) {
      throw new Error(
        `The table ${table.name} differs: the target would reuse the id ${given} of the source.`,
      )
    }
  }
  if (!isDeepStrictEqual(await source.waitingJobs(), await target.waitingJobs())) {
    throw new Error('The waiting jobs of the source and the target differ.')
  }
}
