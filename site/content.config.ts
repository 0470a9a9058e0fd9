import { defineCollection } from 'astro:content'
import { glob } from 'astro/loaders'
import { companySchema, faqSchema, privacySchema, showcaseSchema, siteSchema } from './content-schemas.ts'
import { DOCS_PAGES } from './docs/docs-pages.ts'
import { exampleWordsSchema } from './example-words-schema.ts'
import { productWordsSchema } from './product-words-schema.ts'

/** All texts of the public pages, one file for each language. */
const site = defineCollection({
  loader: glob({ base: './content/site', pattern: '*.json' }),
  schema: siteSchema,
})

/** The texts of the example inspection. */
const example = defineCollection({
  loader: glob({ base: './content/example', pattern: '*.json' }),
  schema: exampleWordsSchema,
})

/** The texts about the product and its prices. */
const product = defineCollection({
  loader: glob({ base: './content/product', pattern: '*.json' }),
  schema: productWordsSchema,
})

const showcase = defineCollection({
  loader: glob({ base: './content', pattern: 'showcase.json' }),
  schema: ({ image }) => showcaseSchema(image(), image()),
})

const company = defineCollection({
  loader: glob({ base: './content', pattern: 'company.json' }),
  schema: companySchema,
})

/** The frequently asked questions, one file for each; a question has the same file name in both languages. */
const faq = defineCollection({
  // Astro would leave out the name of an `index.md`, and the page would not find it.
  loader: glob({
    base: './content/faq',
    pattern: '{tr,en}/*.md',
    generateId: ({ entry }) => entry.replace(/\.md$/, ''),
  }),
  schema: faqSchema,
})

/** The privacy notice, one file for each language; its sections begin with `##`. */
const privacy = defineCollection({
  loader: glob({ base: './content/privacy', pattern: '*.md' }),
  schema: privacySchema,
})

/** The pages of the repository that the site shows, too. */
const docs = defineCollection({
  loader: glob({ base: './docs', pattern: DOCS_PAGES.map(({ id }) => `${id}.md`) }),
})

export const collections = { site, example, product, company, showcase, faq, privacy, docs }
