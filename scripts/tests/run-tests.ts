/** Runs every check and test of the project, and prints where the time goes and what failed. The last line of the output is `N passed, N failed`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { faultsChanged, recordFaults } from './faults-changed.ts'
import {
  type Failure,
  journeyFailures,
  journeyTimes,
  type PartTime,
  printFailures,
  printParts,
  printSlowest,
  type Suite,
  type VitestFile,
  vitestFailures,
  vitestTimes,
} from './test-summary.ts'

const ROOT = join(import.meta.dirname, '..')
const RESULTS = join(ROOT, '.build', 'results')
const SEE_ABOVE = 'Its own lines above say why.'
const total = { passed: 0, failed: 0, skipped: 0 }
const parts: PartTime[] = []
const failures: Failure[] = []
const triesEveryFault = faultsChanged()

rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS, { recursive: true })

count('build', await run('build', 'node', ['scripts/build-if-changed.ts']))
// Vitest often waits, for timers and for servers that start, and leaves a core to the checks.
const [succeeded, vitest] = await Promise.all([
  run('check', 'npm', ['run', '--silent', 'check']),
  runVitest(),
])
count('check', succeeded)
const journeys = await runPlaywright()

printSlowest('vitest', vitestTimes(vitest, ROOT))
printSlowest('journeys', journeyTimes(journeys))
printParts(parts, performance.now() / 1000)
printFailures([...failures, ...vitestFailures(vitest, ROOT), ...journeyFailures(journeys)])
if (triesEveryFault && total.failed === 0) recordFaults()
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`)
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1)

/** @returns true if the command succeeded */
async function run(
  part: string,
  command: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<boolean> {
  console.log(`\n> ${command} ${args.join(' ')}`)
  const begin = performance.now()
  const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } })
  const [code] = await once(child, 'exit')
  parts.push({ part, seconds: (performance.now() - begin) / 1000 })
  return code === 0
}

function count(name: string, succeeded: boolean): void {
  total[succeeded ? 'passed' : 'failed'] += 1
  if (!succeeded) failures.push({ name, message: SEE_ABOVE })
}

async function runVitest(): Promise<VitestFile[]> {
  const file = join(RESULTS, 'vitest.json')
  if (triesEveryFault) console.log('What the faults test has changed, so each of them is tried.')
  const succeeded = await run(
    'vitest',
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    triesEveryFault ? { TEST_EVERY_CALL: '1' } : {},
  )
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = readResults<VitestResults>(file, {
    numPassedTests: 0,
    numFailedTests: 0,
    numPendingTests: 0,
    testResults: [],
  })
  add('vitest', numPassedTests, numFailedTests, numPendingTests, succeeded)
  return testResults
}

async function runPlaywright(): Promise<Suite[]> {
  const file = join(RESULTS, 'playwright.json')
  const succeeded = await run('journeys', 'playwright', ['test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  })
  const { stats, suites } = readResults<PlaywrightResults>(file, {
    stats: { expected: 0, unexpected: 0, skipped: 0 },
    suites: [],
  })
  add('journeys', stats.expected, stats.unexpected, stats.skipped, succeeded)
  return suites
}

/** A run that fails without a failed test (a file does not load, a server does not start) counts as one failed test. */
function add(part: string, passed: number, failed: number, skipped: number, succeeded: boolean): void {
  if (!succeeded && failed === 0) failures.push({ name: part, message: SEE_ABOVE })
  total.passed += passed
  total.failed += succeeded ? failed : Math.max(failed, 1)
  total.skipped += skipped
}

interface VitestResults {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: VitestFile[]
}

interface PlaywrightResults {
  stats: { expected: number; unexpected: number; skipped: number }
  suites: Suite[]
}

/** Returns `fallback` if the run ended before it wrote its results. Then the exit code counts it as failed. */
function readResults<T>(file: string, fallback: T): T {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : fallback
}
