import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FindingTypes } from '#domain/findings/finding-type.ts'
import { readConfig } from '#server/infrastructure/config.ts'
import type { DatabaseLocation, Reader } from '#server/infrastructure/database/database.ts'
import { openForVerification } from '#server/infrastructure/database/opening/verified-database.ts'
import { DATABASE_FILE } from '#server/infrastructure/database/sqlite/sqlite-database.ts'
import { asError } from '#server/infrastructure/errors.ts'

const FILE = 'findings/types.json'

/**
 * Warns of types that findings of the database have and the file of an editor has no longer: screens show only their ids. The database is
 * read and not changed.
 *
 * @param folder `content/`
 * @returns a sentence for each type; none on a machine without a database
 */
export async function warnOfLostTypes(
  folder: string,
  env: Record<string, string | undefined>,
): Promise<string[]> {
  const types = readTypes(join(folder, FILE))
  if (!types) return []
  try {
    const location = readConfig(env)
    const hasDatabase =
      location.databaseUrl !== undefined || existsSync(join(location.dataDir, DATABASE_FILE))
    const used = hasDatabase ? await readUsedTypes(location) : []
    return used
      .filter(({ type }) => !types.has(type))
      .map(
        ({ type, findings }) =>
          `content/${FILE}, types: "${type}" is missing, but ${findings === 1 ? '1 finding has' : `${findings} findings have`} it; bring it back.`,
      )
  } catch (error) {
    return [`The types of the stored findings cannot be compared: ${asError(error).message}`]
  }
}

/** The ids of the types; undefined if the file has faults, which the check of the content names. */
function readTypes(file: string): Set<string> | undefined {
  try {
    const { types } = FindingTypes.parse(JSON.parse(readFileSync(file, 'utf8')))
    return new Set(types.map(({ id }) => id))
  } catch {
    return undefined
  }
}

async function readUsedTypes(location: DatabaseLocation): Promise<{ type: string; findings: number }[]> {
  const database = await openForVerification(location)
  try {
    return await countByType(database.read)
  } finally {
    await database.close()
  }
}

async function countByType(db: Reader): Promise<{ type: string; findings: number }[]> {
  const rows = await db
    .selectFrom('finding')
    .select((expression) => ['type', expression.fn.countAll().as('findings')])
    .groupBy('type')
    .orderBy('type')
    .execute()
  return rows.map(({ type, findings }) => ({ type, findings: Number(findings) }))
}
