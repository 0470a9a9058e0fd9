import { posix } from 'node:path'
import { z } from 'astro/zod'
import { companySchema, showcaseSchema, siteSchema } from '../content-schemas.ts'
import { languages } from '../languages.ts'
import { ContentFolder } from './content-files.ts'
import { faqFaults } from './faq-faults.ts'
import type { Fault } from './fault.ts'
import { readJson } from './json-file.ts'
import { readMarkdown } from './markdown-file.ts'
import { messageFaults, messageValuesOf } from './message-faults.ts'
import { schemaFaults } from './schema-faults.ts'
import { noticeFaults, targetsOf, textFaults } from './text-faults.ts'
import { plainValuesOf, twinFaults } from './twin-faults.ts'

/** Folders with one JSON file for each language. Files without a schema are only compared with the other language. */
const PAIRS = [
  { folder: 'site', schema: siteSchema, isMessages: false },
  { folder: 'panel', schema: undefined, isMessages: true },
  { folder: 'errors', schema: undefined, isMessages: true },
  { folder: 'mail', schema: undefined, isMessages: false },
  { folder: 'archive', schema: undefined, isMessages: false },
]

const KNOWN_FILE =
  /^(?:company\.json|showcase\.json|findings\/(?:types|severities)\.json|partners\/.+|(?:site|panel|errors|mail|archive)\/(?:tr|en)\.json|privacy\/(?:tr|en)\.md|faq\/(?:tr|en)\/[a-z0-9-]+\.md)$/

/** All faults of the folder `content/` at `path`, sorted by file. */
export function checkContent(path: string): Fault[] {
  const folder = new ContentFolder(path)
  const privacy = languages.map((language) => `privacy/${language}.md`)
  const questions = folder.list().filter((file) => /^faq\/(?:tr|en)\/.+\.md$/.test(file))
  const texts = [...privacy, ...questions]
    .filter((file) => folder.has(file))
    .map((file) => readMarkdown(file, folder.read(file)))
  const notices = texts.filter(({ file }) => file.startsWith('privacy/'))
  const faults = [
    ...unusedFileFaults(folder),
    ...missingFaults(folder, [...privacy, 'company.json', 'showcase.json']),
    ...PAIRS.flatMap((pair) => pairFaults(folder, pair)),
    ...singleFaults(folder, 'company.json', companySchema),
    ...singleFaults(folder, 'showcase.json', showcaseSchema(pictureIn(folder)), repeatedIds),
    ...texts.flatMap((text) => textFaults(text, targetsOf(notices))),
    ...faqFaults(texts.filter(({ file }) => file.startsWith('faq/'))),
    ...noticeFaults(notices),
  ]
  return faults.sort((one, other) => one.file.localeCompare(other.file, 'en', { numeric: true }))
}

/** Files that no page reads, for example because they are in the wrong folder. */
function unusedFileFaults(folder: ContentFolder): Fault[] {
  return folder
    .list()
    .filter((file) => !KNOWN_FILE.test(file))
    .map((file) => ({
      file,
      problem:
        'nothing reads this file; move it where it belongs, name it in small letters a-z, or remove it',
    }))
}

function missingFaults(folder: ContentFolder, files: string[]): Fault[] {
  return files
    .filter((file) => !folder.has(file))
    .map((file) => ({ file, problem: 'the file is missing; bring it back' }))
}

function pairFaults(
  folder: ContentFolder,
  { folder: name, schema, isMessages }: (typeof PAIRS)[number],
): Fault[] {
  const files = languages.map((language) => `${name}/${language}.json`)
  const missing = missingFaults(folder, files)
  if (missing.length > 0) return missing
  const read = files.map((file) => ({ file, ...readJson(file, folder.read(file)) }))
  const own = read.flatMap(({ file, value, faults }) => [
    ...faults,
    ...(schema && value !== undefined ? schemaFaults(file, value, schema) : []),
    ...(isMessages ? messageFaults(file, (value ?? {}) as Record<string, unknown>) : []),
  ])
  const [one, other] = read
  if (one?.value === undefined || other?.value === undefined) return own
  const seen = new Set(own.map(({ file, place }) => `${file} ${place}`))
  const twins = twinFaults(
    { file: one.file, value: one.value },
    { file: other.file, value: other.value },
    isMessages ? messageValuesOf : plainValuesOf,
  )
  return [...own, ...twins.filter(({ file, place }) => !seen.has(`${file} ${place}`))]
}

function singleFaults(
  folder: ContentFolder,
  file: string,
  schema: z.ZodType,
  more: (file: string, value: unknown) => Fault[] = () => [],
): Fault[] {
  if (!folder.has(file)) return []
  const { value, faults } = readJson(file, folder.read(file))
  if (value === undefined) return faults
  return [...faults, ...schemaFaults(file, value, schema), ...more(file, value)]
}

/** A path from `content/` to an existing picture. */
function pictureIn(folder: ContentFolder) {
  return z.string().superRefine((path, context) => {
    if (!/\.(?:svg|webp|png|jpe?g|avif)$/.test(path))
      context.addIssue({
        code: 'custom',
        message: `"${path}" is no picture; name a file that ends in .svg, .webp, .png or .jpg`,
      })
    else if (!folder.has(path))
      context.addIssue({
        code: 'custom',
        message: `there is no file ${posix.join('content', path)}; add it or correct its name`,
      })
  })
}

/** Slides, screens or partners with the same id. */
function repeatedIds(file: string, value: unknown): Fault[] {
  return Object.entries(value ?? {}).flatMap(([list, items]) => {
    const ids = Array.isArray(items) ? items.map((item) => item?.id) : []
    return ids.flatMap((id, index) =>
      id !== undefined && ids.indexOf(id) < index
        ? [{ file, place: `${list} ${index + 1}.id`, problem: `"${id}" is taken already; write another one` }]
        : [],
    )
  })
}
