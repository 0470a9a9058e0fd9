import { parseArgs } from 'node:util'
import pino from 'pino'
import {
  forEachStrayFile,
  removeStrayFiles,
  type StrayCount,
} from '#server/features/stored-files/stray-files.ts'
import { readConfig } from '#server/infrastructure/config.ts'
import { openForVerification } from '#server/infrastructure/database/opening/verified-database.ts'
import { openServices } from '#server/start/services.ts'
import type { CommandCall } from './command-call.ts'

const USAGE = `npm run sweep
Checks that the files belong to the database, and lists files without a row that are older than a day. Changes nothing.
npm run sweep -- --confirm
Removes these files for good. Refused while the files do not belong to the database.
npm run sweep -- --bind
Declares that the files belong to the database.`

/** `npm run sweep`: lists the files without a row, or removes them. */
export async function sweepInstallation({ args, env, print }: CommandCall): Promise<number> {
  const { values } = readArguments(args)
  const config = readConfig(env)
  // Must not create a missing database.
  await (await openForVerification(config)).close()
  const services = await openServices(config, pino({ level: 'silent' }))
  const { installation } = services
  try {
    if (values.bind) {
      await installation.bind()
      print('The files belong to the database from now on.\n')
      return 0
    }
    const mismatch = await installation.check()
    if (mismatch) {
      print(`${mismatch.message}\n`)
      return 1
    }
    if (values.confirm) {
      print(`${amountOf(await removeStrayFiles(services))} removed.\n`)
      return 0
    }
    const found: StrayCount = { files: 0, bytes: 0 }
    await forEachStrayFile(services, async ({ name, size }) => {
      print(`${name}\n`)
      found.files += 1
      found.bytes += size
    })
    print(`${amountOf(found)} without a row.\n`)
    return 0
  } finally {
    await services.db.close()
    services.store.close()
  }
}

function amountOf({ files, bytes }: StrayCount): string {
  return `${files} files (${(bytes / 1e6).toFixed(1)} MB)`
}

function readArguments(args: string[]) {
  try {
    const read = parseArgs({ args, options: { confirm: { type: 'boolean' }, bind: { type: 'boolean' } } })
    if (read.values.confirm && read.values.bind) throw new Error(USAGE)
    return read
  } catch {
    throw new Error(USAGE)
  }
}
