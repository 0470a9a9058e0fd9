import { getCollection, getEntry } from 'astro:content'
import { languages, type SiteLanguage } from './languages.ts'

/** Every word of the public pages in `language`. */
export async function getWords(language: SiteLanguage) {
  const entry = await getEntry('site', language)
  if (!entry) throw new Error(`content/site/${language}.json is missing`)
  return entry.data
}

/** The pictures of the landing page. */
export async function getShowcase() {
  const entry = await getEntry('showcase', 'showcase')
  if (!entry) throw new Error('content/showcase.json is missing')
  return entry.data
}

/** Who runs the portal. */
export async function getCompany() {
  const entry = await getEntry('company', 'company')
  if (!entry) throw new Error('content/company.json is missing')
  return entry.data
}

/**
 * The frequently asked questions in `language`, each category's together and in order.
 *
 * @throws when a question is missing in the other language, or has another category there.
 */
export async function getQuestionsByCategory(language: SiteLanguage) {
  const { categories } = (await getWords(language)).faq
  const all = await getCollection('faq')
  for (const { id, data } of all) {
    const [, name] = id.split('/')
    for (const each of languages) {
      const twin = all.find((other) => other.id === `${each}/${name}`)
      if (!twin)
        throw new Error(`content/faq/${each}/${name}.md is missing: content/faq/${id}.md is its twin`)
      if (twin.data.category !== data.category)
        throw new Error(`content/faq/${twin.id}.md: category differs from its twin content/faq/${id}.md`)
    }
  }
  const questions = all
    .filter(({ id }) => id.startsWith(`${language}/`))
    .sort((one, other) => one.data.order - other.data.order)
  return Object.entries(categories).map(([category, name]) => ({
    category,
    name,
    questions: questions.filter(({ data }) => data.category === category),
  }))
}

/** A section of the privacy notice; `body` is HTML. */
interface PolicySection {
  title: string
  body: string
}

/**
 * The privacy notice in `language`.
 *
 * @throws when the languages differ in their number of sections: a section's number is its address in both.
 */
export async function getPolicy(language: SiteLanguage) {
  const policy = await readPolicy(language)
  for (const other of languages) {
    const { length } = (await readPolicy(other)).sections
    if (length !== policy.sections.length)
      throw new Error(
        `content/privacy/${other}.md has ${length} sections (##), content/privacy/${language}.md ${policy.sections.length}`,
      )
  }
  return policy
}

async function readPolicy(language: SiteLanguage) {
  const entry = await getEntry('privacy', language)
  if (!entry?.rendered) throw new Error(`content/privacy/${language}.md is missing`)
  return { ...entry.data, sections: splitSections(entry.rendered.html) }
}

/** Each section begins with a heading of the second rank; its number, not its words, is its address in both languages. */
function splitSections(html: string): PolicySection[] {
  return html
    .split(/<h2[^>]*>/)
    .slice(1)
    .map((section) => {
      const [title = '', body = ''] = section.split('</h2>')
      return { title, body }
    })
}
