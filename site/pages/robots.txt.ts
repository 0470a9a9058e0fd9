import type { APIContext } from 'astro'

/** The panel is not disallowed, because a search engine must read its pages to see their `noindex`. */
export function GET({ site }: APIContext): Response {
  return new Response(`User-agent: *
Disallow: /api/
Disallow: /media/
Disallow: /s$
Disallow: /s?
Disallow: /en/s$
Disallow: /en/s?

Sitemap: ${new URL('/sitemap.xml', site)}
`)
}
