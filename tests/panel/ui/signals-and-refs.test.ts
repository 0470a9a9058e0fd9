import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'

const PANEL = join(import.meta.dirname, '../../../panel')

const parse = (name: string, code: string) => ts.createSourceFile(name, code, ts.ScriptTarget.Latest, true)
const sources = globSync('**/*.{ts,tsx}', { cwd: PANEL }).map((file) =>
  parse(file, readFileSync(join(PANEL, file), 'utf8')),
)

/** What makes a signal; `storedValue` is that of `panel/preferences/`. */
const MAKERS = /^(signal|computed|useSignal|useComputed|storedValue)\b/
const SIGNAL_TYPE = /^(Readonly)?Signal\b/
/** A function that these call runs while the component renders. Other functions inside of a component run later. */
const RENDERING = /\.(map|flatMap|filter|find|findLast|some|every|toSorted|sort)$|^useMemo$/

/** The names of all variables, fields and parameters of the panel that are signals. */
const signals = new Set<string>()
for (const source of sources) visit(source, collectSignal)

function visit(node: ts.Node, look: (node: ts.Node) => void): void {
  look(node)
  ts.forEachChild(node, (child) => visit(child, look))
}

function collectSignal(node: ts.Node): void {
  const isNamed =
    ts.isVariableDeclaration(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isPropertySignature(node) ||
    ts.isParameter(node)
  if (!isNamed || !node.name) return
  const made = 'initializer' in node ? node.initializer?.getText() : undefined
  if (MAKERS.test(made ?? '') || SIGNAL_TYPE.test(node.type?.getText() ?? ''))
    signals.add(node.name.getText())
}

/** The components and hooks of a file that read a signal without `useSignals()`: they would keep the old value. */
function findForgotten(source: ts.SourceFile): string[] {
  const forgotten: string[] = []
  visit(source, (node) => {
    if (!ts.isFunctionLike(node) || !('body' in node) || !node.body) return
    const name = nameOf(node)
    if (!/^([A-Z]|use[A-Z])/.test(name)) return
    const read = readSignals(node.body)
    if (read.length > 0 && !/\buseSignals\(\)/.test(node.body.getText()))
      forgotten.push(`${source.fileName}: ${name} reads ${read.join(', ')}`)
  })
  return forgotten
}

function nameOf(node: ts.SignatureDeclaration): string {
  if (node.name) return node.name.getText()
  return ts.isVariableDeclaration(node.parent) ? node.parent.name.getText() : ''
}

/** The signals whose values are read while this body runs, not in a handler or an effect that runs later. */
function readSignals(body: ts.Node): string[] {
  const found: string[] = []
  const search = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && !isCalledWhileRendering(node)) return
    if (ts.isPropertyAccessExpression(node) && node.name.text === 'value' && isSignal(node.expression))
      found.push(node.expression.getText())
    ts.forEachChild(node, search)
  }
  ts.forEachChild(body, search)
  return found
}

function isSignal(node: ts.Expression): boolean {
  if (ts.isIdentifier(node)) return signals.has(node.text)
  return ts.isPropertyAccessExpression(node) && signals.has(node.name.text)
}

function isCalledWhileRendering({ parent }: ts.Node): boolean {
  return ts.isCallExpression(parent) && RENDERING.test(parent.expression.getText())
}

it('signals are read by components and hooks only together with useSignals()', () => {
  // Otherwise the test would read nothing.
  expect([...signals]).toEqual(expect.arrayContaining(['language', 'session', 'files']))
  expect(sources.flatMap(findForgotten)).toEqual([])
})

it('signals are seen in a component that forgets useSignals()', () => {
  const component = 'function Name() {\n  return <p>{session.value?.userId}</p>\n}'
  const forgetful = parse('a.tsx', component)
  expect(findForgotten(forgetful)).toEqual(['a.tsx: Name reads session'])
  const handler = 'function Name() {\n  return <a onClick={() => session.value}>x</a>\n}'
  expect(findForgotten(parse('b.tsx', handler))).toEqual([])
})

/** Finds where a file writes a ref in the body of a component or hook. React may discard a rendering, but not this write. */
function writesWhileRendering(file: ts.SourceFile): string[] {
  const found: string[] = []
  search(file, undefined)
  return found

  function search(node: ts.Node, around: ts.Node | undefined) {
    const writes =
      ts.isBinaryExpression(node) &&
      node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
      ts.isPropertyAccessExpression(node.left) &&
      node.left.name.text === 'current'
    if (writes && around && isRendered(around)) found.push(`${file.fileName}: ${node.getText()}`)
    node.forEachChild((child) => search(child, ts.isFunctionLike(node) ? node : around))
  }
}

function isRendered(node: ts.Node): boolean {
  return ts.isFunctionDeclaration(node) && /^(use)?[A-Z]/.test(node.name?.text ?? '')
}

it('finds a ref that is written during rendering, and ignores effects and handlers', () => {
  const wrong = 'function useX(x) { const r = useRef(x); r.current = x; return r }'
  const right =
    'function useX(x) { const r = useRef(x); useEffect(() => { r.current = x }); function on() { r.current = 1 } }'
  expect(writesWhileRendering(parse('wrong.ts', wrong))).toHaveLength(1)
  expect(writesWhileRendering(parse('right.ts', right))).toEqual([])
})

it('finds no such ref in the panel', () => {
  expect(sources.length).toBeGreaterThan(50)
  expect(sources.flatMap(writesWhileRendering)).toEqual([])
})
