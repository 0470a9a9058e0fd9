import pino from 'pino'
import type { Problem } from '#server/features/backup/problem.ts'
import { verify } from '#server/features/backup/verify.ts'
import { getInstallation } from '#server/features/stored-files/installation-queries.ts'
import type { Config } from '#server/infrastructure/config.ts'
import { countRows } from '#server/infrastructure/database/count-rows.ts'
import {
  databaseName,
  lockExclusively,
  moveMarkerOf,
  openMovedRows,
  openRowTarget,
} from '#server/infrastructure/database/moving/open-moved-database.ts'
import { openForVerification } from '#server/infrastructure/database/opening/verified-database.ts'
import type { ExclusiveLock } from '#server/infrastructure/database/postgres/exclusive-postgres-lock.ts'
import { lockDataFolder } from '#server/infrastructure/database/sqlite/data-folder-lock.ts'
import { findForeignName } from '#server/infrastructure/disk/data-folder.ts'
import { refuseUnfinishedMove } from '#server/infrastructure/disk/move-marker.ts'
import { originalOf } from '#server/infrastructure/store/file-store.ts'
import { Incoming } from '#server/infrastructure/store/incoming.ts'
import {
  type MovedStore,
  openMovedStore,
  storeName,
} from '#server/infrastructure/store/opening/open-store.ts'
import { moveFiles } from './move-files.ts'
import { describeMove, type MovePlan } from './move-plan.ts'
import { type MoveOutput, megabytes, Step } from './move-progress.ts'
import { compareRows, moveRows } from './move-rows.ts'

/** What a move uses. */
interface Opened {
  plan: MovePlan
  /** In the data folder of the target. */
  incoming: Incoming
  /** The files of the source and of the target; undefined if they do not move. */
  stores: { from: MovedStore; to: MovedStore } | undefined
  output: MoveOutput
}

/**
 * Copies the rows, the files or both of an installation that is not served. The source stays as it is. Until everything is copied and
 * verified, a marker in the target prevents that a server starts on it, and the same move can be run again to continue.
 *
 * @returns the damage that the source has, and so the target, too
 * @throws with a sentence if the source is served, the target is not empty, or they differ at the end
 */
export async function move(plan: MovePlan, output: MoveOutput): Promise<Problem[]> {
  const { from, to } = plan
  // Before anything is made: the database must exist and be of this version.
  await (await openMovedRows(from)).close()
  if (to.dataDir !== from.dataDir) await refuseForeignFolder(to.dataDir)
  await using stack = new AsyncDisposableStack()
  for (const folder of foldersOf(plan)) stack.defer(await lockDataFolder(folder))
  const lock = await lockExclusively(from)
  stack.defer(lock.release)
  const incoming = await Incoming.open(to.dataDir)
  await incoming.empty()
  const opened: Opened = { plan, incoming, stores: await openStores(plan, incoming, stack), output }
  await refuseUnfinishedMove(moveMarkerOf(from), databaseName(from))
  if (opened.stores) await refuseUnfinishedMove(opened.stores.from.marker, storeName(from))

  output.line(`Moving ${describeMove(plan)}.`)
  const isContinued = await markTarget(opened)
  try {
    return await fillTarget(opened, isContinued, lock)
  } catch (cause) {
    throw new BrokenOffMoveError('The move broke off.', { cause })
  }
}

/** The move can be continued. The cause says why it broke off. */
export class BrokenOffMoveError extends Error {}

/** Copies, verifies, and removes the markers. */
async function fillTarget(opened: Opened, isContinued: boolean, lock: ExclusiveLock): Promise<Problem[]> {
  const { plan, stores } = opened
  if (stores) await copyFiles(opened, stores, isContinued)
  if (plan.rows) await copyRows(opened)
  const problems = stores ? await verifyTarget(opened, stores) : []
  await bindTarget(opened)
  await lock.confirm()
  // The marker of the database goes last: a run after a crash in between still knows its move by it.
  await stores?.to.marker.remove()
  if (plan.rows) await moveMarkerOf(plan.to).remove()
  return problems
}

/**
 * Gives the files the id of the database of the target. A new database has an id of its own, so the old one no longer belongs to files that
 * stay where they are: a server that is started with it by mistake removes nothing.
 */
async function bindTarget({ plan: { to }, incoming }: Opened): Promise<void> {
  const database = await openForVerification(to)
  const { store, installation } = await openMovedStore(to, incoming, pino({ level: 'silent' }))
  try {
    await installation.write((await getInstallation(database.read)).id)
  } finally {
    store.close()
    await database.close()
  }
}

/** The data folders that the move uses. The source has none if its rows and its files are elsewhere. */
function foldersOf({ from, to }: MovePlan): Set<string> {
  const isOnDisk = from.databaseUrl === undefined || from.bucket === undefined
  return new Set([...(isOnDisk ? [from.dataDir] : []), to.dataDir])
}

