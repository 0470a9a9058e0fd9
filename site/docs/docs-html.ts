import { DOCS_PAGES, docsAddress } from './docs-pages.ts'

/** A part of a page below a heading. */
export interface DocsSection {
  /** Empty for what stands before the first heading. */
  anchor: string
  heading: string
  /** Without marks. */
  text: string
}

const HEADING = /<h([23]) id="([^"]+)">([\s\S]*?)<\/h\1>/g
const TITLE = /<h1[^>]*>([\s\S]*?)<\/h1>/
const LINK = /<a href="([^"]*)">([\s\S]*?)<\/a>/g
/** The page of the API on every server, as the docs write it. */
const OPENAPI = /<code>(\/api\/docs|\/api\/openapi\.json)<\/code>/g

/** Makes the HTML of a file of `docs/` a page of the site. Its heading of level 1 is taken off. */
export function docsHtml(html: string): { title: string; body: string } {
  const title = plainText(TITLE.exec(html)?.[1] ?? '')
  let below = title
  const body = html
    .replace(TITLE, '')
    .replace(LINK, (_, address: string, content: string) => linkTo(address, content))
    .replace(OPENAPI, '<a href="$1"><code>$1</code></a>')
    // What scrolls sideways can be reached by the keyboard.
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replace(/<h[23] id="[^"]+">([\s\S]*?)<\/h[23]>|<table>/g, (part, heading?: string) => {
      if (heading === undefined)
        return `<div class="docs-table" role="group" tabindex="0" aria-label="${attributeText(`Table: ${below}`)}"><table>`
      below = plainText(heading)
      return part
    })
    .replaceAll('</table>', '</table></div>')
    // A cell without a text is no heading of its column.
    .replace(/<thead>(?:\s|<\/?tr>|<th><\/th>)*<\/thead>/g, '')
    .replaceAll('<th></th>', '<td></td>')
    .replace(
      HEADING,
      (_, level: string, id: string, content: string) =>
        `<h${level} id="${id}"><a class="docs-anchor" href="#${id}">${content}</a></h${level}>`,
    )
  return { title, body }
}

/** A link between the pages stays one, and to an anchor. A file of the repository is named without a link: it is not on the site. */
function linkTo(address: string, content: string): string {
  if (/^(?:https?:|#|\/)/.test(address)) return `<a href="${address}">${content}</a>`
  const [, id = '', anchor = ''] = /^(?:\.\/)?([a-z-]+)\.md(#.*)?$/.exec(address) ?? []
  const page = DOCS_PAGES.find((each) => each.id === id)
  if (!page) return content
  const name = content === `${id}.md` ? page.name : content
  return `<a href="${docsAddress(id)}${anchor}">${name}</a>`
}

/** The text of each section, for the search. */
export function docsSections(html: string): DocsSection[] {
  const withoutTitle = html.replace(TITLE, '')
  const headings = [...withoutTitle.matchAll(HEADING)]
  const [first] = headings
  return [
    { anchor: '', heading: '', text: plainText(withoutTitle.slice(0, first?.index)) },
    ...headings.map(({ 0: whole, 2: anchor = '', 3: heading = '', index }, order) => ({
      anchor,
      heading: plainText(heading),
      text: plainText(withoutTitle.slice(index + whole.length, headings[order + 1]?.index)),
    })),
  ]
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" }

function plainText(html: string): string {
  return html
    .replace(/<\/(?:td|th|li|p|pre)>/g, ' ')
    .replace(/<[^>]+>/g, '')
    .replace(/&(amp|lt|gt|quot|#39|#x27);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** A text as the value of an attribute in double quotes. */
function attributeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
}
