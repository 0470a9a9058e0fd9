import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { backUp } from '#server/features/backup/back-up.ts'
import { openComplete } from '#server/features/backup/open-complete.ts'
import { amount, problemLines } from '#server/features/backup/wording.ts'
import { environment, readConfig } from '#server/infrastructure/config.ts'
import { findStorageFailure } from '#server/infrastructure/database/storage-failure.ts'
import { runCommand } from './run-command.ts'

const USAGE =
  'npm run backup -- FOLDER\nSaves DATA_DIR, while it is being served or not, into a new or empty folder.'
const NOT_SQLITE =
  'DATABASE_URL is set, and this command saves only SQLite. docs/operations.md says how to save PostgreSQL with pg_dump.'

const IN_BUCKET =
  'STORE_URL is set: the files are in a bucket, so this command makes no backup. docs/operations.md says how the bucket and the database are saved.'

await runCommand(run)

async function run(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true, options: {} })
  if (positionals.length !== 1 || !positionals[0]) throw new Error(USAGE)
  const folder = resolve(positionals[0])
  const config = readConfig(environment())
  const { dataDir, databaseUrl, bucket } = config
  if (databaseUrl !== undefined) throw new Error(NOT_SQLITE)
  if (bucket) throw new Error(IN_BUCKET)
  const store = await openComplete(config)
  const brokenOff = `What is in ${folder} is no backup: it has no kanat.db. Remove it.`
  // Only the user and the group of the server can read the files of the backup, as in the data folder.
  process.umask(0o027)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      process.stderr.write(`Interrupted. ${brokenOff}\n`)
      process.exit(1)
    })
  }

  const start = performance.now()
  const saved = await backUp(dataDir, folder, store).catch(async (error) => {
    throw (await findStorageFailure(error, folder)) === 'storage_full'
      ? new Error(`The disk is full (${error.message}). ${brokenOff}`)
      : error
  })
  const { rows, files, bytes, leftOut, problems } = saved
  process.stdout.write(
    `${problemLines(problems)}Saved ${dataDir} in ${folder}: ${rows} photos and reports, ${files} files, ${amount(bytes, start)}.\n`,
  )
  if (leftOut > 0) process.stdout.write(`${leftOut} were deleted meanwhile and are left out.\n`)
  if (problems.length === 0) return
  process.stderr.write(
    `${problems.length} problems, as listed: ${dataDir} is damaged. Everything else is saved.\n`,
  )
  process.exitCode = 1
}
