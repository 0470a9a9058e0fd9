import type { MdastNode } from 'satteri'
import type { Fault } from './fault.ts'
import { lineOf, type MarkdownFile } from './markdown-file.ts'

/** What to say about parts of Markdown that the pages do not show as an editor means them. */
const UNUSED: Partial<Record<MdastNode['type'], string>> = {
  html: 'HTML is not allowed here; write the text without <…>, and links as [text](/address)',
  imageReference: 'pictures are not shown here; remove it',
  footnoteReference: 'footnotes are not shown here; write it in the text',
  footnoteDefinition: 'footnotes are not shown here; write it in the text',
  definition: 'write the link as [text](/address) where it belongs, and remove this line',
}

/** Parts of a text that a page would show wrongly or not at all. */
export function markdownFaults({ file, text, nodes }: MarkdownFile): Fault[] {
  const lines = text.split('\n')
  const faults = nodes.flatMap((node) => {
    const problem = UNUSED[node.type] ?? accidentOf(node, lines[(node.position?.start.line ?? 1) - 1] ?? '')
    return problem ? [{ file, place: lineOf(node), problem }] : []
  })
  // A tag and its end are two nodes of the same line.
  return faults.filter(
    ({ place, problem }, index) =>
      faults.findIndex((other) => other.place === place && other.problem === problem) === index,
  )
}

/**
 * Markdown that nobody means: an indented paragraph is a code block, a line of `---` below a text makes it a heading, `~` between numbers
 * strikes out what is between two of them, and signs without their space are shown as they stand.
 */
function accidentOf(node: MdastNode, line: string): string | undefined {
  if (node.type === 'code' && /^(?: {4}|\t)/.test(line))
    return 'this paragraph would look like code; begin its lines without spaces'
  if (node.type === 'heading' && !/^ {0,3}#/.test(line))
    return 'the line below this text makes it a heading; write ## before it, or leave an empty line between them'
  if (node.type === 'delete' && !/^~~/.test(line.slice((node.position?.start.column ?? 1) - 1)))
    return 'the text between two ~ would be struck out; write – for a range, as in 5–10'
  if (node.type === 'text' && node.value.includes('**'))
    return 'the signs ** would be shown; write them directly before the first and after the last bold word'
  if (node.type !== 'paragraph' || node.children[0]?.type !== 'text') return undefined
  const { value } = node.children[0]
  if (/^#{2,6}[^\s#]|^#{1,6}\u00a0/m.test(value))
    return 'the signs # would be shown; write a space after them'
  if (/^-\p{L}|^•/mu.test(value))
    return 'this would be no list; begin each of its lines with - and a space, after an empty line'
  return undefined
}

/** True if the page shows letters for this node itself. */
export function showsText(node: MdastNode): boolean {
  return (
    (node.type === 'text' && node.value.trim() !== '') || node.type === 'inlineCode' || node.type === 'code'
  )
}
