import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { positionOf } from './content-files.ts'
import type { Fault } from './fault.ts'

/** Messages by the error names of the parser. */
const EXPLANATIONS: Record<string, string> = {
  CommaExpected: 'a comma is missing before this place; add it',
  ColonExpected: 'a colon is missing between the name and its text; add it',
  PropertyNameExpected: 'a comma stands before the closing bracket; remove it',
  ValueExpected: 'a text is missing or a comma is too many; write "…" or remove the comma',
  CloseBraceExpected: 'a closing } is missing; add it',
  CloseBracketExpected: 'a closing ] is missing; add it',
  EndOfFileExpected: 'something stands after the end; remove it or a bracket that is too many',
  UnexpectedEndOfString: 'a quotation mark (") is missing; close the text with it',
  InvalidEscapeCharacter: 'a backslash stands before the wrong character; write \\" or \\\\',
  InvalidCommentToken: 'comments are not allowed here; remove it',
  InvalidCharacter: 'a text runs over the end of its line; write it on one line',
  InvalidSymbol: 'this is no text; write it between straight quotation marks ("…")',
}

/**
 * Reads JSON.
 *
 * @returns no value if the text is not JSON. There is then one fault with the place of the first error, because later errors
 * are consequences of it.
 */
export function readJson(file: string, text: string): { value?: unknown; faults: Fault[] } {
  if (text.trim() === '') return { faults: [{ file, problem: 'the file is empty; bring its text back' }] }
  const errors: ParseError[] = []
  const tree = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false })
  const [first] = errors
  if (first || !tree) {
    const problem = problemAt(text, first)
    return { faults: [{ file, place: positionOf(text, first?.offset ?? 0), problem }] }
  }
  return { value: JSON.parse(text), faults: repeatedNames(file, text, tree) }
}

/** Names that occur twice in one object. JSON parsers silently take the last one. */
function repeatedNames(file: string, text: string, node: Node): Fault[] {
  const names = new Set<unknown>()
  const own: Fault[] = []
  for (const child of node.type === 'object' ? (node.children ?? []) : []) {
    const key = child.children?.[0]
    if (!key) continue
    if (names.has(key.value)) {
      const problem = `"${key.value}" stands here for the second time; remove one of the two`
      own.push({ file, place: positionOf(text, key.offset), problem })
    }
    names.add(key.value)
  }
  return [...own, ...(node.children ?? []).flatMap((child) => repeatedNames(file, text, child))]
}

function problemAt(text: string, error: ParseError | undefined): string {
  const name = error && printParseErrorCode(error.error)
  // The parser gives both the same name.
  if (name === 'InvalidCharacter' && text.slice(error?.offset).match(/^"?[^\n"]*\t/))
    return 'a tab stands in a text; write a space instead'
  return (name && EXPLANATIONS[name]) ?? 'this is not JSON; compare it with the lines around it'
}
