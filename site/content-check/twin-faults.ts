import type { Fault } from './fault.ts'
import { placeOf } from './schema-faults.ts'

type Path = (string | number)[]
/** Returns the names in braces of a text, in order; undefined if the text cannot be parsed. */
export type ValuesOf = (text: string) => string[] | undefined

/** The parsed JSON file of one language. */
export interface Twin {
  file: string
  value: unknown
}

/**
 * Differences between the files of the two languages: a missing field, list item or value in braces; and
 * empty texts. For files with a schema, the schema reports some of these faults.
 */
export function twinFaults(a: Twin, b: Twin, valuesOf: ValuesOf): Fault[] {
  return [...lacking(a, b, valuesOf), ...lacking(b, a, () => undefined)]
}

function lacking(from: Twin, to: Twin, valuesOf: ValuesOf, path: Path = []): Fault[] {
  const place = placeOf(path, undefined)
  if (typeof from.value === 'string') {
    if (from.value.trim() === '') return [{ file: from.file, place, problem: 'the text is empty; write one' }]
    return typeof to.value === 'string' ? differingValues(from, to, place, valuesOf) : []
  }
  if (typeof from.value !== 'object' || from.value === null)
    return [{ file: from.file, place, problem: 'this is no text; write it in quotation marks' }]
  const theirs = typeof to.value === 'object' && to.value !== null ? to.value : {}
  return Object.entries(from.value).flatMap(([name, value]) => {
    const inner = [...path, Array.isArray(from.value) ? Number(name) : name]
    if (!Object.hasOwn(theirs, name)) {
      const problem = `this is missing, but is in content/${from.file}; add it here or remove it there`
      return [{ file: to.file, place: placeOf(inner, undefined), problem }]
    }
    const twin = { file: to.file, value: (theirs as Record<string, unknown>)[name] }
    return lacking({ file: from.file, value }, twin, valuesOf, inner)
  })
}

function differingValues(from: Twin, to: Twin, place: string | undefined, valuesOf: ValuesOf): Fault[] {
  const [mine, theirs] = [valuesOf(String(from.value)), valuesOf(String(to.value))]
  if (!mine || !theirs || mine.join() === theirs.join()) return []
  const problem = `the values in braces are ${sayValues(theirs)}, in content/${from.file} ${sayValues(mine)}; use the same in both`
  return [{ file: to.file, place, problem }]
}

/** The values of a text for a sentence, as in `{name}, {by}`. */
export function sayValues(names: string[]): string {
  return names.map((name) => (name.startsWith('<') ? name : `{${name}}`)).join(', ') || 'none'
}

/** The names in braces of a text with simple placeholders. */
export function plainValuesOf(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))].sort()
}
