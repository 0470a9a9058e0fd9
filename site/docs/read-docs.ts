import { getEntry } from 'astro:content'
import { type DocsSection, docsHtml, docsSections } from './docs-html.ts'
import { DOCS_PAGES, type DocsPage } from './docs-pages.ts'

interface Heading {
  depth: number
  slug: string
  text: string
}

interface ReadPage extends DocsPage {
  title: string
  body: string
  sections: DocsSection[]
  headings: Heading[]
}

/** Every page, in order. */
export function readDocs(): Promise<ReadPage[]> {
  return Promise.all(
    DOCS_PAGES.map(async (page) => {
      const entry = await getEntry('docs', page.id)
      if (!entry?.rendered) throw new Error(`docs/${page.id}.md is missing`)
      const { html, metadata } = entry.rendered
      const headings = ((metadata?.headings ?? []) as Heading[]).filter(({ depth }) => depth === 2)
      return { ...page, ...docsHtml(html), sections: docsSections(html), headings }
    }),
  )
}
