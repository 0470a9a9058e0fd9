import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { dayIn } from '#domain/time/today.ts'
import { privacySchema } from '../content-schemas.ts'
import type { Fault } from './fault.ts'
import { linkFaults, type Targets } from './link-faults.ts'
import { markdownFaults, showsText } from './markdown-faults.ts'
import { lineOf, type MarkdownFile, tableFaults, withDescendants } from './markdown-file.ts'
import { schemaFaults } from './schema-faults.ts'

const PAGES = join(import.meta.dirname, '../pages/[...lang]')

/** The allowed targets of links: the existing pages and the sections of the privacy notice. */
export function targetsOf(notices: MarkdownFile[]): Targets {
  const pages = readdirSync(PAGES)
    .filter((name) => name.endsWith('.astro'))
    .map((name) => `/${name.replace(/(?:index)?\.astro$/, '')}`)
    .sort()
  return { pages, sections: Math.max(0, ...notices.map((notice) => sectionsOf(notice).length)) }
}

/** Faults in the text below the front matter of a question or notice. */
export function textFaults(text: MarkdownFile, targets: Targets): Fault[] {
  const { file, nodes } = text
  const language = /^(?:faq|privacy)\/en\b/.test(file) ? 'en' : 'tr'
  const titles = nodes.filter((node) => node.type === 'heading' && node.depth === 1)
  return [
    ...text.faults,
    ...(nodes.every((node) => !showsText(node))
      ? [{ file, problem: 'there is no text below the fields; write it' }]
      : []),
    ...titles.map((node) => ({
      file,
      place: lineOf(node),
      problem: 'a page has one title already; begin with ##',
    })),
    ...emptySections(text),
    ...markdownFaults(text),
    ...tableFaults(text),
    ...linkFaults(text, language, targets),
  ]
}

/** Headings without a text before the next heading of their kind or the end. */
function emptySections({ file, nodes }: MarkdownFile): Fault[] {
  const inHeadings = new Set(nodes.filter(({ type }) => type === 'heading').flatMap(withDescendants))
  return nodes.flatMap((node, index) => {
    if (node.type !== 'heading') return []
    const after = nodes.slice(index + 1)
    const end = after.findIndex((other) => other.type === 'heading' && other.depth <= node.depth)
    const section = end < 0 ? after : after.slice(0, end)
    if (section.some((other) => showsText(other) && !inHeadings.has(other))) return []
    const problem = 'there is no text below this heading; write it, or remove the heading'
    return [{ file, place: lineOf(node), problem }]
  })
}

const sectionsOf = ({ nodes }: MarkdownFile) =>
  nodes.filter((node) => node.type === 'heading' && node.depth === 2)

/** Faults of the privacy notice in both languages, and differences between them. */
export function noticeFaults(notices: MarkdownFile[]): Fault[] {
  const own = notices.flatMap((notice): Fault[] => {
    const { file, fields, nodes } = notice
    const first = nodes[0]
    const isLost = first && !(first.type === 'heading' && first.depth <= 2)
    return [
      ...(fields === undefined ? [] : schemaFaults(file, fields, privacySchema)),
      ...(isLost
        ? [
            {
              file,
              place: lineOf(first),
              problem: 'this is not shown; write it below a heading that begins with ##',
            },
          ]
        : []),
    ]
  })
  const [one, other] = notices
  if (!one || !other) return own
  own.push(...differingDay(one, other))
  const [mine, theirs] = [sectionsOf(one).length, sectionsOf(other).length]
  if (mine !== theirs)
    own.push({
      file: other.file,
      problem: `there are ${theirs} sections (##), in content/${one.file} ${mine}; write the same sections in both`,
    })
  return own
}

function differingDay(a: MarkdownFile, b: MarkdownFile): Fault[] {
  const [mine, theirs] = [dayOf(a), dayOf(b)]
  if (!mine || !theirs || mine === theirs) return []
  const problem = `"${theirs}" differs from "${mine}" in content/${a.file}; write the same day in both`
  return [{ file: b.file, place: 'updated', problem }]
}

/** The day in the field `updated`, as in `2026-11-01`; undefined if it is missing or wrong. */
function dayOf({ fields, faults }: MarkdownFile): string | undefined {
  const updated = (fields as { updated?: unknown } | undefined)?.updated
  if (!(updated instanceof Date) || faults.some(({ place }) => place === 'updated')) return undefined
  // YAML reads a day as its midnight in UTC.
  return dayIn('UTC', updated)
}
