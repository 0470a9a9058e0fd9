/**
 * Shows what the tests notice. It counts which code the tests reach, then changes one operator, bound, permission or `await` of
 * `domain/` and `server/` at a time in a copy of the project, and runs the tests that reach it: `npm run mutations`. It takes about
 * an hour on a machine that does nothing else: on a busy one, tests fail because they take too long, and count as if they had noticed
 * the change. Journeys are not part of it.
 *
 * `--coverage` only counts. `--counted` uses the counts of the last run. `--again` tries what survived the last run, `--only <id>,<id>`
 * tries some of the changes.
 * `--tests <file>,<file>` also runs these tests for each. `--count`, `--seed`, `--jobs`, `--out`, `--checkout` have defaults.
 */
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chooseMutations, type Mutation } from './choose-mutations.ts'
import { Coverage, measureCoverage, type Test } from './coverage.ts'
import { printCoverage, printTrials } from './print-results.ts'
import { copyTree, readSources } from './tree.ts'
import { type Trial, tryMutation } from './try-mutation.ts'

const ROOT = join(import.meta.dirname, '../../..')
const { values } = parseArgs({
  options: {
    coverage: { type: 'boolean', default: false },
    counted: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
    only: { type: 'string' },
    tests: { type: 'string', default: '' },
    count: { type: 'string', default: '200' },
    seed: { type: 'string', default: 'kanat' },
    jobs: { type: 'string', default: '1' },
    out: { type: 'string', default: join(ROOT, '.build/mutations') },
    checkout: { type: 'string', default: ROOT },
  },
})

const TRIALS = join(values.out, 'trials')
const folders: string[] = []
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

if (!values.counted) await measureCoverage(values.checkout, makeFolder(), values.out)
const sources = readSources(values.checkout)
const coverage = new Coverage(sources, values.out)
printCoverage(coverage)
if (!values.coverage) await tryAll()

async function tryAll(): Promise<void> {
  const chosen = chooseMutations(sources, Number(values.count), values.seed)
  const former = values.again || values.only !== undefined ? readTrials() : new Map<string, Trial>()
  if (former.size === 0) rmSync(TRIALS, { force: true })
  const only = values.only?.split(',') ?? (values.again ? survivorsOf(chosen, former) : undefined)
  const waiting = chosen.filter(({ id }) => only?.includes(id) ?? true)
  const began = Date.now()
  await Promise.all(Array.from({ length: Number(values.jobs) }, () => tryWaiting(waiting)))
  const trials = readTrials()
  printTrials(
    chosen.flatMap(({ id }) => trials.get(id) ?? []),
    Math.round((Date.now() - began) / 1000),
  )
}

async function tryWaiting(waiting: Mutation[]): Promise<void> {
  const folder = makeFolder()
  copyTree(values.checkout, folder)
  for (let mutation = waiting.shift(); mutation; mutation = waiting.shift()) {
    const trial = await tryMutation(folder, mutation, coverage, namedTests())
    appendFileSync(TRIALS, `${JSON.stringify(trial)}\n`)
    const { path, line, id } = mutation
    console.log(`${id} ${path}:${line}, ${trial.seconds} s: ${trial.caughtBy ?? 'survives'}`)
  }
}

/** The last trial of each change, by its id. */
function readTrials(): Map<string, Trial> {
  const lines = existsSync(TRIALS) ? readFileSync(TRIALS, 'utf8').split('\n').filter(Boolean) : []
  const trials = lines.map((line): Trial => JSON.parse(line))
  return new Map(trials.map((trial) => [trial.mutation.id, trial]))
}

/** The ids of the changes that were not caught or not tried. */
function survivorsOf(chosen: readonly Mutation[], former: ReadonlyMap<string, Trial>): string[] {
  return chosen.map(({ id }) => id).filter((id) => former.get(id)?.caughtBy === undefined)
}

/** The tests of `--tests`, for which the time is not known. */
function namedTests(): Test[] {
  return values.tests
    .split(',')
    .filter(Boolean)
    .map((file) => ({
      database: file.startsWith('tests/postgres/') ? 'postgres' : 'sqlite',
      file,
      ms: 10_000,
    }))
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kanat-mutations-'))
  folders.push(folder)
  return folder
}
