import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pino from 'pino'
import { backUp } from '#server/features/backup/back-up.ts'
import { amount, problemLines } from '#server/features/backup/wording.ts'
import { readConfig } from '#server/infrastructure/config.ts'
import { findStorageFailure } from '#server/infrastructure/database/storage-failure.ts'
import { LAST_BACKUP_FILE } from '#server/infrastructure/disk/data-folder.ts'
import { openStoreToRead } from '#server/infrastructure/store/opening/open-store.ts'
import type { CommandCall } from './command-call.ts'

const USAGE =
  'npm run backup -- FOLDER\nBacks up DATA_DIR into a new or empty folder; the server may be running.'
const NOT_SQLITE =
  'DATABASE_URL is set, but this command backs up SQLite only. For PostgreSQL with pg_dump see docs/operations.md.'

const IN_BUCKET =
  'STORE_URL is set: the files are in a bucket, which this command cannot back up. See docs/operations.md for the bucket and the database.'

/** `npm run backup`: backs up the data folder. */
export async function saveInstallation(call: CommandCall): Promise<number> {
  const { args, env, print, warn } = call
  const { positionals } = parseArgs({ args, allowPositionals: true, options: {} })
  if (positionals.length !== 1 || !positionals[0]) throw new Error(USAGE)
  const folder = resolve(positionals[0])
  const config = readConfig(env)
  const { dataDir, databaseUrl, bucket } = config
  if (databaseUrl !== undefined) throw new Error(NOT_SQLITE)
  if (bucket) throw new Error(IN_BUCKET)
  const store = await openStoreToRead(config, pino({ level: 'silent' }))
  const brokenOff = `The backup in ${folder} is incomplete: it has no kanat.db. Remove it.`
  // As in the data folder, only the server's user and group can read the files.
  process.umask(0o027)
  call.ifInterrupted(brokenOff)

  const start = performance.now()
  const saved = await backUp(dataDir, folder, store).catch(async (error) => {
    throw (await findStorageFailure(error, folder)) === 'storage_full'
      ? new Error(`The disk is full (${error.message}). ${brokenOff}`)
      : error
  })
  const { rows, files, bytes, leftOut, problems } = saved
  print(
    `${problemLines(problems)}Saved ${dataDir} in ${folder}: ${rows} photos and reports, ${files} files, ${amount(bytes, start)}.\n`,
  )
  if (leftOut > 0) print(`${leftOut} were deleted meanwhile and are omitted.\n`)
  if (problems.length === 0) {
    // Its time says how old the newest backup is. The backup is complete also if the folder is read-only.
    await writeFile(join(dataDir, LAST_BACKUP_FILE), `${folder}\n`, { mode: 0o640 }).catch((error: Error) =>
      warn(`npm run doctor will not know of this backup: ${error.message}.\n`),
    )
    return 0
  }
  warn(`${problems.length} problems, as listed: ${dataDir} is damaged. The rest is saved.\n`)
  return 1
}
