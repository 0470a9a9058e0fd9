import { FindingSeverities, FindingTypes } from '#domain/findings/finding-type.ts'
import { companySchema, showcaseSchema } from '../content-schemas.ts'
import { languages } from '../languages.ts'
import { ContentFolder } from './content-files.ts'
import { faqFaults } from './faq-faults.ts'
import type { Fault } from './fault.ts'
import { type MarkdownFile, readMarkdown } from './markdown-file.ts'
import { PAIRS, pairFaults } from './pair-faults.ts'
import { pictureSchemas } from './pictures.ts'
import { readSingle, repeatedIds, singleFaults, unknownFamilies } from './single-faults.ts'
import { noticeFaults, targetsOf, textFaults } from './text-faults.ts'
import { readUsedTexts } from './used-texts.ts'

const FINDING_TYPES = 'findings/types.json'
const FINDING_SEVERITIES = 'findings/severities.json'
const SHOWCASE = 'showcase.json'

const NEEDED_FILES = [
  ...languages.map((language) => `privacy/${language}.md`),
  ...PAIRS.flatMap(({ folder }) => languages.map((language) => `${folder}/${language}.json`)),
  'company.json',
  SHOWCASE,
  FINDING_TYPES,
  FINDING_SEVERITIES,
]

const KNOWN_FILE =
  /^(?:company\.json|showcase\.json|partners\/.+|findings\/(?:types|severities)\.json|(?:site|example|product|panel|errors|mail|archive|dossier|findings|turbines|report)\/(?:tr|en)\.json|privacy\/(?:tr|en)\.md|faq\/(?:tr|en)\/[a-z0-9-]+\.md)$/

/** All faults of the folder `content/` at `path`, sorted by file. Where it finds none, the build finds none. */
export async function checkContent(path: string): Promise<Fault[]> {
  const folder = new ContentFolder(path)
  const notices = readTexts(
    folder,
    languages.map((language) => `privacy/${language}.md`),
  )
  const questions = readTexts(
    folder,
    folder.list().filter((file) => /^faq\/(?:tr|en)\/.+\.md$/.test(file)),
  )
  const targets = targetsOf(notices.texts)
  const used = readUsedTexts()
  const { photo, logo } = await pictureSchemas(folder, readSingle(folder, SHOWCASE).value)
  const faults = [
    ...unusedFileFaults(folder),
    ...missingFaults(folder),
    ...notices.faults,
    ...questions.faults,
    ...PAIRS.flatMap((pair) => pairFaults(folder, pair, used)),
    ...singleFaults(folder, 'company.json', companySchema),
    ...singleFaults(folder, SHOWCASE, showcaseSchema(photo, logo), repeatedIds),
    ...singleFaults(folder, FINDING_TYPES, FindingTypes, (file, value) => [
      ...repeatedIds(file, value),
      ...unknownFamilies(file, value),
    ]),
    ...singleFaults(folder, FINDING_SEVERITIES, FindingSeverities),
    ...[...notices.texts, ...questions.texts].flatMap((text) => textFaults(text, targets)),
    ...faqFaults(questions.texts),
    ...noticeFaults(notices.texts),
  ]
  return faults.sort((a, b) => a.file.localeCompare(b.file, 'en', { numeric: true }))
}

/** Reads the Markdown files that exist. A file whose letters cannot be read has faults instead of a text. */
function readTexts(folder: ContentFolder, files: string[]): { texts: MarkdownFile[]; faults: Fault[] } {
  const read = files.filter((file) => folder.has(file)).map((file) => ({ file, ...folder.readText(file) }))
  return {
    texts: read.map(({ file, text }) => readMarkdown(file, text)),
    faults: read.flatMap(({ faults }) => faults),
  }
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

function missingFaults(folder: ContentFolder): Fault[] {
  return NEEDED_FILES.filter((file) => !folder.has(file)).map((file) => ({
    file,
    problem: 'the file is missing; bring it back',
  }))
}
