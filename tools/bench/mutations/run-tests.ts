import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestResult } from './vitest.config.ts'

/** Where the rows are in the tests that run. */
export type Database = 'sqlite' | 'postgres'

const PROJECTS: Record<Database, string[]> = {
  sqlite: ['--project', '!postgres*'],
  postgres: ['--project', 'postgres and bucket'],
}

interface Run {
  /** The copy of the project. */
  folder: string
  database: Database
  /** The test files in the order in which they run; all if it is missing. */
  files?: readonly string[]
  /** Ends with the first failure. */
  bail?: boolean
  /** Tells the counter which test file runs. */
  counted?: boolean
  /** The longest time, in milliseconds. */
  limit: number
}

interface Outcome {
  results: TestResult[]
  succeeded: boolean
  timedOut: boolean
  /** The end of what was printed. */
  output: string
}

/** Runs test files in a copy of the project. */
export async function runTests(run: Run): Promise<Outcome> {
  const { folder, database, files = [], bail = false, counted = false, limit } = run
  const file = join(folder, '.build', 'test-results')
  rmSync(file, { force: true })
  const child = spawn(
    join(folder, 'node_modules/.bin/vitest'),
    [
      'run',
      '--config',
      'tools/bench/mutations/vitest.config.ts',
      ...PROJECTS[database],
      ...files,
      ...(bail ? ['--bail=1'] : []),
    ],
    {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      env: {
        ...process.env,
        TEST_ORDER: files.join(),
        TEST_RESULTS: file,
        ...(counted && { TEST_COUNTED: '1' }),
        NO_COLOR: '1',
      },
    },
  )
  const endAll = () => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  }
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk).slice(-5_000)
    })
  }
  // Before the copy is removed.
  process.prependOnceListener('exit', endAll)
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    endAll()
  }, limit)
  const [code] = await once(child, 'exit')
  clearTimeout(timer)
  process.off('exit', endAll)
  return { results: readResults(file), succeeded: code === 0, timedOut, output }
}

function readResults(file: string): TestResult[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return lines.filter(Boolean).map((line) => JSON.parse(line))
}
