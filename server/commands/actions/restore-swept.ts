import { parseArgs } from 'node:util'
import pino from 'pino'
import * as z from 'zod'
import { readConfig } from '#server/infrastructure/config.ts'
import { Incoming } from '#server/infrastructure/store/incoming.ts'
import { openStore, storeName } from '#server/infrastructure/store/opening/open-store.ts'
import type { CommandCall } from './command-call.ts'

const USAGE = `npm run restore-swept
npm run restore-swept -- --since 2026-11-20
Moves the files that the sweep has taken (since the beginning of that day in UTC, or a time such as 2026-11-20T09:30:00Z) from the trash back to
their places. A file whose place is taken stays in the trash.`

const Since = z.union([z.iso.date(), z.iso.datetime({ offset: true })])

/** `npm run restore-swept`: moves files back from the trash. */
export async function restoreSwept({ args, env, print }: CommandCall): Promise<number> {
  const since = readSince(args)
  const config = readConfig(env)
  // Only the user and the group of the server can read the folders that it makes.
  process.umask(0o027)
  const log = pino({ level: 'silent' })
  const { trash } = await openStore(config, await Incoming.open(config.dataDir), log)
  const { restored, taken } = await trash.restore(since)
  const place = storeName(config)
  const stay = taken === 0 ? '' : ` ${taken} stay in the trash, because their places are taken.`
  print(`${restored} files are back in ${place}.${stay}\n`)
  return 0
}

function readSince(args: string[]): Date {
  try {
    const { values } = parseArgs({ args, options: { since: { type: 'string' } } })
    return new Date(values.since === undefined ? 0 : Since.parse(values.since))
  } catch {
    throw new Error(USAGE)
  }
}
