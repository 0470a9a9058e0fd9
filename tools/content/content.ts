/**
 * Checks the texts and pictures of `content/` and prints what an editor must change. If this machine has a database, it warns of types of
 * findings that are gone. With `--record` it records which texts the product
 * uses, after a programmer has added, renamed or removed some.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { environment } from '#server/infrastructure/config.ts'
import { checkContent } from '../../site/content-check/check-content.ts'
import { faultLine } from '../../site/content-check/fault.ts'
import { NAMED_FOLDERS } from '../../site/content-check/pair-faults.ts'
import { recordUsedTexts, usedTextsOf } from '../../site/content-check/used-texts.ts'
import { warnOfLostTypes } from './lost-types.ts'

const { values, positionals } = parseArgs({
  options: { record: { type: 'boolean' } },
  allowPositionals: true,
})
const folder = positionals[0] ?? join(import.meta.dirname, '../../content')
if (values.record) recordUsedTexts(usedTextsOf(folder, NAMED_FOLDERS))
const start = performance.now()
const faults = await checkContent(folder)
for (const fault of faults) console.error(faultLine(fault))
for (const warning of await warnOfLostTypes(folder, environment())) console.warn(`Warning: ${warning}`)
const seconds = ((performance.now() - start) / 1000).toFixed(1)
console.log(
  faults.length === 0
    ? `content/ has no faults (${seconds} s).`
    : `content/ has faults: ${faults.length} (${seconds} s).`,
)
process.exitCode = faults.length === 0 ? 0 : 1
