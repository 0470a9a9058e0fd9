import { parseArgs } from 'node:util'
import texts from '#content/panel/en.json' with { type: 'json' }
import type { DoctorEntry } from '#domain/installation/doctor.ts'
import { examine, examineConfiguration } from '#server/features/installation/examine.ts'
import { readConfig } from '#server/infrastructure/config.ts'
import { formatMessage } from '#server/infrastructure/format-message.ts'
import type { CommandCall } from './command-call.ts'
import { withInstallation } from './users/with-installation.ts'

/** `npm run doctor`: says what is not set or not well, and what to do. It examines the configuration also if the rest cannot be opened. */
export async function examineInstallation(call: CommandCall): Promise<number> {
  parseArgs({ args: call.args, options: {} })
  const config = readConfig(call.env)
  let failure: unknown
  const entries = await withInstallation(call, examine).catch((error) => {
    failure = error
    return examineConfiguration(config)
  })
  for (const entry of entries) call.print(linesOf(entry))
  const troubled = entries.filter(({ problems }) => problems.length > 0).length
  // The sentence about the failure follows what else is wrong.
  if (failure !== undefined) throw failure
  call.print(
    troubled === 0
      ? `\nAll ${entries.length} checks are well.\n`
      : `\n${troubled} of ${entries.length} checks need you.\n`,
  )
  return troubled === 0 ? 0 : 1
}

function linesOf({ check, problems, values }: DoctorEntry): string {
  const sentence = (name: keyof typeof texts) => formatMessage('en', texts[name], values)
  const title = sentence(`doctor.${check}`)
  if (problems.length === 0) return `well   ${title}: ${sentence(`doctor.${check}.well`)}\n`
  return problems
    .map(
      (problem) =>
        `LOOK   ${title}: ${sentence(`doctor.problem.${problem}`)}\n       ${sentence(`doctor.problem.${problem}.todo`)}\n`,
    )
    .join('')
}
