import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import company from '#content/company.json' with { type: 'json' }
import showcase from '#content/showcase.json' with { type: 'json' }
import en from '#content/site/en.json' with { type: 'json' }
import tr from '#content/site/tr.json' with { type: 'json' }
import { foldForSearch } from '#domain/text/turkish.ts'
import { readMarkdown } from '../../site/content-check/markdown-file.ts'

// The editors' texts. Tests read them from here, so that a new question or partner needs no change of a test.
export { company, showcase }
export const siteWords = { tr, en }

const CONTENT = join(import.meta.dirname, '../../content')

interface Question {
  question: string
  category: string
  order: number
  synonyms: string[]
  /** Question and answer, in Markdown. */
  text: string
}

/** The questions in the order in which the page shows them. */
export function readQuestions(language: 'tr' | 'en'): Question[] {
  const categories = Object.keys(siteWords[language].faq.categories)
  return globSync(`faq/${language}/*.md`, { cwd: CONTENT })
    .map((file) => {
      const source = readFileSync(join(CONTENT, file), 'utf8')
      return { ...(readMarkdown(file, source).fields as Omit<Question, 'text'>), text: source }
    })
    .sort((a, b) => categories.indexOf(a.category) - categories.indexOf(b.category) || a.order - b.order)
}

/** The questions that contain every word of `query`. */
export function questionsWith(questions: Question[], query: string): string[] {
  const words = foldForSearch(query).split(/\s+/)
  return questions
    .filter(({ text }) => words.every((word) => foldForSearch(text).includes(word)))
    .map(({ question }) => question)
}

/** The headings of the privacy notice's sections. */
export function readSections(language: 'tr' | 'en'): string[] {
  const text = readFileSync(join(CONTENT, `privacy/${language}.md`), 'utf8')
  return [...text.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading)
}
