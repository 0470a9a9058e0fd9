import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import * as z from 'zod'
import { Time } from '#domain/fields.ts'
import { wholeNumber } from '#domain/origin.ts'
import { listEntriesAfter } from '#server/core/audit/audit-stream.ts'
import { readConfig } from '#server/infrastructure/config.ts'
import { openForVerification } from '#server/infrastructure/database/opening/verified-database.ts'
import type { CommandCall } from './command-call.ts'

/** How long `--follow` waits before it looks for new entries, in milliseconds. */
const PAUSE_MS = 2000

const USAGE = `npm run audit -- [--since TIME] [--after ID] [--follow]
Prints the audit log as JSON lines, oldest first: entries since a time such as 2026-11-01T00:00:00Z, or after an id.
With --follow it waits for new entries, until it is stopped.`

const Options = z.strictObject({
  since: Time.optional(),
  after: wholeNumber(0, Number.MAX_SAFE_INTEGER).default(0),
  follow: z.boolean().default(false),
})

/**
 * `npm run audit`: prints the audit log, while the server runs or not.
 *
 * @param ended ends the command after the current entry
 * @param pauseMs between two looks for new entries
 */
export async function streamAudit(
  { args, env, print }: Pick<CommandCall, 'args' | 'env' | 'print'>,
  ended: AbortSignal,
  pauseMs = PAUSE_MS,
): Promise<number> {
  const { since, after, follow } = readOptions(args)
  const config = readConfig(env)
  let last = after
  do {
    // Opened for each look, so that a server can stop, restore or erase meanwhile.
    const database = await openForVerification(config)
    try {
      for await (const entry of listEntriesAfter(database.read, last, since)) {
        print(`${JSON.stringify(entry)}\n`)
        last = entry.id
        if (ended.aborted) return 0
      }
    } finally {
      await database.close()
    }
    if (follow) await pause(pauseMs, undefined, { signal: ended }).catch(() => {})
  } while (follow && !ended.aborted)
  return 0
}

function readOptions(args: string[]): z.output<typeof Options> {
  try {
    const text = { type: 'string' } as const
    const options = { since: text, after: text, follow: { type: 'boolean' } } as const
    return Options.parse(parseArgs({ args, options }).values)
  } catch (error) {
    throw new Error(USAGE, { cause: error })
  }
}
