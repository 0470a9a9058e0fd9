import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import * as z from 'zod'
import { Time } from '#domain/fields.ts'
import { wholeNumber } from '#domain/origin.ts'
import { readConfig } from '#server/infrastructure/config.ts'
import { openForVerification } from '#server/infrastructure/database/opening/verified-database.ts'
import type { CommandCall } from './command-call.ts'

const USAGE = `npm run audit -- [--since TIME] [--after ID] [--follow]
Prints the audit log as JSON lines, oldest first: entries since a time such as 2026-11-01T00:00:00Z, or after an id.
With --follow it waits for new entries, until it is stopped.`

const ENTRIES_AT_ONCE = 500

const Options = z.strictObject({
  since: Time.default('1970-01-01T00:00:00Z'),
  after: wholeNumber(0, Number.MAX_SAFE_INTEGER).default(0),
  follow: z.boolean().default(false),
})

/** `npm run audit`: prints the audit log, while the server runs or not. @param pauseMs between two looks for new entries */
export async function streamAudit(
  { args, env, print }: Pick<CommandCall, 'args' | 'env' | 'print'>,
  ended: AbortSignal,
  pauseMs = 2000,
): Promise<number> {
  const { since, after, follow } = readOptions(args)
  const config = readConfig(env)
  const from = new Date(since).toISOString()
  let last = after
  while (!ended.aborted) {
    // Opened for each look, so that a server can stop or erase meanwhile. Commits are in order, so no later entry has a smaller id.
    const database = await openForVerification(config)
    const query = database.read.selectFrom('audit').selectAll().where('id', '>', last).where('at', '>=', from)
    const rows = await query
      .orderBy('id')
      .limit(ENTRIES_AT_ONCE)
      .execute()
      .finally(() => database.close())
    for (const { changed, moved, reassigned, ...row } of rows) {
      const parsed = { changed: JSON.parse(changed), moved: parse(moved), reassigned: parse(reassigned) }
      print(`${JSON.stringify({ ...row, ...parsed })}\n`)
      last = row.id
    }
    if (rows.length < ENTRIES_AT_ONCE && !follow) return 0
    // Also after a full page, so that the process notices a signal.
    await pause(rows.length < ENTRIES_AT_ONCE ? pauseMs : 0, undefined, { signal: ended }).catch(() => {})
  }
  return 0
}

const parse = (text: string | null): unknown => (text === null ? null : JSON.parse(text))

function readOptions(args: string[]): z.output<typeof Options> {
  try {
    const text = { type: 'string' } as const
    const options = { since: text, after: text, follow: { type: 'boolean' } } as const
    return Options.parse(parseArgs({ args, options }).values)
  } catch (error) {
    throw new Error(USAGE, { cause: error })
  }
}
