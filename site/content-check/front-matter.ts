import { CORE_SCHEMA, load, YAMLException } from 'js-yaml'
import type { Fault } from './fault.ts'

/** What is wrong with YAML, by the reason that its parser gives. */
const REASONS: [RegExp, string][] = [
  [/duplicated mapping key/, 'this field stands here for the second time; remove one of the two'],
  [/\btab/, 'a tab stands here; write spaces instead'],
]
const UNREADABLE =
  'this field cannot be read; write "name: text", with the text in quotation marks if it has a colon'

/**
 * Reads the fields of a text as the site does, and finds what YAML silently reads in another way than it is written.
 *
 * @param yaml the lines between the two lines of `---`; the first one is line 2 of the file
 * @returns no fields if they cannot be read
 */
export function readFrontMatter(file: string, yaml: string): { fields: unknown; faults: Fault[] } {
  try {
    const fields = load(yaml) ?? {}
    // A scalar of this schema is the text as it is written, also if it looks like a date.
    const written = load(yaml, { schema: CORE_SCHEMA })
    return { fields, faults: [...cutTexts(file, yaml, fields), ...impossibleDates(file, fields, written)] }
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    // Some errors are about the whole text, for example that it has two parts.
    const line = (error.mark as typeof error.mark | undefined)?.line ?? 0
    const isTab = yaml.split('\n')[line]?.includes('\t')
    const reason = isTab ? 'tab' : error.reason
    const problem = REASONS.find(([pattern]) => pattern.test(reason))?.[1] ?? UNREADABLE
    return { fields: undefined, faults: [{ file, place: `line ${line + 2}`, problem }] }
  }
}

/** A sign that nobody writes, and that begins no comment. */
const SIGN = '\uE000'

/** Texts whose end YAML takes for a comment: with another sign instead of the # of a line, the fields are others. */
function cutTexts(file: string, yaml: string, fields: unknown): Fault[] {
  const read = JSON.stringify(fields)
  const lines = yaml.split('\n')
  return lines.flatMap((line, index) => {
    if (!/\s#/.test(line)) return []
    const signed = lines.with(index, line.replaceAll(/(?<=\s)#/g, SIGN)).join('\n')
    const inFull = JSON.stringify(loadIfPossible(signed))?.replaceAll(SIGN, '#')
    if (inFull === undefined || inFull === read) return []
    const problem = 'everything after # is left out; put the text in quotation marks'
    return [{ file, place: `line ${index + 2}`, problem }]
  })
}

function loadIfPossible(yaml: string): unknown {
  try {
    return load(yaml)
  } catch {
    return undefined // What follows the # is no part of a text, as after a quotation mark.
  }
}

/** Dates that the calendar does not have: YAML makes 3 March of 31 February. */
function impossibleDates(file: string, fields: unknown, written: unknown): Fault[] {
  return Object.entries(fields ?? {}).flatMap(([name, value]) => {
    if (!(value instanceof Date)) return []
    const text = String((written as Record<string, unknown>)[name])
    if (value.toISOString().startsWith(text) && text.length === 10) return []
    return [
      { file, place: name, problem: `"${text}" is no day of the calendar; write a date, as in 2026-11-01` },
    ]
  })
}
