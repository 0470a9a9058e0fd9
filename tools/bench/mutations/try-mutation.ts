import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import ts from 'typescript'
import type { Mutation } from './choose-mutations.ts'
import type { Coverage, Test } from './coverage.ts'
import { runTests } from './run-tests.ts'
import { writeSource } from './tree.ts'

/** What became of a changed copy. */
export interface Trial {
  mutation: Mutation
  /** What noticed the change: a test, or the time. */
  caughtBy?: string
  /** The number of test files that ran and that reach the code. */
  ran: number
  related: number
  seconds: number
}

/** The time of the test files that run for one change and one database, in milliseconds, if they catch nothing. */
const BUDGET_MS = 60_000
/** A change that makes the tests so much slower is caught. */
const SLOWER = 4
const START_MS = 60_000

/** Reads the code of the whole server, and finds promises without `await`. */
const PROMISES: Test = { database: 'sqlite', file: 'tests/promises/promises.slow.test.ts', ms: 20_000 }

/** Makes the change in a copy of the project, runs the tests that reach it, and takes the change back. */
export async function tryMutation(
  folder: string,
  mutation: Mutation,
  coverage: Coverage,
  more: readonly Test[] = [],
): Promise<Trial> {
  const { path, start, end, replacement } = mutation
  const text = readFileSync(join(folder, path), 'utf8')
  const changed = text.slice(0, start) + replacement + text.slice(end)
  if (!isValid(changed)) throw new Error(`${mutation.id} does not parse: ${path}:${mutation.line}`)
  const began = Date.now()
  const related = [
    ...coverage.testsOf(path, start),
    ...more,
    ...(mutation.kind === 'await' ? [PROMISES] : []),
  ]
  let ran = 0
  let caughtBy: string | undefined
  writeSource(folder, path, changed)
  try {
    for (const database of ['sqlite', 'postgres'] as const) {
      const tests = withinBudget(
        ordered(related, mutation, folder).filter((test) => test.database === database),
      )
      if (caughtBy !== undefined || tests.length === 0) continue
      ran += tests.length
      caughtBy = await failureOf(folder, database, tests)
    }
  } finally {
    writeSource(folder, path, text)
  }
  const seconds = Math.round((Date.now() - began) / 1000)
  return { mutation, ...(caughtBy !== undefined && { caughtBy }), ran, related: related.length, seconds }
}

/** @returns what failed; undefined if every test passed */
async function failureOf(
  folder: string,
  database: Test['database'],
  tests: readonly Test[],
): Promise<string | undefined> {
  const limit = START_MS + SLOWER * timeOf(tests)
  const files = tests.map(({ file }) => file)
  const { results, succeeded, timedOut, output } = await runTests({
    folder,
    database,
    files,
    bail: true,
    limit,
  })
  const failed = results.find((result) => result.failed !== undefined)
  if (failed) return `${failed.file}: ${failed.failed}`
  if (timedOut) return 'time'
  return succeeded
    ? undefined
    : `an error outside of a test: ${/Error: .*/.exec(output)?.[0] ?? output.slice(-300)}`
}

/** First the tests whose text or name has to do with the code, then the fastest. */
function ordered(tests: readonly Test[], mutation: Mutation, folder: string): Test[] {
  const ranked = tests.map((test) => ({ test, rank: rankOf(test, mutation, folder) }))
  return ranked
    .sort((one, other) => other.rank - one.rank || one.test.ms - other.test.ms)
    .map(({ test }) => test)
}

/** How many of the words of the changed file and function a test has in its name or its text. */
function rankOf({ file }: Test, { path, functionText }: Mutation, folder: string): number {
  const words = [...basename(path, '.ts').split('-'), ...path.split('/').slice(1, -1)]
  const shared = words.filter(
    (word) => word.length > 3 && basename(file).includes(word.replace(/s$/, '')),
  ).length
  const name = functionText.match(/^(?:export |async |function |const |static |#)*(\w{5,})/)?.[1]
  const isNamed = name !== undefined && readFileSync(join(folder, file), 'utf8').includes(name)
  return isNamed ? shared + 1 : shared
}

/** The first tests of the list that fit into the budget, and always the one about promises. */
function withinBudget(tests: readonly Test[]): Test[] {
  let ms = 0
  return tests.filter((test, index) => {
    if (index > 0 && ms + test.ms > BUDGET_MS && test !== PROMISES) return false
    ms += test.ms
    return true
  })
}

function timeOf(tests: readonly Test[]): number {
  return tests.reduce((sum, { ms }) => sum + ms, 0)
}

function isValid(text: string): boolean {
  const file = ts.createSourceFile('changed.ts', text, ts.ScriptTarget.Latest)
  return (file as unknown as { parseDiagnostics: unknown[] }).parseDiagnostics.length === 0
}
