import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { countPoints, type Point } from './count-points.ts'
import { type Database, runTests } from './run-tests.ts'
import { copyTree, OWN_FOLDER, readSources, writeSource } from './tree.ts'
import type { TestResult } from './vitest.config.ts'

/** The tests of the code that is counted. Those of the pages and of the documents run no code of the server. */
const COUNTED_TESTS = ['tests/domain/', 'tests/server/', 'tests/panel/', 'tools/demo/', 'tests/promises/']
const LIMIT_MS = 3 * 60 * 60 * 1000

/** A test file with the rows in one of the databases. */
export interface Test {
  database: Database
  file: string
  ms: number
}

/**
 * Runs the tests once in a copy of the checkout and writes into `out` which of them reach which point. A process that a test starts
 * is counted, too.
 */
export async function measureCoverage(checkout: string, folder: string, out: string): Promise<void> {
  copyTree(checkout, folder)
  const counter = JSON.stringify(join(folder, OWN_FOLDER, 'count-point.mjs'))
  const header = `globalThis.__countPoint ??= process.getBuiltinModule('node:module').createRequire('/')(${counter}).countPoint; `
  let count = 0
  for (const [path, text] of readSources(folder)) {
    const { points, counted } = countPoints(text, count, header)
    count += points.length
    writeSource(folder, path, counted)
  }
  const shared = { folder, counted: true, limit: LIMIT_MS }
  const onDisk = await runTests({ ...shared, database: 'sqlite', files: COUNTED_TESTS })
  const inBucket = await runTests({ ...shared, database: 'postgres' })
  mkdirSync(out, { recursive: true })
  copyFileSync(join(folder, OWN_FOLDER, 'counted'), join(out, 'counted'))
  writeFileSync(
    join(out, 'test-results'),
    [...onDisk.results, ...inBucket.results].map((result) => `${JSON.stringify(result)}\n`).join(''),
  )
}

/** Which tests reach which code, from the files of `measureCoverage`. */
export class Coverage {
  readonly #points = new Map<string, Point[]>()
  /** The number of the first point of a file. */
  readonly #first = new Map<string, number>()
  readonly #testsOfPoint = new Map<number, Set<Test>>()
  readonly #sources: ReadonlyMap<string, string>
  /** The test files that failed while they were counted; no change is tried on them. */
  readonly failed: TestResult[]

  constructor(sources: ReadonlyMap<string, string>, out: string) {
    this.#sources = sources
    let count = 0
    for (const [path, text] of sources) {
      const { points } = countPoints(text, count, '')
      this.#points.set(path, points)
      this.#first.set(path, count)
      count += points.length
    }
    const results = linesOf(join(out, 'test-results')).map((line): TestResult => JSON.parse(line))
    this.failed = results.filter(({ failed }) => failed !== undefined)
    const tests = new Map<string, Test>()
    for (const { project, file, ms, failed } of results) {
      const database = project.startsWith('postgres') ? 'postgres' : 'sqlite'
      if (failed === undefined) tests.set(`${database}\t${file}`, { database, file, ms })
    }
    for (const line of linesOf(join(out, 'counted'))) {
      const at = line.lastIndexOf('\t')
      const test = tests.get(line.slice(0, at))
      const point = Number(line.slice(at + 1))
      const known = this.#testsOfPoint.get(point) ?? new Set()
      this.#testsOfPoint.set(point, known)
      if (test) known.add(test)
    }
  }

  /** The tests that run the code at this place, or code that uses what it defines when the module is loaded. */
  testsOf(path: string, offset: number, seen = new Set<string>()): Set<Test> {
    const at = this.#innermost(path, offset)
    const point = this.#points.get(path)?.[at]
    if (!point) return new Set()
    const own = this.#testsOfPoint.get((this.#first.get(path) ?? 0) + at) ?? new Set()
    if (point.isInFunction) return own
    const found = new Set<Test>()
    for (const name of namesOf(this.#textOf(path, point))) {
      if (seen.has(name)) continue
      seen.add(name)
      for (const use of this.#usesOf(name)) {
        for (const test of this.testsOf(use.path, use.offset, seen)) found.add(test)
      }
    }
    return found.size > 0 ? found : own
  }

  *#usesOf(name: string): Generator<{ path: string; offset: number }> {
    for (const [path, text] of this.#sources) {
      if (!text.includes(name)) continue
      for (const { index } of text.matchAll(new RegExp(`\\b${name}\\b`, 'g'))) yield { path, offset: index }
    }
  }

  #textOf(path: string, { start, end }: Point): string {
    return (this.#sources.get(path) ?? '').slice(start, end)
  }

  /** The index of the smallest point around the place; -1 if none is. */
  #innermost(path: string, offset: number): number {
    const points = this.#points.get(path) ?? []
    let found = -1
    for (const [index, { start, end }] of points.entries()) {
      const best = points[found]
      const isSmaller = !best || end - start <= best.end - best.start
      if (start <= offset && offset < end && isSmaller) found = index
    }
    return found
  }

  /** The covered and all lines and branches of each folder. */
  byFolder(folderOf: (path: string) => string): Map<string, { lines: Share; branches: Share }> {
    const folders = new Map<string, { lines: Share; branches: Share }>()
    for (const [path, points] of this.#points) {
      const folder = folders.get(folderOf(path)) ?? {
        lines: { reached: 0, all: 0 },
        branches: { reached: 0, all: 0 },
      }
      folders.set(folderOf(path), folder)
      const lines = new Map<number, boolean>()
      for (const [index, { kind, line }] of points.entries()) {
        const isReached = this.#testsOfPoint.has((this.#first.get(path) ?? 0) + index)
        if (kind === 'branch') addTo(folder.branches, isReached)
        else lines.set(line, isReached || lines.get(line) === true)
      }
      for (const isReached of lines.values()) addTo(folder.lines, isReached)
    }
    return folders
  }
}

export interface Share {
  reached: number
  all: number
}

function addTo(share: Share, isReached: boolean): void {
  share.all += 1
  if (isReached) share.reached += 1
}

/** What a statement of a module defines. */
function namesOf(statement: string): string[] {
  const declared = /^(?:export )?(?:const|let|class) (?:(\w+)|[{[]([^}\]]*)[}\]])/.exec(statement)
  return (declared?.[1] ?? declared?.[2] ?? '').match(/\w+/g) ?? []
}

function linesOf(path: string): string[] {
  return readFileSync(path, 'utf8').split('\n').filter(Boolean)
}
