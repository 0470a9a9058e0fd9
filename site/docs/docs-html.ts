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
        return `<div class="docs-table" role="group" tabindex="0" aria-label="Table: ${below}"><table>`
      below = plainText(heading).replaceAll('"', '&quot;')
      return part
    })
    .replaceAll('</table>', '</table></div>')
    .replace(
      /<table>([\s\S]*?)<\/table>/g,
      (_, rows: string) => `<table>${columnsOf(rows)}${withoutEmptyHeads(rows)}</table>`,
    )
    .replace(
      HEADING,
      (_, level: string, id: string, content: string) =>
        `<h${level} id="${id}"><a class="docs-anchor" href="#${id}">${content}</a></h${level}>`,
    )
  return { title, body }
}

/** The number of columns for which the style sheet has a width, each a tenth of the table. */
const WIDTH_STEPS = 10
/** A longer text wraps, so that it does not count more. */
const LONG_TEXT = 60

/** The widths of the columns by their texts. With the widths of the browser, they would move when the font is there. */
function columnsOf(rows: string): string {
  const cells = [...rows.matchAll(/<tr>([\s\S]*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>([\s\S]*?)<\/t[hd]>/g)].map(([, cell = '']) => plainText(cell)),
  )
  const lengths = (cells[0] ?? []).map((_, column) =>
    Math.max(8, ...cells.map((row) => Math.min(LONG_TEXT, row[column]?.length ?? 0))),
  )
  const all = lengths.reduce((sum, each) => sum + each, 0)
  const columns = lengths.map(
    (each) => `<col class="tenths-${Math.max(1, Math.round((each / all) * WIDTH_STEPS))}">`,
  )
  return `<colgroup>${columns.join('')}</colgroup>`
}

/** A cell of the head without a text is no heading of its column. */
function withoutEmptyHeads(rows: string): string {
  return rows.replace(/<thead>(?:\s|<\/?tr>|<th><\/th>)*<\/thead>/g, '').replaceAll('<th></th>', '<td></td>')
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
