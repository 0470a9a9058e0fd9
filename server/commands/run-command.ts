import { sentenceOf } from '#server/features/backup/wording.ts'

/**
 * Runs a command of the operator. An error is a sentence on standard error, and the process exits with 1.
 *
 * @param sentence says an error
 */
export async function runCommand(run: () => Promise<void>, sentence = sentenceOf): Promise<void> {
  try {
    await run()
  } catch (error) {
    process.stderr.write(`${sentence(error)}\n`)
    process.exit(1)
  }
}
