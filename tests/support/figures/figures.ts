import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Figure } from '../../../site/product/figures.ts'

const FILE = join(import.meta.dirname, '../../../docs/figures.json')

/** The figures of `docs/figures.json`, which the page about the product shows. */
function readFigures(): Figure[] {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Figure[]
}

/** Replaces the figure with this id. Only the run that has counted or measured a figure calls this. */
export function storeFigure(figure: Omit<Figure, 'day'>): void {
  const others = readFigures().filter(({ id }) => id !== figure.id)
  const { id, value, unit, of, by } = figure
  const day = new Date().toISOString().slice(0, 10)
  const stored = { id, value, unit, ...(of !== undefined && { of }), day, by }
  const sorted = [...others, stored].sort((one, other) => one.id.localeCompare(other.id, 'en'))
  writeFileSync(FILE, `[\n${sorted.map((each) => `  ${write(each)}`).join(',\n')}\n]\n`)
}

/** One line for each figure, as Biome formats it. */
function write(value: object): string {
  const entries = Object.entries(value).map(
    ([key, entry]) =>
      `"${key}": ${typeof entry === 'object' ? write(entry as object) : JSON.stringify(entry)}`,
  )
  return `{ ${entries.join(', ')} }`
}

interface Counted {
  id: string
  value: number
  unit: 'count' | 'keys'
  of?: number
  /** The test that counts, from the root of the repository. */
  test: string
}

/**
 * Compares what a test has counted with the figure that the page about the product shows. With `WRITE_FIGURES=1` it stores the figure.
 *
 * @returns what the page says beyond what was counted; undefined if it says no more. More keys are worse, more of anything else is better.
 */
export function findOverstatement({ test, ...counted }: Counted): string | undefined {
  if (process.env.WRITE_FIGURES === '1') storeFigure({ ...counted, by: { test } })
  const figure = readFigures().find(({ id }) => id === counted.id)
  if (!figure) return `docs/figures.json has no ${counted.id}: run this test with WRITE_FIGURES=1`
  const isMore = counted.unit === 'keys' ? figure.value < counted.value : figure.value > counted.value
  const isSame =
    figure.of === counted.of && figure.unit === counted.unit && 'test' in figure.by && figure.by.test === test
  if (!isMore && isSame) return undefined
  return `docs/figures.json says ${write(figure)}, counted: ${write(counted)}`
}
