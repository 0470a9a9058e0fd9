import { type MdastNode, markdownToMdast } from 'satteri'
import type { Fault } from './fault.ts'
import { readFrontMatter } from './front-matter.ts'

export interface MarkdownFile {
  file: string
  /** The front matter between the two lines of `---`; undefined if it cannot be read. */
  fields: unknown
  /** The text after the front matter, with empty lines in its place, so that line numbers stay correct. */
  text: string
  nodes: MdastNode[]
  faults: Fault[]
}

const FIELDS = /^---\r?\n([\s\S]*?)^---[ \t]*\r?$/m

/** Reads a Markdown file as the site does: fields in YAML between two lines of `---`, and a text below. */
export function readMarkdown(file: string, source: string): MarkdownFile {
  const match = FIELDS.exec(source)
  const head = match?.index === 0 ? match[0] : ''
  const text = head.replace(/[^\n]/g, '') + source.slice(head.length)
  const { children } = markdownToMdast(text) as { children: MdastNode[] }
  const nodes = children.flatMap(withDescendants)
  if (!head) {
    const problem = 'the fields between two lines of --- are missing; add them'
    return { file, fields: undefined, text, nodes, faults: [{ file, place: 'line 1', problem }] }
  }
  return { file, text, nodes, ...readFrontMatter(file, match?.[1] ?? '') }
}

/** The line of a node, as a place. */
export function lineOf(node: MdastNode): string {
  return `line ${node.position?.start.line ?? 1}`
}

/** A node and all nodes in it, in the order of the text. */
export function withDescendants(node: MdastNode): MdastNode[] {
  const children = 'children' in node ? (node.children as MdastNode[]) : []
  return [node, ...children.flatMap(withDescendants)]
}

/** Tables with rows of different length, and rows outside of a table, which the page would show with their `|`. */
export function tableFaults({ file, nodes }: MarkdownFile): Fault[] {
  return nodes.flatMap((node): Fault[] => {
    if (node.type === 'table') {
      const [head, ...rows] = node.children
      const width = head?.children.length ?? 0
      return rows
        .filter((row) => row.children.length !== width)
        .map((row) => ({
          file,
          place: lineOf(row),
          problem: `cells in this row: ${row.children.length}, in the first row of its table: ${width}; write as many, with | between them`,
        }))
    }
    if (node.type === 'paragraph' && node.children.some((each) => each.type === 'text' && isRow(each.value)))
      return [
        {
          file,
          place: lineOf(node),
          problem:
            'this table is broken; give every row the same number of |, write a line such as | --- | --- | below the first, and leave no empty line between them',
        },
      ]
    return []
  })
}

function isRow(text: string): boolean {
  return /^\s*\||\|.*\|/m.test(text)
}
