import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '../languages.ts'
import { ContentFolder } from './content-files.ts'
import type { Fault } from './fault.ts'
import { readJson } from './json-file.ts'
import { sayValues, type Twin, type ValuesOf } from './twin-faults.ts'

/**
 * The texts that the product uses, by folder and name, with the values that the product fills in. A text that both languages lack, or a
 * value that both have renamed, is found with it: the languages agree, but the product would show nothing or fail. A value is a text; one
 * that is a number or a date says so, as in `n, number`. `n, plural` is a number that only chooses the words and is not shown.
 */
export type UsedTexts = Record<string, Record<string, string[]>>

/** What a value must be, except a text. */
export type ValueKind = 'number' | 'date'

/** How the texts of a folder are read. */
export interface Reading {
  valuesOf: ValuesOf
  /** The values of a text that must be numbers or dates, by name, and whether the text shows them. */
  kindsOf: (text: string) => Map<string, { kind: ValueKind; isShown: boolean }>
}

const FILE = join(import.meta.dirname, 'used-texts.json')

export function readUsedTexts(): UsedTexts {
  return JSON.parse(readFileSync(FILE, 'utf8'))
}

/** Records the texts of `content/`, after a programmer has added or removed some. */
export function recordUsedTexts(texts: UsedTexts): void {
  const json = JSON.stringify(texts, undefined, 2)
  // A text and its values are one line, as the formatter writes them.
  const lines = json.replace(
    /\[\s+([^\]]*?)\s+\]/g,
    (_, items: string) => `[${items.replace(/,\s+/g, ', ')}]`,
  )
  writeFileSync(FILE, `${lines}\n`)
}

/** The names and values of the texts as they are now. A value is a number if it must be one in one of the languages. */
export function usedTextsOf(path: string, folders: ({ folder: string } & Reading)[]): UsedTexts {
  const content = new ContentFolder(path)
  return Object.fromEntries(
    folders.map(({ folder, valuesOf, kindsOf }) => {
      const [own, other] = languages.map((language) => {
        const file = `${folder}/${language}.json`
        return new Map(namedTexts(readJson(file, content.readText(file).text).value))
      })
      const recorded = [...(own ?? [])].map(([name, text]) => {
        const kinds = [text, other?.get(name) ?? ''].map(kindsOf)
        const values = valuesOf(text) ?? []
        return [name, values.map((value) => withKind(value, kinds))]
      })
      return [folder, Object.fromEntries(recorded)]
    }),
  )
}

function withKind(value: string, languages: ReturnType<Reading['kindsOf']>[]): string {
  const uses = languages.flatMap((kinds) => kinds.get(value) ?? [])
  const [first] = uses
  if (!first) return value
  return `${value}, ${uses.some(({ isShown }) => isShown) ? first.kind : 'plural'}`
}

/** Texts that the product uses and both languages lack, and texts with other values than the product fills in. */
export function usedTextFaults(
  used: Record<string, string[]>,
  twins: [Twin, Twin],
  { valuesOf, kindsOf }: Reading,
): Fault[] {
  const [one, other] = twins.map(({ file, value }) => ({ file, texts: new Map(namedTexts(value)) }))
  return Object.entries(used).flatMap(([place, recorded]) => {
    if (!one?.texts.has(place) && !other?.texts.has(place)) {
      const problem = 'the product uses this text, but both languages lack it; bring it back in both'
      return [{ file: one?.file ?? '', place, problem }]
    }
    const values = recorded.map((each) => each.replace(KIND, ''))
    return [one, other].flatMap((twin): Fault[] => {
      const text = twin?.texts.get(place)
      const own = text === undefined ? undefined : valuesOf(text)
      if (!twin || text === undefined || !own) return []
      const problem =
        own.join() === values.join()
          ? kindProblem(recorded, kindsOf(text))
          : `the values in braces are ${sayValues(own)}, but the product fills in ${sayValues(values)}; use these`
      return problem ? [{ file: twin.file, place, problem }] : []
    })
  })
}

const KIND = /, (number|date|plural)$/

/** What is wrong with the numbers and dates of a text: a text in their place, or a number that it does not show. */
function kindProblem(recorded: string[], kinds: ReturnType<Reading['kindsOf']>): string | undefined {
  for (const each of recorded) {
    const name = each.replace(KIND, '')
    const [, filled = 'text'] = KIND.exec(each) ?? []
    const use = kinds.get(name)
    if (!use) continue
    const needed = filled === 'plural' ? 'number' : filled
    if (use.kind !== needed)
      return `{${name}} would have to be a ${use.kind} here, but the product fills in a ${needed}; write {${name}}`
    if (filled === 'number' && !use.isShown)
      return `the number {${name}} is not shown; write # where it belongs, in "other" too`
  }
  return undefined
}

/** All texts of a file with their names, as in `contact.subject`. */
function namedTexts(value: unknown, above = ''): [name: string, text: string][] {
  if (typeof value === 'string') return [[above, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    namedTexts(inner, above ? `${above}.${name}` : name),
  )
}
