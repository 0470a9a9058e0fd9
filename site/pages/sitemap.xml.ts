import type { APIContext } from 'astro'
import { DOCS_PAGES, docsAddress } from '../docs/docs-pages.ts'
import { addressIn, languages } from '../languages.ts'

/** This folder contains all pages that exist in both languages. Only these pages and the docs are indexed. */
const files = Object.keys(import.meta.glob('./[[]...lang[]]/*.astro'))

/** The addresses in Turkish, such as `/about`. */
const pages = files.map((file) => file.replace(/^.*\/(?:index)?/, '/').replace('.astro', '')).sort()

/** @see https://developers.google.com/search/docs/specialty/international/localized-versions#sitemap */
export function GET({ site }: APIContext): Response {
  const absolute = (address: string) => new URL(address, site).href
  const entries = pages.flatMap((page) => {
    const twins = languages.map((language) => ({ language, address: absolute(addressIn(language, page)) }))
    const links = [...twins, { language: 'x-default', address: absolute(page) }].map(
      ({ language, address }) =>
        `    <xhtml:link rel="alternate" hreflang="${language}" href="${address}"/>\n`,
    )
    return twins.map(({ address }) => `  <url>\n    <loc>${address}</loc>\n${links.join('')}  </url>\n`)
  })
  const docs = [undefined, ...DOCS_PAGES].map(
    (page) => `  <url>\n    <loc>${absolute(docsAddress(page?.id))}</loc>\n  </url>\n`,
  )
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join('')}${docs.join('')}</urlset>
`,
  )
}