/** Opens both places of files, and closes them with the stack. */
async function openStores(
  { from, to, files }: MovePlan,
  incoming: Incoming,
  stack: AsyncDisposableStack,
): Promise<Opened['stores']> {
  if (!files) return undefined
  const open = async (config: Config) => {
    const opened = await openMovedStore(config, incoming, pino({ level: 'silent' }))
    stack.defer(() => opened.store.close())
    return opened
  }
  return { from: await open(from), to: await open(to) }
}

/** A new data folder is for one installation only: a server empties some of its folders. @throws with a sentence */
async function refuseForeignFolder(dataDir: string): Promise<void> {
  const name = await findForeignName(dataDir)
  if (name !== undefined)
    throw new Error(`${dataDir} has ${name}, which is not a part of Kanat. Choose an empty place.`)
}

/**
 * Marks the target as not complete.
 *
 * @returns true if an earlier run of the same move has marked it
 * @throws with a sentence if the target is not empty, or another move to it is not complete
 */
async function markTarget({ plan, stores }: Opened): Promise<boolean> {
  const { to, rows } = plan
  const description = describeMove(plan)
  const target = rows ? openRowTarget(to) : undefined
  const markers = [target?.marker, stores?.to.marker].filter((marker) => marker !== undefined)
  const found = await Promise.all(markers.map((marker) => marker.read()))
  const other = found.find((text) => text !== undefined && text !== description)
  if (other !== undefined) {
    throw new Error(`The move of ${other} is not complete. Run it again, or make its target empty.`)
  }
  const isContinued = found.includes(description)
  if (!isContinued && target && !(await target.isEmpty())) throw notEmpty(databaseName(to), 'a database')
  if (!isContinued && stores && !(await stores.to.isEmpty())) throw notEmpty(storeName(to), 'files')
  for (const [index, marker] of markers.entries()) {
    if (found[index] === undefined) await marker.write(description)
  }
  return isContinued
}

function notEmpty(place: string, content: string): Error {
  return new Error(`${place} already has ${content}. Choose an empty place.`)
}

async function copyFiles(
  { plan, incoming, output }: Opened,
  stores: NonNullable<Opened['stores']>,
  isContinued: boolean,
): Promise<void> {
  const step = new Step(output, 'Files')
  const database = await openForVerification(plan.from)
  const { read } = database
  try {
    const rows = (await countRows(read, 'photo')) + (await countRows(read, 'report'))
    const { sent, bytes, alreadyThere } = await moveFiles({
      ...stores,
      read,
      incoming,
      isContinued,
      onProgress: (moved) =>
        step.progress(`${moved.rows} of ${rows} photos and reports, ${megabytes(moved.bytes)}`),
    })
    step.end(`${sent} copied, ${alreadyThere} already there, ${megabytes(bytes)}`)
  } finally {
    await database.close()
  }
}

async function copyRows({ plan: { from, to }, incoming, output }: Opened): Promise<void> {
  const copying = new Step(output, 'Rows')
  const target = openRowTarget(to)
  const onProgress = (rows: number) => copying.progress(`${rows} copied`)
  const { count, migrations } = await moveRows({ from, to, target, incoming, onProgress })
  copying.end(`${count} copied`)
  output.line(`Migrations of the target: ${migrations.join(', ')}.`)
  const comparing = new Step(output, 'Comparison')
  await compareRows({ from, to, onProgress: (rows) => comparing.progress(`${rows} of ${count} rows`) })
  comparing.end(`all ${count} rows are the same`)
}

/** @returns the problems that the source has, too @throws with a sentence if the target has others */
async function verifyTarget(
  { plan: { from, to }, output }: Opened,
  stores: NonNullable<Opened['stores']>,
): Promise<Problem[]> {
  const step = new Step(output, 'Verification')
  const { rows, bytes, problems } = await verify(to, stores.to.store, {
    onRow: (verified) => step.progress(`${verified.rows} photos and reports, ${megabytes(verified.bytes)}`),
    checkAgainMs: 0,
  })
  step.end(`${rows} photos and reports, ${megabytes(bytes)}, ${problems.length} problems`)
  if (problems.length === 0) return []
  const inSource = (await verify(from, stores.from.store, { checkAgainMs: 0 })).problems.map(textOf)
  const onlyInTarget = problems.filter((problem) => !inSource.includes(textOf(problem)))
  const [first] = onlyInTarget
  if (!first) return problems
  // A file with the right size would not be sent again.
  const wrong = onlyInTarget.filter(({ kind }) => kind === 'wrong-hash')
  await stores.to.store.remove(wrong.map(({ subject }) => originalOf(subject)))
  throw new Error(
    `The target has ${onlyInTarget.length} faults that the source does not have, such as ${textOf(first)}.`,
  )
}

function textOf({ kind, subject }: Problem): string {
  return `${kind} ${subject}`
}
