/**
 * Runs the tests of the project, and prints where the time goes and what failed. The last line of the output is `N passed, N failed`.
 *
 * `gate` is `npm test`, `all` runs everything, and `changed [commit]` runs the gate and the suites whose files have changed.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import '../../tests/support/run/own-node.ts'
import { endedChildrenMs } from '../../tests/support/run/processor-time.ts'
import { changedFiles } from './changed-files.ts'
import { ALL_SUITES, GATE_PROJECTS, type Suite, suitesOf } from './suites.ts'
import {
  type Failure,
  type FileTime,
  journeyFailures,
  journeyTimes,
  type PartTime,
  type PlaywrightSuite,
  printFailures,
  printParts,
  printSlowest,
  type VitestFile,
  vitestFailures,
} from './test-summary.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const RESULTS = join(ROOT, '.build', 'results')
const PROCESSOR_TIMES = join(RESULTS, 'processor-times.jsonl')
const JOURNEYS = join(RESULTS, 'playwright.json')
const SEE_ABOVE = 'Its own lines above say why.'
const total = { passed: 0, failed: 0, skipped: 0 }
const parts: PartTime[] = []
const running = new Set<ChildProcess>()
let isStopped = false
const slowest: [kind: string, files: FileTime[]][] = []
const failures: Failure[] = []
let countedMs = endedChildrenMs()

const suites = chooseSuites(process.argv.slice(2))
if (suites.size > 0) console.log(`Beyond npm test: ${[...suites].join(', ')}`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    isStopped = true
    for (const child of running) child.kill(signal)
  })
}
rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS, { recursive: true })

const env = {
  PROCESSOR_TIMES,
  PLAYWRIGHT_JSON_OUTPUT_NAME: JOURNEYS,
  TEST_SUITE: suites.has('slow') ? 'all' : 'gate',
  TEST_EVERY_CALL: suites.has('faults') ? '1' : '0',
}
count('build', await run('build', 'node', ['tools/build/build-if-changed.ts']))
// Vitest often waits, for timers and for servers that start, and leaves a core to the checks.
const [succeeded] = await Promise.all([run('check', 'npm', ['run', '--silent', 'check']), runVitest()])
count('check', succeeded)
await runPlaywright()

for (const [kind, files] of slowest) printSlowest(kind, files)
printParts(parts, performance.now() / 1000)
printFailures(failures)
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`)
process.exit(total.failed === 0 ? 0 : 1)

function chooseSuites([which, commit, ...others]: string[]): Set<Suite> {
  if (which === 'gate' && commit === undefined) return new Set()
  if (which === 'all' && commit === undefined) return ALL_SUITES
  if (which === 'changed' && others.length === 0) return suitesOf(changedFiles(commit))
  console.error('Usage: gate, all, or changed COMMIT.')
  process.exit(2)
}

/** @returns true if the command succeeded */
async function run(part: string, command: string, args: string[]): Promise<boolean> {
  if (isStopped) process.exit(1)
  console.log(`\n> ${command} ${args.join(' ')}`)
  const begin = performance.now()
  const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } })
  running.add(child)
  const [code] = await once(child, 'exit')
  running.delete(child)
  // A child counts when it has ended. So the difference is that of this child, also while another one runs.
  const allMs = endedChildrenMs()
  const seconds = (performance.now() - begin) / 1000
  parts.push({ part, seconds, processorSeconds: (allMs - countedMs) / 1000 })
  countedMs = allMs
  return code === 0
}

function count(name: string, succeeded: boolean): void {
  total[succeeded ? 'passed' : 'failed'] += 1
  if (!succeeded) failures.push({ name, message: SEE_ABOVE })
}

async function runVitest(): Promise<void> {
  const file = join(RESULTS, 'vitest.json')
  const projects = suites.has('bucket') ? [] : GATE_PROJECTS.map((name) => `--project=${name}`)
  const succeeded = await run('vitest', 'vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...projects,
  ])
  const { numPassedTests, numPendingTests, testResults } = readResults<VitestResults>(file, {
    numPassedTests: 0,
    numPendingTests: 0,
    testResults: [],
  })
  add('vitest', numPassedTests, numPendingTests, vitestFailures(testResults, ROOT), succeeded)
  slowest.push(['vitest, by processor time', readFileTimes()])
}

async function runPlaywright(): Promise<void> {
  const chosen = suites.has('journeys') ? [] : ['--grep=@core']
  const succeeded = await run('journeys', 'playwright', ['test', '--reporter=list,json', ...chosen])
  const { stats, suites: files } = readResults<PlaywrightResults>(JOURNEYS, {
    stats: { expected: 0, skipped: 0 },
    suites: [],
  })
  add('journeys', stats.expected, stats.skipped, journeyFailures(files), succeeded)
  slowest.push(['journeys', journeyTimes(files)])
}

/** A run that fails without a failed test (a server does not start), or that runs no test, counts as one failed test. */
function add(part: string, passed: number, skipped: number, failed: Failure[], succeeded: boolean): void {
  const isSilent = failed.length === 0 && (!succeeded || passed === 0)
  const found = isSilent ? [{ name: part, message: SEE_ABOVE }] : failed
  failures.push(...found)
  total.passed += passed
  total.failed += found.length
  total.skipped += skipped
}

/** A file that runs in several projects has several lines. */
function readFileTimes(): FileTime[] {
  if (!existsSync(PROCESSOR_TIMES)) return []
  const lines = readFileSync(PROCESSOR_TIMES, 'utf8').trimEnd().split('\n')
  return lines.map((line) => {
    const { file, project, ms } = JSON.parse(line) as { file: string; project: string; ms: number }
    return { file: project ? `${file} (${project})` : file, seconds: ms / 1000 }
  })
}

interface VitestResults {
  numPassedTests: number
  numPendingTests: number
  testResults: VitestFile[]
}

interface PlaywrightResults {
  stats: { expected: number; skipped: number }
  suites: PlaywrightSuite[]
}

/** Returns `fallback` if the run ended before it wrote its results. Then the exit code counts it as failed. */
function readResults<T>(file: string, fallback: T): T {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : fallback
}
