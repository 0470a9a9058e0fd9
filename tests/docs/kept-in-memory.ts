import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

const SERVER = join(import.meta.dirname, '../../server')

/** The files of the server with a variable of the module or a field of a class that changes while the process runs. */
export function filesWithState(): string[] {
  return globSync('**/*.ts', { cwd: SERVER })
    .filter((file) => stateOf(readFileSync(join(SERVER, file), 'utf8')).length > 0)
    .sort()
}

/** The names of the variables and fields that can change. */
export function stateOf(text: string): string[] {
  const source = ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  for (const statement of source.statements) {
    if (ts.isVariableStatement(statement)) {
      const isLet = (statement.declarationList.flags & ts.NodeFlags.Const) === 0
      for (const { name, initializer } of statement.declarationList.declarations) {
        if (isLet || isFilledLater(initializer)) found.push(name.getText())
      }
    }
    ts.forEachChild(statement, visit)
  }
  function visit(node: ts.Node): void {
    if (ts.isClassLike(node)) {
      for (const member of node.members) {
        if (ts.isPropertyDeclaration(member) && mayChange(member)) found.push(member.name.getText())
      }
    }
    ts.forEachChild(node, visit)
  }
  ts.forEachChild(source, (node) => {
    if (ts.isClassLike(node)) visit(node)
  })
  return [...new Set(found)]
}

function mayChange({ modifiers, initializer }: ts.PropertyDeclaration): boolean {
  const isReadonly = modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ReadonlyKeyword) ?? false
  return !isReadonly || isFilledLater(initializer)
}

/** True for an empty list, map or set, and for a queue. What has entries from the beginning is a constant. */
function isFilledLater(value: ts.Expression | undefined): boolean {
  if (!value) return false
  if (ts.isArrayLiteralExpression(value)) return value.elements.length === 0
  if (ts.isNewExpression(value)) {
    return /^(?:Weak)?(?:Map|Set)$/.test(value.expression.getText()) && !value.arguments?.length
  }
  return ts.isCallExpression(value) && value.expression.getText() === 'pLimit'
}
