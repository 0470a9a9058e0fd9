import { parseArgs } from 'node:util'
import pino from 'pino'
import {
  findUnknown,
  isSuspicious,
  sweepConfirmed,
  tooManySentence,
} from '#server/features/stored-files/sweep.ts'
import { environment, readConfig } from '#server/infrastructure/config.ts'
import { openForVerification } from '#server/infrastructure/database/opening/verified-database.ts'
import { openServices } from '#server/start/services.ts'
import { runCommand } from './run-command.ts'

const USAGE = `npm run sweep
Says whether the files belong to the database, and how many files have no row. It changes nothing.
npm run sweep -- --confirm
Declares that they belong together, and moves all files without a row that are older than a day to the trash.`

await runCommand(run)

async function run(): Promise<void> {
  const { values } = readArguments()
  const config = readConfig(environment())
  // A missing database must not be made here.
  await (await openForVerification(config)).close()
  const services = await openServices(config, pino({ level: 'silent' }))
  try {
    if (values.confirm) {
      const moved = await sweepConfirmed(services)
      process.stdout.write(
        `${moved} files are in the trash for 30 days. npm run restore-swept brings them back.\n`,
      )
      return
    }
    const mismatch = await services.installation.check()
    if (mismatch) process.stdout.write(`${mismatch.message}\n`)
    const unknown = await findUnknown(services)
    const isRefused = await isSuspicious(services, unknown)
    if (mismatch || !isRefused)
      process.stdout.write(`${unknown.count} of ${unknown.all} files have no row.\n`)
    else process.stdout.write(`${tooManySentence(unknown)}\n`)
    process.exitCode = mismatch || isRefused ? 1 : 0
  } finally {
    await services.db.close()
  }
}

function readArguments() {
  try {
    return parseArgs({ options: { confirm: { type: 'boolean' } } })
  } catch {
    throw new Error(USAGE)
  }
}
