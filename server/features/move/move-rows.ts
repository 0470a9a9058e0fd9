import { isDeepStrictEqual } from 'node:util'
import { findTokenSecret, replaceTokenSecret } from '#server/core/access/token-secret.ts'
import type { DatabaseLocation } from '#server/infrastructure/database/database.ts'
import { hashRows, type MovedRows, type RowTarget } from '#server/infrastructure/database/moved-rows.ts'
import { openMovedRows } from '#server/infrastructure/database/moving/open-moved-database.ts'
import { listTables } from '#server/infrastructure/database/moving/tables.ts'
import type { Incoming } from '#server/infrastructure/store/incoming.ts'

interface RowMove {
  from: DatabaseLocation
  to: DatabaseLocation
  target: RowTarget
  incoming: Incoming
  onProgress: (rows: number) => void
}

/**
 * Replaces the rows of the target by those of the source, and gives it the secret that signs tokens.
 *
 * @returns how many rows, and the names of the migrations that made the tables of the target
 */
export async function moveRows({ from, to, target, incoming, onProgress }: RowMove) {
  const rows = await openMovedRows(from)
  try {
    const secret =
      from.databaseUrl === undefined ? await findTokenSecret(from.dataDir) : await rows.tokenSecret()
    if (secret !== undefined && to.databaseUrl === undefined) {
      await replaceTokenSecret(to.dataDir, incoming, secret)
    }
    let count = 0
    const migrations = await target.write(listTables(), rows, secret, (more) => {
      count += more
      onProgress(count)
    })
    return { count, migrations }
  } finally {
    await rows.close()
  }
}

/**
 * Compares each table of the two databases: the number of rows and their SHA-256.
 *
 * @throws with a sentence if a table differs
 */
export async function compareRows({
  from,
  to,
  onProgress,
}: Omit<RowMove, 'target' | 'incoming'>): Promise<void> {
  const source = await openMovedRows(from)
  try {
    const target = await openMovedRows(to)
    try {
      await compareTables(source, target, onProgress)
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

async function compareTables(
  source: MovedRows,
  target: MovedRows,
  onProgress: (rows: number) => void,
): Promise<void> {
  let compared = 0
  for (const table of listTables()) {
    const inSource = await hashRows(source, table, () => {})
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
        `The table ${table.name} differs: the source has given the id ${given}, the target would give it again.`,
      )
    }
  }
  if (!isDeepStrictEqual(await source.waitingJobs(), await target.waitingJobs())) {
    throw new Error('The waiting jobs of the source and the target differ.')
  }
}
