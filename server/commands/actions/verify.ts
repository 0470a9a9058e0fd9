import { parseArgs } from 'node:util'
import pino from 'pino'
import { verify } from '#server/features/backup/verify.ts'
import { amount, problemLines } from '#server/features/backup/wording.ts'
import { refuseOtherInstallation } from '#server/features/stored-files/refuse-other-installation.ts'
import { readConfig } from '#server/infrastructure/config.ts'
import { openStoreToRead } from '#server/infrastructure/store/opening/open-store.ts'
import type { CommandCall } from './command-call.ts'

/** `npm run verify`: checks every row and every file. */
export async function verifyInstallation({ args, env, print }: CommandCall): Promise<number> {
  parseArgs({ args, options: {} })
  const config = readConfig(env)
  const { dataDir } = config
  const start = performance.now()
  const store = await openStoreToRead(config, pino({ level: 'silent' }))
  await refuseOtherInstallation(config)
  const { rows, bytes, versions, unsigned, problems } = await verify(config, store)
  store.close()
  const verdict = problems.length === 0 ? 'is complete' : `is damaged, ${problems.length} problems`
  const older = unsigned === 0 ? '' : ` (${unsigned} older ones that the server signs later)`
  print(
    `${problemLines(problems)}${dataDir} ${verdict}: ${rows} photos and reports, ${versions} sealed versions of inspections${older}, ${amount(bytes, start)}.\n`,
  )
  return problems.length === 0 ? 0 : 1
}
