import { parseArgs } from 'node:util'
import { problemLines, sentenceOf } from '#server/features/backup/wording.ts'
import { BrokenOffMoveError, move } from '#server/features/move/move.ts'
import { describeTarget, planMove } from '#server/features/move/move-plan.ts'
import type { MoveOutput } from '#server/features/move/move-progress.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import type { CommandCall } from './actions/command-call.ts'
import { runCommand } from './run-command.ts'

const USAGE = `npm run move -- --to-database postgres://user@host/name --to-store 's3://bucket?endpoint=…'
npm run move -- --to FOLDER
Copies the installation that DATA_DIR, DATABASE_URL and STORE_URL name, while no server runs, and verifies the copy.
--to-database moves the rows, --to-store the files; each may also be a FOLDER, that is, a DATA_DIR. --to FOLDER moves both.`

const CONTINUE = 'The source is unchanged. The same command continues the move.'

await runCommand(run, failure)

async function run(call: CommandCall): Promise<number> {
  const { args, env, print, warn } = call
  const option = { type: 'string' } as const
  const { values } = parseArgs({ args, options: { to: option, 'to-database': option, 'to-store': option } })
  const database = values['to-database'] ?? values.to
  const store = values['to-store'] ?? values.to
  if (!database && !store) throw new Error(USAGE)
  if (values.to?.includes('://')) throw new Error(USAGE)
  const plan = planMove(env, { database, store })
  // Only the user and the group of the server can read the files that the move writes.
  process.umask(0o027)
  call.ifInterrupted(CONTINUE)

  const problems = await move(plan, terminalOutput())
  print(problemLines(problems))
  if (problems.length > 0) {
    warn(`${problems.length} problems, as listed: the source has this damage, and so has the target.\n`)
  }
  print(`The target is complete. Start the servers with ${describeTarget(plan.to)}.\n`)
  return problems.length > 0 ? 1 : 0
}

/** Progress goes to a terminal only, and each one replaces the one before. */
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
