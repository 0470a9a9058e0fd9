import type { z } from 'astro/zod'
import { siteSchema } from '../content-schemas.ts'
import { exampleWordsSchema } from '../example-words-schema.ts'
import { languages } from '../languages.ts'
import { productWordsSchema } from '../product-words-schema.ts'
import type { ContentFolder } from './content-files.ts'
import type { Fault } from './fault.ts'
import { htmlFaults } from './html-faults.ts'
import { readJson } from './json-file.ts'
import { messageFaults } from './message-faults.ts'
import { messageKindsOf, messageValuesOf } from './message-values.ts'
import { schemaFaults } from './schema-faults.ts'
import { plainValuesOf, twinFaults } from './twin-faults.ts'
import { type Reading, type UsedTexts, usedTextFaults } from './used-texts.ts'

/** A folder with one JSON file for each language. */
interface Pair {
  folder: string
  /** Files without a schema are compared with the texts that the product uses. */
  schema: z.ZodType | undefined
  /** True if the texts are ICU messages, false if they have simple placeholders such as `{name}`. */
  isMessages: boolean
}

export const PAIRS: Pair[] = [
  { folder: 'site', schema: siteSchema, isMessages: false },
  { folder: 'example', schema: exampleWordsSchema, isMessages: false },
  { folder: 'product', schema: productWordsSchema, isMessages: false },
  { folder: 'panel', schema: undefined, isMessages: true },
  { folder: 'errors', schema: undefined, isMessages: true },
  { folder: 'mail', schema: undefined, isMessages: true },
  { folder: 'archive', schema: undefined, isMessages: false },
  { folder: 'dossier', schema: undefined, isMessages: false },
  { folder: 'findings', schema: undefined, isMessages: false },
  { folder: 'turbines', schema: undefined, isMessages: false },
  { folder: 'report', schema: undefined, isMessages: true },
]

const MESSAGES: Reading = { valuesOf: messageValuesOf, kindsOf: messageKindsOf }
/** With simple placeholders, every value is shown as it is. */
const PLAIN: Reading = { valuesOf: plainValuesOf, kindsOf: () => new Map() }

/** The folders whose texts the program names, with the functions that read the values of a text. */
export const NAMED_FOLDERS = PAIRS.filter(({ schema }) => !schema).map(({ folder, isMessages }) => ({
  folder,
  ...(isMessages ? MESSAGES : PLAIN),
}))

/** Faults of both files, differences between them, and differences from the texts that the product uses. One fault for each place. */
export function pairFaults(
  folder: ContentFolder,
  { folder: name, schema, isMessages }: Pair,
  used: UsedTexts,
): Fault[] {
  const files = languages.map((language) => `${name}/${language}.json`).filter((file) => folder.has(file))
  const read = files.map((file) => {
    const { text, faults } = folder.readText(file)
    return faults.length > 0 ? { file, value: undefined, faults } : { file, ...readJson(file, text) }
  })
  const own = read.flatMap(({ file, value, faults }) => [
    ...faults,
    ...(schema && value !== undefined ? schemaFaults(file, value, schema) : []),
    ...(isMessages ? messageFaults(file, (value ?? {}) as Record<string, unknown>) : htmlFaults(file, value)),
  ])
  const [one, other] = read
  if (one?.value === undefined || other?.value === undefined) return own
  const twins: [{ file: string; value: unknown }, { file: string; value: unknown }] = [
    { file: one.file, value: one.value },
    { file: other.file, value: other.value },
  ]
  const reading = isMessages ? MESSAGES : PLAIN
  const wrong = new Set(own.map(({ file, place }) => `${file} ${place}`))
  const unlike = usedTextFaults(used[name] ?? {}, twins, reading).filter(
    ({ file, place }) => !wrong.has(`${file} ${place}`),
  )
  const places = new Set(unlike.map(({ place }) => place))
  const differing = twinFaults(...twins, reading.valuesOf).filter(
    ({ file, place }) => !places.has(place) && !wrong.has(`${file} ${place}`),
  )
  return [...own, ...unlike, ...differing]
}
