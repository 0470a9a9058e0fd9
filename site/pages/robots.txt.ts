import type { APIContext } from 'astro'

/** The panel is not forbidden: a search engine has to read its pages to see that they are not to be listed. */
export function GET({ site }: APIContext): Response {
  return new Response(`User-agent: *
Disallow: /api/
Disallow: /media/

Sitemap: ${new URL('/sitemap.xml', site)}
`)
}
