import type { Coverage, Share } from './coverage.ts'
import { EQUIVALENT } from './equivalent.ts'
import { KINDS } from './find-mutations.ts'
import type { Trial } from './try-mutation.ts'

/** The folder of a file for the tables, such as `server/features/photos`. */
function folderOf(path: string): string {
  return path.split('/').slice(0, -1).slice(0, 3).join('/')
}

/** Prints which share of the lines and branches of each folder the tests reach. */
export function printCoverage(coverage: Coverage): void {
  const folders = coverage.byFolder(folderOf)
  const all = { lines: { reached: 0, all: 0 }, branches: { reached: 0, all: 0 } }
  const line = (folder: string, lines: Share, branches: Share) =>
    console.log(`${folder.padEnd(34)} ${shareOf(lines)}   ${shareOf(branches)}`)
  console.log(`${'Coverage'.padEnd(34)} ${'lines'.padEnd(23)}   branches`)
  for (const [folder, { lines, branches }] of [...folders].sort()) {
    line(folder, lines, branches)
    for (const part of ['reached', 'all'] as const) {
      all.lines[part] += lines[part]
      all.branches[part] += branches[part]
    }
  }
  line('all', all.lines, all.branches)
  for (const { project, file, failed } of coverage.failed)
    console.log(`not counted: ${project}, ${file}: ${failed}`)
}

/** Prints the share of the changes that the tests caught, by folder and kind, and each change that they did not catch. */
export function printTrials(trials: readonly Trial[], seconds: number): void {
  const isEqual = ({ mutation }: Trial) => mutation.id in EQUIVALENT
  const survivors = trials.filter(({ caughtBy }) => caughtBy === undefined)
  const counted = trials.filter((trial) => trial.caughtBy !== undefined || !isEqual(trial))
  const caught = (some: readonly Trial[]): Share => ({
    reached: some.filter(({ caughtBy }) => caughtBy !== undefined).length,
    all: some.length,
  })
  console.log(`\n${'Caught'.padEnd(34)} ${[...KINDS, 'all'].map((kind) => kind.padEnd(23)).join('  ')}`)
  const folders = [...new Set(counted.map(({ mutation }) => folderOf(mutation.path)))].sort()
  for (const folder of [...folders, 'all']) {
    const here = counted.filter(({ mutation }) => folder === 'all' || folderOf(mutation.path) === folder)
    const cells = KINDS.map((kind) => shareOf(caught(here.filter(({ mutation }) => mutation.kind === kind))))
    console.log(`${folder.padEnd(34)} ${[...cells, shareOf(caught(here))].join('  ')}`)
  }
  console.log(`\n${trials.length} changes in ${seconds} s`)
  for (const trial of survivors) console.log(isEqual(trial) ? equalLine(trial) : survivorLines(trial))
}

function survivorLines({ mutation, ran, related }: Trial): string {
  const { id, kind, path, line, original, replacement, statement } = mutation
  const tests = related === 0 ? 'no test reaches it' : `${ran} of ${related} test files ran`
  return `\nsurvived: ${id} ${kind} ${path}:${line} (${tests})\n  ${statement}\n  - ${original}\n  + ${replacement}`
}

function equalLine({ mutation: { id, path, line } }: Trial): string {
  return `\nthe same: ${id} ${path}:${line}: ${EQUIVALENT[id]}`
}

function shareOf({ reached, all }: Share): string {
  const percent = all === 0 ? '' : `${((100 * reached) / all).toFixed(1)} %`
  return `${percent.padStart(8)} ${`${reached} of ${all}`.padEnd(14)}`
}
