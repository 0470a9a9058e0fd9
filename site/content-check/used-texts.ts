import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '../languages.ts'
import { ContentFolder } from './content-files.ts'
import type { Fault } from './fault.ts'
import { readJson } from './json-file.ts'
import { sayValues, type Twin, type ValuesOf } from './twin-faults.ts'

/**
 * The texts that the product uses, by folder and name, with the values that the product fills in. A text that both languages lack, or a
 * value that both have renamed, is found with it: the languages agree, but the product would show nothing or fail.
 */
export type UsedTexts = Record<string, Record<string, string[]>>

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

/** The names and values of the texts as they are now, in Turkish. */
export function usedTextsOf(path: string, folders: { folder: string; valuesOf: ValuesOf }[]): UsedTexts {
  const content = new ContentFolder(path)
  return Object.fromEntries(
    folders.map(({ folder, valuesOf }) => {
      const file = `${folder}/${languages[0]}.json`
      const { value } = readJson(file, content.readText(file).text)
      return [
        folder,
        Object.fromEntries(namedTexts(value).map(([name, text]) => [name, valuesOf(text) ?? []])),
      ]
    }),
  )
}

/** Texts that the product uses and both languages lack, and texts with other values than the product fills in. */
export function usedTextFaults(
  used: Record<string, string[]>,
  twins: [Twin, Twin],
  valuesOf: ValuesOf,
): Fault[] {
  const [one, other] = twins.map(({ file, value }) => ({ file, texts: new Map(namedTexts(value)) }))
  return Object.entries(used).flatMap(([place, values]) => {
    if (!one?.texts.has(place) && !other?.texts.has(place)) {
      const problem = 'the product uses this text, but both languages lack it; bring it back in both'
      return [{ file: one?.file ?? '', place, problem }]
    }
    return [one, other].flatMap((twin): Fault[] => {
      const text = twin?.texts.get(place)
      const own = text === undefined ? undefined : valuesOf(text)
      if (!twin || !own || own.join() === values.join()) return []
      const problem = `the values in braces are ${sayValues(own)}, but the product fills in ${sayValues(values)}; use these`
      return [{ file: twin.file, place, problem }]
    })
  })
}

/** All texts of a file with their names, as in `contact.subject`. */
function namedTexts(value: unknown, above = ''): [name: string, text: string][] {
  if (typeof value === 'string') return [[above, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    namedTexts(inner, above ? `${above}.${name}` : name),
  )
}
