import type { Problem } from '#server/features/backup/problem.ts'
import { verify } from '#server/features/backup/verify.ts'
import { getInstallation } from '#server/features/stored-files/installation-queries.ts'
import { type Config, ConfigError, readConfig } from '#server/infrastructure/config.ts'
import { countRows } from '#server/infrastructure/database/count-rows.ts'
import { databaseName } from '#server/infrastructure/database/database-name.ts'
import { openSqliteRows } from '#server/infrastructure/database/moving/sqlite-rows.ts'
import { isEmptyPostgres } from '#server/infrastructure/database/moving/write-rows.ts'
import { openForVerification } from '#server/infrastructure/database/opening/verified-database.ts'
import { lockDataFolder } from '#server/infrastructure/database/sqlite/data-folder-lock.ts'
import { DiskStore } from '#server/infrastructure/store/disk/disk-store.ts'
import { type FileStore, originalOf } from '#server/infrastructure/store/file-store.ts'
import { Incoming } from '#server/infrastructure/store/incoming.ts'
import {
  type FilledBucket,
  installationMarkerIn,
  openBucketToFill,
  storeName,
} from '#server/infrastructure/store/opening/open-store.ts'
import { moveFiles } from './move-files.ts'
import { type MoveOutput, megabytes, Step } from './move-progress.ts'
import { compareRows, moveRows } from './move-rows.ts'

/** From SQLite to PostgreSQL, from disk to a bucket, or both. The rest is the same in both. */
export interface MovePlan {
  from: Config
  to: Config
  /** The target PostgreSQL of the rows; undefined if they stay. */
  databaseUrl: string | undefined
  /** True if the files move to the bucket of `to`. */
  files: boolean
}

/**
 * @param env the environment of the source
 * @throws with a sentence if an address is wrong, or the data is there already
 */
export function planMove(
  env: Record<string, string | undefined>,
  { database, store }: { database?: string | undefined; store?: string | undefined },
): MovePlan {
  const from = readConfig(env)
  if (database !== undefined && from.databaseUrl !== undefined)
    throw new Error('DATABASE_URL is set: the rows are in PostgreSQL already.')
  if (store !== undefined && from.bucket)
    throw new Error('STORE_URL is set: the files are in a bucket already.')
  try {
    const to = readConfig({
      ...env,
      ...(database !== undefined && { DATABASE_URL: database }),
      ...(store !== undefined && { STORE_URL: store }),
    })
    return {
      from,
      to,
      databaseUrl: database === undefined ? undefined : to.databaseUrl,
      files: store !== undefined,
    }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    throw new ConfigError(`The target is wrong. ${error.message}`)
  }
}

/** The move broke off. The cause says why. */
export class BrokenOffMoveError extends Error {}

/**
 * Copies the rows, the files or both of an installation that is not served. The source is unchanged. Until the copy is verified, a marker
 * in the bucket keeps servers from starting on it, and the same move can be resumed.
 *
 * @returns the damage of the source, which the target shares
 * @throws with a sentence if the source is served, the target is not empty, or they differ at the end
 */
export async function move(plan: MovePlan, output: MoveOutput): Promise<Problem[]> {
  const { from, to, databaseUrl, files } = plan
  // Before anything is created: the database must exist and be of this version.
  await (databaseUrl === undefined
    ? await openForVerification(from)
    : await openSqliteRows(from.dataDir)
  ).close()
  await using stack = new AsyncDisposableStack()
  stack.defer(await lockDataFolder(from.dataDir))
  const bucketOfTarget = to.bucket && (await openBucketToFill(to, await Incoming.open(from.dataDir)))
  stack.defer(() => bucketOfTarget?.store.close())
  const bucket = files ? bucketOfTarget : undefined
  const description = describeMove(plan)
  const isContinued = bucket ? await isMarked(bucket, description, to) : false
  if (!isContinued && databaseUrl !== undefined && !(await isEmptyPostgres(databaseUrl)))
    throw notEmpty(databaseName(to), 'a database')
  if (!isContinued) await bucket?.marker.write(description)
  output.line(`Moving ${description}.`)
  try {
    if (bucket) await copyFiles(from, bucket.store, isContinued, output)
    const problems = bucket ? await verifyFiles(from, bucket.store, output) : []
    if (databaseUrl !== undefined) await copyRows(from, databaseUrl, output)
    await bindTarget(to, bucketOfTarget)
    await bucket?.marker.remove()
    return problems
  } catch (cause) {
    throw new BrokenOffMoveError('The move broke off.', { cause })
  }
}

