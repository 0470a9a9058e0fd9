import { docsAddress } from '../../docs/docs-pages.ts'
import { readDocs } from '../../docs/read-docs.ts'

/** All sections of the docs for the search in the browser, which loads them when its field gets the focus. */
export async function GET(): Promise<Response> {
  const pages = await readDocs()
  const sections = pages.flatMap(({ id, name, sections }) =>
    sections.map(({ anchor, heading, text }) => ({
      address: anchor ? `${docsAddress(id)}#${anchor}` : docsAddress(id),
      page: name,
      heading: heading || name,
      text,
    })),
  )
  return new Response(JSON.stringify(sections))
}
