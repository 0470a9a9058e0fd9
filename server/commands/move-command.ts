import { parseArgs } from 'node:util'
import { problemLines, sentenceOf } from '#server/features/backup/wording.ts'
import { BrokenOffMoveError, move, planMove } from '#server/features/move/move.ts'
import type { MoveOutput } from '#server/features/move/move-progress.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import type { CommandCall } from './actions/command-call.ts'
import { runCommand } from './run-command.ts'

const USAGE = `npm run move -- --to-database postgres://user@host/name --to-store 's3://bucket?endpoint=…' --confirm
Copies the rows from SQLite to PostgreSQL and the files from DATA_DIR to a bucket, while no server runs, and verifies the copy.
With one option, only the rows or only the files move. The only way back is the backup that you make first.`

const BACKUP_FIRST =
  'A move cannot be undone, except by restoring a backup. Make one now, with all servers stopped (npm run backup -- FOLDER, then npm run verify), and add --confirm.'

const CONTINUE = 'The source is unchanged. Run the same command to resume the move.'

await runCommand(run, failure)

async function run(call: CommandCall): Promise<number> {
  const { args, env, print, warn } = call
  const option = { type: 'string' } as const
  const { values } = parseArgs({
    args,
    options: { 'to-database': option, 'to-store': option, confirm: { type: 'boolean' } },
  })
  const { 'to-database': database, 'to-store': store, confirm } = values
  if (!database && !store) throw new Error(USAGE)
  const plan = planMove(env, { database, store })
  if (!confirm) throw new Error(BACKUP_FIRST)
  call.ifInterrupted(CONTINUE)

  const problems = await move(plan, terminalOutput())
  print(problemLines(problems))
  if (problems.length > 0) {
    warn(`${problems.length} problems, as listed: source and target have the same damage.\n`)
  }
  const settings = [...(database ? ['DATABASE_URL'] : []), ...(store ? ['STORE_URL'] : [])].join(' and ')
  print(`The target is complete. Start the servers with the ${settings} of the target.\n`)
  return problems.length > 0 ? 1 : 0
}

/** Progress goes to a terminal only, on one line. */
function terminalOutput(): MoveOutput {
  const { isTTY } = process.stderr
  const clear = isTTY ? '\r\u001b[K' : ''
  return {
    line(text) {
      if (isTTY) process.stderr.write(clear)
      process.stdout.write(`${text}\n`)
    },
    progress(text) {
      if (isTTY) process.stderr.write(`${clear}${text}`)
    },
  }
}

function failure(error: unknown): string {
  if (error instanceof BrokenOffMoveError) return `${failure(error.cause)} ${CONTINUE}`
  if (!(error instanceof ApiError)) return sentenceOf(error)
  const cause = error.cause instanceof Error ? error.cause.message : error.code
  return `The bucket ${error.code === 'storage_full' ? 'has no space left' : 'does not answer'} (${cause}).`
}
