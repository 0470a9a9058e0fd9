import { parseArgs } from 'node:util'
import { openComplete } from '#server/features/backup/open-complete.ts'
import { verify } from '#server/features/backup/verify.ts'
import { amount, problemLines } from '#server/features/backup/wording.ts'
import { refuseOtherInstallation } from '#server/features/stored-files/refuse-other-installation.ts'
import { environment, readConfig } from '#server/infrastructure/config.ts'
import { runCommand } from './run-command.ts'

await runCommand(async () => {
  parseArgs({ options: {} })
  const config = readConfig(environment())
  const { dataDir } = config
  const start = performance.now()
  const store = await openComplete(config)
  await refuseOtherInstallation(config)
  const { rows, bytes, problems } = await verify(config, store)
  store.close()
  const verdict = problems.length === 0 ? 'is complete' : `is damaged, ${problems.length} problems`
  process.stdout.write(
    `${problemLines(problems)}${dataDir} ${verdict}: ${rows} photos and reports, ${amount(bytes, start)}.\n`,
  )
  process.exitCode = problems.length === 0 ? 0 : 1
})
