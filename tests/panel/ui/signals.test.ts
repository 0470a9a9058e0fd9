import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'

const PANEL = join(import.meta.dirname, '../../../panel')
/** What makes a signal; `storedValue` is that of `panel/preferences/`. */
const MAKERS = /^(signal|computed|useSignal|useComputed|storedValue)\b/
const SIGNAL_TYPE = /^(Readonly)?Signal\b/
/** A function that these call runs while the component renders. Other functions inside of a component run later. */
const RENDERING = /\.(map|flatMap|filter|find|findLast|some|every|toSorted|sort)$|^useMemo$/

const sources = globSync('**/*.{ts,tsx}', { cwd: PANEL }).map((file) =>
  ts.createSourceFile(file, readFileSync(join(PANEL, file), 'utf8'), ts.ScriptTarget.Latest, true),
)

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

it('are read by components and hooks only together with useSignals()', () => {
  // Otherwise the test would read nothing.
  expect([...signals]).toEqual(expect.arrayContaining(['language', 'session', 'files']))
  expect(sources.flatMap(findForgotten)).toEqual([])
})

it('are seen in a component that forgets useSignals()', () => {
  const component = 'function Name() {\n  return <p>{session.value?.userId}</p>\n}'
  const forgetful = ts.createSourceFile('a.tsx', component, ts.ScriptTarget.Latest, true)
  expect(findForgotten(forgetful)).toEqual(['a.tsx: Name reads session'])
  const handler = 'function Name() {\n  return <a onClick={() => session.value}>x</a>\n}'
  expect(findForgotten(ts.createSourceFile('b.tsx', handler, ts.ScriptTarget.Latest, true))).toEqual([])
})
