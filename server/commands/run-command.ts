import { sentenceOf } from '#server/features/backup/wording.ts'
import { environment } from '#server/infrastructure/config.ts'
import type { CommandAction, CommandCall } from './actions/command-call.ts'

/**
 * Runs an operator's command. An error becomes a sentence on standard error and exit code 1.
 *
 * @param sentence formats an error
 */
export async function runCommand(action: CommandAction, sentence = sentenceOf): Promise<void> {
  try {
    process.exitCode = await action(callOfProcess())
  } catch (error) {
    process.stderr.write(`${sentence(error)}\n`)
    process.exit(1)
  }
}

function callOfProcess(): CommandCall {
  return {
    args: process.argv.slice(2),
    env: environment(),
    print: (text) => void process.stdout.write(text),
    warn: (text) => void process.stderr.write(text),
    ifInterrupted(sentence) {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
        process.once(signal, () => {
          process.stderr.write(`Interrupted. ${sentence}\n`)
          process.exit(1)
        })
      }
    },
  }
}
