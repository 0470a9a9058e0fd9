/** Fails if the first load of the dashboard has become too large, and names what it consists of. `npm run check` runs it after a build. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { firstScripts, pageScripts } from '../../site/imported-scripts.ts'
import { readScriptParts } from '../../site/script-parts.ts'

/** Bytes as the server sends them, and files, of everything that the dashboard loads until it is idle. */
const BUDGET = { bytes: 195_000, files: 12 }
/** Of the page of a link, which has no library. */
const SHARED_PAGE_BYTES = 10_000
const PARTS_NAMED = 5

const DIST = join(import.meta.dirname, '../../dist')
const SCRIPTS = join(DIST, '_astro')

const shell = readFileSync(join(DIST, 'panel/index.html'), 'utf8')
const texts = readdirSync(SCRIPTS).filter((name) => /^(tr|en)-first\.[\w-]+\.js$/.test(name))
// A user loads the texts of one language.
const largest = texts.sort((a, b) => sentBytes(b) - sentBytes(a)).slice(0, 1)
const files = [...firstScripts(shell, SCRIPTS), ...largest]
const bytes = files.reduce((sum, name) => sum + sentBytes(name), 0)

if (texts.length !== 2)
  fail(`The texts of the first screen are ${texts.length} files, not one of each language.`)
if (bytes > BUDGET.bytes || files.length > BUDGET.files) {
  const parts = largestParts().map(([part, size]) => `  ${part} ${kilobytes(size)}`)
  fail(
    [
      `The dashboard loads ${kilobytes(bytes)} of script in ${files.length} files. Its budget is ${kilobytes(BUDGET.bytes)} and ${BUDGET.files}.`,
      `The largest parts:`,
      ...parts,
      `Load with lateScript or lazyPart what the first screen does not need (docs/decisions/panel/first-load.md).`,
    ].join('\n'),
  )
}
const shared = pageScripts(readFileSync(join(DIST, 's/index.html'), 'utf8'), SCRIPTS)
const sharedBytes = shared.reduce((sum, name) => sum + sentBytes(name), 0)
if (shared.length === 0 || sharedBytes > SHARED_PAGE_BYTES)
  fail(`The page of a link loads ${kilobytes(sharedBytes)} of script: it has loaded a part of the panel.`)
console.log(`The dashboard loads ${kilobytes(bytes)} of script in ${files.length} files.`)

/** The size of a script as the server sends it to browsers of today. */
function sentBytes(name: string): number {
  const path = join(SCRIPTS, name)
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size
}

/** Each part has that share of the bytes of its files that it has of their code. */
function largestParts(): [part: string, bytes: number][] {
  const parts = readScriptParts()
  const sizes = new Map<string, number>()
  for (const name of files) {
    const ofFile = Object.entries(parts[`_astro/${name}`] ?? {})
    const whole = ofFile.reduce((sum, [, length]) => sum + length, 0)
    for (const [part, length] of ofFile)
      sizes.set(part, (sizes.get(part) ?? 0) + (sentBytes(name) * length) / whole)
  }
  return [...sizes].sort(([, a], [, b]) => b - a).slice(0, PARTS_NAMED)
}

function kilobytes(size: number): string {
  return `${(size / 1000).toFixed(1)} kB`
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
