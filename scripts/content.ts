/** Checks the texts and pictures of `content/` and prints what an editor must change. */
import { join } from 'node:path'
import { checkContent } from '../site/content-check/check-content.ts'
import { faultLine } from '../site/content-check/fault.ts'

const start = performance.now()
const faults = checkContent(process.argv[2] ?? join(import.meta.dirname, '../content'))
for (const fault of faults) console.error(faultLine(fault))
const seconds = ((performance.now() - start) / 1000).toFixed(1)
console.log(
  faults.length === 0
    ? `content/ has no faults (${seconds} s).`
    : `content/ has faults: ${faults.length} (${seconds} s).`,
)
process.exitCode = faults.length === 0 ? 0 : 1
