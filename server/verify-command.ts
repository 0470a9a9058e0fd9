import { parseArgs } from 'node:util'
import { verify } from './backup/verify.ts'
import { amount, findingLines, sentenceOf } from './backup/wording.ts'
import { environment, readConfig } from './config.ts'
import { openLog } from './log.ts'
import { openStoreToRead } from './store/open-store.ts'

try {
  parseArgs({ options: {} })
  const config = readConfig(environment())
  const { dataDir } = config
  const start = performance.now()
  const { rows, bytes, findings } = await verify(config, await openStoreToRead(config, openLog('silent')))
  const verdict = findings.length === 0 ? 'is complete' : `is damaged, ${findings.length} findings`
  process.stdout.write(
    `${findingLines(findings)}${dataDir} ${verdict}: ${rows} photos and reports, ${amount(bytes, start)}.\n`,
  )
  process.exitCode = findings.length === 0 ? 0 : 1
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`)
  process.exit(1)
}
