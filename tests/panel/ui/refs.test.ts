import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'

const PANEL = join(import.meta.dirname, '../../../panel')

/** Finds where `code` writes a ref in the body of a component or hook. React may discard a rendering, but not this write. */
function writesWhileRendering(name: string, code: string): string[] {
  const file = ts.createSourceFile(name, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const found: string[] = []
  visit(file, undefined)
  return found

  function visit(node: ts.Node, around: ts.Node | undefined) {
    const writes =
      ts.isBinaryExpression(node) &&
      node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
      ts.isPropertyAccessExpression(node.left) &&
      node.left.name.text === 'current'
    if (writes && around && isRendered(around)) found.push(`${name}: ${node.getText()}`)
    node.forEachChild((child) => visit(child, ts.isFunctionLike(node) ? node : around))
  }
}

function isRendered(node: ts.Node): boolean {
  return ts.isFunctionDeclaration(node) && /^(use)?[A-Z]/.test(node.name?.text ?? '')
}

it('finds a ref that is written during rendering, and ignores effects and handlers', () => {
  const wrong = 'function useX(x) { const r = useRef(x); r.current = x; return r }'
  const right =
    'function useX(x) { const r = useRef(x); useEffect(() => { r.current = x }); function on() { r.current = 1 } }'
  expect(writesWhileRendering('wrong.ts', wrong)).toHaveLength(1)
  expect(writesWhileRendering('right.ts', right)).toEqual([])
})

it('finds no such ref in the panel', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: PANEL })
  expect(files.length).toBeGreaterThan(50)
  expect(
    files.flatMap((name) => writesWhileRendering(name, readFileSync(join(PANEL, name), 'utf8'))),
  ).toEqual([])
})
