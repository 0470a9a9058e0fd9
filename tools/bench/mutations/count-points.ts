import ts from 'typescript'

/** A place of the code whose execution is counted. */
export interface Point {
  /** The offset of its first letter, and that after its last letter. */
  start: number
  end: number
  /** From 1. */
  line: number
  kind: 'statement' | 'branch'
  /** False for what runs when the module is loaded. */
  isInFunction: boolean
}

interface Insertion {
  at: number
  text: string
  closes: boolean
}

/** What the program calls at a point, with the number of the point. */
const CALL = '__countPoint'

/**
 * Finds the statements and branches of a file and writes a call of the counter before each. Lines stay where they are.
 *
 * @param first the number of the first point
 * @param header the beginning of the first line, which defines the counter
 */
export function countPoints(
  text: string,
  first: number,
  header: string,
): { points: Point[]; counted: string } {
  const file = ts.createSourceFile('counted.ts', text, ts.ScriptTarget.Latest, true)
  const points: Point[] = []
  const insertions: Insertion[] = []

  const insert = (at: number, added: string, closes = false) => insertions.push({ at, text: added, closes })
  const add = (node: ts.Node, kind: Point['kind']): string => {
    const start = node.getStart(file)
    const line = file.getLineAndCharacterOfPosition(start).line + 1
    points.push({ start, end: node.end, line, kind, isInFunction: isInFunction(node) })
    return `${CALL}(${first + points.length - 1})`
  }
  const wrap = (expression: ts.Expression, kind: Point['kind']) => {
    insert(expression.getStart(file), `(${add(expression, kind)}, `)
    visit(expression)
    insert(expression.end, ')', true)
  }
  const visitBody = (body: ts.Statement, kind: Point['kind']) => {
    insert(body.getStart(file), `{ ${add(body, kind)}; `)
    visitStatement(body)
    insert(body.end, ' }', true)
  }
  const visitStatement = (statement: ts.Statement) => {
    if (isCounted(statement)) insert(statement.getStart(file), `${add(statement, 'statement')};`)
    visit(statement)
  }
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || isDeclaredOnly(node)) return
    if (ts.isIfStatement(node)) {
      visit(node.expression)
      visitBody(node.thenStatement, 'branch')
      if (node.elseStatement) visitBody(node.elseStatement, 'branch')
      else insert(node.end, ` else ${add(node, 'branch')};`, true)
    } else if (ts.isConditionalExpression(node)) {
      visit(node.condition)
      wrap(node.whenTrue, 'branch')
      wrap(node.whenFalse, 'branch')
    } else if (ts.isBinaryExpression(node) && isLogical(node.operatorToken.kind)) {
      visit(node.left)
      wrap(node.right, 'branch')
    } else if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) {
      node.parameters.forEach(visit)
      wrap(node.body, 'statement')
    } else if (ts.isIterationStatement(node, false)) {
      node.forEachChild((child) =>
        child === node.statement ? visitBody(node.statement, 'branch') : visit(child),
      )
    } else if (ts.isCaseOrDefaultClause(node)) {
      if (ts.isCaseClause(node)) visit(node.expression)
      insert(node.statements[0]?.getStart(file) ?? node.end, `${add(node, 'branch')};`)
      node.statements.forEach(visitStatement)
    } else if (ts.isBlock(node) || ts.isSourceFile(node)) {
      node.statements.forEach(visitStatement)
    } else {
      node.forEachChild(visit)
    }
  }
  visit(file)
  return { points, counted: header + apply(text, insertions) }
}

function isInFunction(node: ts.Node): boolean {
  return node.parent !== undefined && (ts.isFunctionLike(node.parent) || isInFunction(node.parent))
}

/** Statements that do something when they run. */
function isCounted(statement: ts.Statement): boolean {
  return !(
    ts.isBlock(statement) ||
    ts.isEmptyStatement(statement) ||
    ts.isImportDeclaration(statement) ||
    ts.isExportDeclaration(statement) ||
    ts.isFunctionDeclaration(statement) ||
    isDeclaredOnly(statement)
  )
}

function isDeclaredOnly(node: ts.Node): boolean {
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return true
  return (
    ts.canHaveModifiers(node) &&
    (ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword) ?? false)
  )
}

function isLogical(kind: ts.SyntaxKind): boolean {
  return (
    kind === ts.SyntaxKind.AmpersandAmpersandToken ||
    kind === ts.SyntaxKind.BarBarToken ||
    kind === ts.SyntaxKind.QuestionQuestionToken
  )
}

/** At one place, what closes comes before what opens; otherwise they stay in the order in which they were found. */
function apply(text: string, insertions: readonly Insertion[]): string {
  const ordered = insertions.toSorted(
    (one, other) => one.at - other.at || Number(other.closes) - Number(one.closes),
  )
  let result = ''
  let done = 0
  for (const { at, text: added } of ordered) {
    result += text.slice(done, at) + added
    done = at
  }
  return result + text.slice(done)
}
