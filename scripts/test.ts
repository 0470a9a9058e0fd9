/**
 * Runs every check and test of the project. The last line of the output is `N passed, N failed`. A journey that fails and passes
 * at its second try counts as passed, and the line before names it.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const RESULTS = join(ROOT, '.build', 'results')
const total = { passed: 0, failed: 0, skipped: 0 }
/** The titles of the journeys that passed only at their second try. */
const flaky: string[] = []

rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS, { recursive: true })

count('build', await run('node', ['scripts/build-if-changed.ts']))
// Vitest often waits, for timers and for servers that start, and leaves a core to the checks.
const [succeeded] = await Promise.all([run('npm', ['run', '--silent', 'check']), runVitest()])
count('check', succeeded)
await runPlaywright()

if (flaky.length > 0) console.log(`${flaky.length} flaky: ${flaky.join('; ')}`)
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`)
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1)

/** @returns true if the command succeeded */
async function run(command: string, args: string[], env: Record<string, string> = {}): Promise<boolean> {
  console.log(`\n> ${command} ${args.join(' ')}`)
  const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } })
  const [code] = await once(child, 'exit')
  return code === 0
}

function count(name: string, succeeded: boolean): void {
  total[succeeded ? 'passed' : 'failed'] += 1
  if (!succeeded) console.error(`${name} failed`)
}

async function runVitest(): Promise<void> {
  const file = join(RESULTS, 'vitest.json')
  const succeeded = await run('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ])
  const { numPassedTests, numFailedTests, numPendingTests } = readResults<VitestResults>(file, {
    numPassedTests: 0,
    numFailedTests: 0,
    numPendingTests: 0,
  })
  add(numPassedTests, numFailedTests, numPendingTests, succeeded)
}

async function runPlaywright(): Promise<void> {
  const file = join(RESULTS, 'playwright.json')
  const succeeded = await run('playwright', ['test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  })
  const { stats, suites } = readResults<PlaywrightResults>(file, {
    stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 },
    suites: [],
  })
  flaky.push(...suites.flatMap(flakyTitles))
  add(stats.expected + stats.flaky, stats.unexpected, stats.skipped, succeeded)
}

/** A run that fails without a failed test (a file does not load, a server does not start) counts as one failed test. */
function add(passed: number, failed: number, skipped: number, succeeded: boolean): void {
  total.passed += passed
  total.failed += succeeded ? failed : Math.max(failed, 1)
  total.skipped += skipped
}

interface VitestResults {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
}

interface PlaywrightResults {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: Suite[]
}

/** A file of journeys, or a group in it. */
interface Suite {
  specs: { title: string; tests: { status: string }[] }[]
  suites?: Suite[]
}

function flakyTitles({ specs, suites = [] }: Suite): string[] {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
  return [...own.map(({ title }) => title), ...suites.flatMap(flakyTitles)]
}

/** Returns `fallback` if the run ended before it wrote its results. Then the exit code counts it as failed. */
function readResults<T>(file: string, fallback: T): T {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : fallback
}
