import { resolve } from 'node:path'
import { type Config, ConfigError, readConfig } from '#server/infrastructure/config.ts'
import { databaseName } from '#server/infrastructure/database/moving/open-moved-database.ts'
import { storeName } from '#server/infrastructure/store/opening/open-store.ts'

/** From which installation to which one. What does not move is the same in both. */
export interface MovePlan {
  from: Config
  to: Config
  rows: boolean
  files: boolean
}

/** Where to move to: an address, or a data folder. */
export interface MoveTargets {
  database?: string | undefined
  store?: string | undefined
}

/**
 * @param env the environment of the source
 * @throws with a sentence if an address is wrong, or the target would be in two folders
 */
export function planMove(
  env: Record<string, string | undefined>,
  { database, store }: MoveTargets,
): MovePlan {
  const from = readConfig(env)
  const folders = [database, store].filter((target) => target !== undefined && !isAddress(target))
  const to = readTarget({
    ...env,
    ...(folders[0] !== undefined && { DATA_DIR: folders[0] }),
    ...(database !== undefined && { DATABASE_URL: isAddress(database) ? database : '' }),
    ...(store !== undefined && { STORE_URL: isAddress(store) ? store : '' }),
  })
  const used = new Set<string>()
  if (!to.databaseUrl) used.add(database === undefined ? from.dataDir : resolve(database))
  if (!to.bucket) used.add(store === undefined ? from.dataDir : resolve(store))
  if (used.size > 1) {
    throw new Error(
      `Rows and files on the disk must be in one folder, not in ${[...used].join(' and ')}. --to FOLDER moves both.`,
    )
  }
  return { from, to, rows: database !== undefined, files: store !== undefined }
}

/** What moves from where to where. It is the same text for each run of the same move. */
export function describeMove({ from, to, rows, files }: MovePlan): string {
  return [
    ...(rows ? [`the rows from ${databaseName(from)} to ${databaseName(to)}`] : []),
    ...(files ? [`the files from ${storeName(from)} to ${storeName(to)}`] : []),
  ].join(' and ')
}

/** The configuration with which a server uses the target. */
export function describeTarget({ dataDir, databaseUrl, bucket }: Config): string {
  return [
    `DATA_DIR ${dataDir}`,
    databaseUrl === undefined ? 'no DATABASE_URL' : 'DATABASE_URL of the target',
    bucket === undefined ? 'no STORE_URL' : 'STORE_URL of the target',
  ].join(', ')
}

function isAddress(target: string): boolean {
  return target.includes('://')
}

function readTarget(env: Record<string, string | undefined>): Config {
  try {
    return readConfig(env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    throw new ConfigError(`The target is wrong. ${error.message}`)
  }
}
