import { parseArgs } from 'node:util'
import pino from 'pino'
import * as z from 'zod'
import { environment, readConfig } from '#server/infrastructure/config.ts'
import { Incoming } from '#server/infrastructure/store/incoming.ts'
import { openStore, storeName } from '#server/infrastructure/store/opening/open-store.ts'
import { runCommand } from './run-command.ts'

const USAGE = `npm run restore-swept
npm run restore-swept -- --since 2026-11-20
Moves the files that the sweep has taken (since the beginning of that day in UTC, or a time such as 2026-11-20T09:30:00Z) from the trash back to
their places. A file whose place is taken stays in the trash.`

const Since = z.union([z.iso.date(), z.iso.datetime({ offset: true })])

await runCommand(async () => {
  process.stdout.write(`${await restore()}\n`)
  process.exit()
})

async function restore(): Promise<string> {
  const since = readSince()
  const config = readConfig(environment())
  // Only the user and the group of the server can read the folders that it makes.
  process.umask(0o027)
  const log = pino({ level: 'silent' })
  const { trash } = await openStore(config, await Incoming.open(config.dataDir), log)
  const { restored, taken } = await trash.restore(since)
  const place = storeName(config)
  if (taken === 0) return `${restored} files are back in ${place}.`
  return `${restored} files are back in ${place}. ${taken} stay in the trash, because their places are taken.`
}

function readSince(): Date {
  try {
    const { values } = parseArgs({ options: { since: { type: 'string' } } })
    return new Date(values.since === undefined ? 0 : Since.parse(values.since))
  } catch {
    throw new Error(USAGE)
  }
}
