import { parseArgs } from 'node:util'
import pino from 'pino'
import {
  findUnknown,
  isSuspicious,
  sweepConfirmed,
  tooManySentence,
} from '#server/features/stored-files/sweep.ts'
import { readConfig } from '#server/infrastructure/config.ts'
import { openForVerification } from '#server/infrastructure/database/opening/verified-database.ts'
import { openServices } from '#server/start/services.ts'
import type { CommandCall } from './command-call.ts'

const USAGE = `npm run sweep
Says whether the files belong to the database, and how many files have no row. It changes nothing.
npm run sweep -- --confirm
Declares that they belong together, and moves all files without a row that are older than a day to the trash.`

/** `npm run sweep`: says whether the files belong to the database, or declares it. */
export async function sweepInstallation({ args, env, print }: CommandCall): Promise<number> {
  const { values } = readArguments(args)
  const config = readConfig(env)
  // A missing database must not be made here.
  await (await openForVerification(config)).close()
  const services = await openServices(config, pino({ level: 'silent' }))
  try {
    if (values.confirm) {
      const moved = await sweepConfirmed(services)
      print(`${moved} files are in the trash for 30 days. npm run restore-swept brings them back.\n`)
      return 0
    }
    const mismatch = await services.installation.check()
    if (mismatch) print(`${mismatch.message}\n`)
    const unknown = await findUnknown(services)
    const isRefused = await isSuspicious(services, unknown)
    if (mismatch || !isRefused) print(`${unknown.count} of ${unknown.all} files have no row.\n`)
    else print(`${tooManySentence(unknown)}\n`)
    return mismatch || isRefused ? 1 : 0
  } finally {
    await services.db.close()
  }
}

function readArguments(args: string[]) {
  try {
    return parseArgs({ args, options: { confirm: { type: 'boolean' } } })
  } catch {
    throw new Error(USAGE)
  }
}
