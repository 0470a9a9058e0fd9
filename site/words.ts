import { getCollection, getEntry } from 'astro:content'
import type { SiteLanguage } from './languages.ts'

/** All texts of the public pages in `language`. */
export async function getWords(language: SiteLanguage) {
  const entry = await getEntry('site', language)
  if (!entry) throw new Error(`content/site/${language}.json is missing`)
  return entry.data
}

/** The texts of the example inspection in `language`. */
export async function getExampleWords(language: SiteLanguage) {
  const entry = await getEntry('example', language)
  if (!entry) throw new Error(`content/example/${language}.json is missing`)
  return entry.data
}

/** The texts about the product in `language`. */
export async function getProductWords(language: SiteLanguage) {
  const entry = await getEntry('product', language)
  if (!entry) throw new Error(`content/product/${language}.json is missing`)
  return entry.data
}

/** The pictures of the landing page. */
export async function getShowcase() {
  const entry = await getEntry('showcase', 'showcase')
  if (!entry) throw new Error('content/showcase.json is missing')
  return entry.data
}

/** The company that runs the portal. */
export async function getCompany() {
  const entry = await getEntry('company', 'company')
  if (!entry) throw new Error('content/company.json is missing')
  return entry.data
}

/** The frequently asked questions in `language`, grouped by category and in order. Empty categories are left out. */
export async function getQuestionsByCategory(language: SiteLanguage) {
  const { categories } = (await getWords(language)).faq
  const questions = (await getCollection('faq', ({ id }) => id.startsWith(`${language}/`))).sort(
    (a, b) => a.data.order - b.data.order,
  )
  return Object.entries(categories)
    .map(([category, name]) => ({
      category,
      name,
      questions: questions.filter(({ data }) => data.category === category),
    }))
    .filter(({ questions }) => questions.length > 0)
}

/** A section of the privacy notice; `body` is HTML. */
interface PolicySection {
  title: string
  body: string
}

/** The privacy notice in `language`. */
export async function getPolicy(language: SiteLanguage) {
  const entry = await getEntry('privacy', language)
  if (!entry?.rendered) throw new Error(`content/privacy/${language}.md is missing`)
  return { ...entry.data, sections: splitSections(entry.rendered.html) }
}

/** Splits the text at the headings of level 2. The anchor of a section is its number, so it is the same in both languages. */
function splitSections(html: string): PolicySection[] {
  return html
    .split(/<h2[^>]*>/)
    .slice(1)
    .map((section) => {
      const [title = '', body = ''] = section.split('</h2>')
      return { title, body }
    })
}