/** The description of a move, the same for each run. */
function describeMove({ from, to, databaseUrl, files }: MovePlan): string {
  return [
    ...(databaseUrl === undefined ? [] : [`the rows from ${from.dataDir} to ${databaseName(to)}`]),
    ...(files ? [`the files from ${from.dataDir} to ${storeName(to)}`] : []),
  ].join(' and ')
}

/**
 * True if an earlier run of the same move has marked the bucket.
 *
 * @throws with a sentence if it is not empty, or another move to it is incomplete
 */
async function isMarked(bucket: FilledBucket, description: string, to: Config): Promise<boolean> {
  const found = await bucket.marker.read()
  if (found === description) return true
  if (found !== undefined)
    throw new Error(`The move of ${found} is not complete. Run it again, or empty its target.`)
  if (!(await bucket.isEmpty())) throw notEmpty(storeName(to), 'files')
  return false
}

function notEmpty(place: string, content: string): Error {
  return new Error(`${place} already has ${content}. Choose an empty place.`)
}

async function copyFiles(
  from: Config,
  to: FileStore,
  isContinued: boolean,
  output: MoveOutput,
): Promise<void> {
  const step = new Step(output, 'Files')
  const database = await openForVerification(from)
  const { read } = database
  try {
    const rows = (await countRows(read, 'photo')) + (await countRows(read, 'report'))
    const { sent, bytes, alreadyThere } = await moveFiles({
      read,
      dataDir: from.dataDir,
      to,
      isContinued,
      onProgress: (moved) =>
        step.progress(`${moved.rows} of ${rows} photos and reports, ${megabytes(moved.bytes)}`),
    })
    step.end(`${sent} copied, ${alreadyThere} already there, ${megabytes(bytes)}`)
  } finally {
    await database.close()
  }
}

async function copyRows({ dataDir }: Config, databaseUrl: string, output: MoveOutput): Promise<void> {
  const copying = new Step(output, 'Rows')
  const count = await moveRows(dataDir, databaseUrl, (rows) => copying.progress(`${rows} copied`))
  copying.end(`${count} copied`)
  const comparing = new Step(output, 'Comparison')
  await compareRows(dataDir, databaseUrl, (rows) => comparing.progress(`${rows} of ${count} rows`))
  comparing.end(`all ${count} rows match`)
}

/** @returns the problems shared with the source @throws with a sentence if the bucket has others */
async function verifyFiles(from: Config, store: FileStore, output: MoveOutput): Promise<Problem[]> {
  const step = new Step(output, 'Verification')
  const { rows, bytes, problems } = await verify(from, store, {
    onRow: (verified) => step.progress(`${verified.rows} photos and reports, ${megabytes(verified.bytes)}`),
    checkAgainMs: 0,
  })
  step.end(`${rows} photos and reports, ${megabytes(bytes)}, ${problems.length} problems`)
  if (problems.length === 0) return []
  const inSource = (await verify(from, DiskStore.at(from.dataDir), { checkAgainMs: 0 })).problems.map(textOf)
  // Files of records deleted after an earlier run have no row.
  const onlyInTarget = problems.filter(
    (problem) => problem.kind !== 'stray-file' && !inSource.includes(textOf(problem)),
  )
  const [first] = onlyInTarget
  if (!first) return problems
  // A file of the right size would not be sent again.
  const wrong = onlyInTarget.filter(({ kind }) => kind === 'wrong-hash')
  await store.remove(wrong.map(({ subject }) => originalOf(subject)))
  throw new Error(
    `The target has ${onlyInTarget.length} faults that the source does not have, such as ${textOf(first)}.`,
  )
}

function textOf({ kind, subject }: Problem): string {
  return `${kind} ${subject}`
}

/**
 * Gives the files the id of the target database. A new database has its own id, so the old one no longer matches files that stay: a server
 * started with it by mistake removes nothing.
 */
async function bindTarget(to: Config, bucket: FilledBucket | undefined): Promise<void> {
  const database = await openForVerification(to)
  try {
    const { id } = await getInstallation(database.read)
    await (bucket?.installation ?? installationMarkerIn(to.dataDir)).write(id)
  } finally {
    await database.close()
  }
}
