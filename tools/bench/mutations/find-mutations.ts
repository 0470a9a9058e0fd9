import ts from 'typescript'
import { nextAction, nextRight, PERMISSION_CHECKS, REFUSALS, RIGHTS_OF_RECORDS } from './permission-rules.ts'

export const KINDS = ['operator', 'bound', 'permission', 'await'] as const
type Kind = (typeof KINDS)[number]

/** One change of one file. */
export interface Change {
  kind: Kind
  path: string
  /** From 1. */
  line: number
  /** The offsets of the replaced text. */
  start: number
  end: number
  replacement: string
  /** The smallest statement or property around it, and the function, without line breaks: what the change is known by. */
  statement: string
  functionText: string
}

const OPERATORS: Partial<Record<ts.SyntaxKind, string>> = {
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: '!==',
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: '===',
  [ts.SyntaxKind.AmpersandAmpersandToken]: '||',
  [ts.SyntaxKind.BarBarToken]: '&&',
  [ts.SyntaxKind.PlusToken]: '-',
  [ts.SyntaxKind.MinusToken]: '+',
  [ts.SyntaxKind.AsteriskToken]: '/',
  [ts.SyntaxKind.SlashToken]: '*',
  [ts.SyntaxKind.PercentToken]: '*',
}
const BOUNDS: Partial<Record<ts.SyntaxKind, string>> = {
  [ts.SyntaxKind.LessThanToken]: '<=',
  [ts.SyntaxKind.LessThanEqualsToken]: '<',
  [ts.SyntaxKind.GreaterThanToken]: '>=',
  [ts.SyntaxKind.GreaterThanEqualsToken]: '>',
}

/** A number up to this one is changed by 1, a larger one is doubled: a limit of 10,001 instead of 10,000 is no fault that matters. */
const SMALL_NUMBER = 100

const LIMITING_CALLS = /(^|\.)(min|max|length|gt|gte|lt|lte|slice|subarray|limit|wholeNumber|pLimit)$/
const LIMITING_NAMES =
  /(^|_)(MAX|MIN|LIMIT|MOST|LEAST|LENGTH|BYTES|MB|MS|S|DAYS|YEARS?|PER|AGE|SIZE|PIXELS|FROM)(_|$)/

/** The longest statement that a change is known by, in letters. Of a longer one it is a part around the change. */
const STATEMENT_MAX_LENGTH = 200

/** Every change of one operator, bound, permission or `await` that can be made in the file. */
export function findChanges(path: string, text: string): Change[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const changes: Change[] = []

  const add = (
    kind: Kind,
    node: ts.Node,
    replacement: string,
    start = node.getStart(file),
    end = node.end,
  ) => {
    const line = file.getLineAndCharacterOfPosition(start).line + 1
    const statement = textOf(statementOf(node))
    const functionText = textOf(functionOf(node))
    changes.push({ kind, path, line, start, end, replacement, statement, functionText })
  }
  const textOf = (node: ts.Node) => node.getText(file).replace(/\s+/g, ' ')
  /** The largest part of the statement or property around it that is not too long. */
  const statementOf = (node: ts.Node): ts.Node => {
    let found = node
    while (found.parent && textOf(found.parent).length <= STATEMENT_MAX_LENGTH) {
      if (ts.isStatement(found) || ts.isPropertyAssignment(found)) break
      found = found.parent
    }
    return found
  }

  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isImportDeclaration(node)) return
    if (ts.isBinaryExpression(node)) {
      const token = node.operatorToken
      const operator = isText(node.left) || isText(node.right) ? undefined : OPERATORS[token.kind]
      const bound = BOUNDS[token.kind]
      if (operator) add(isAboutRights(node) ? 'permission' : 'operator', token, operator)
      if (bound) add('bound', token, bound)
    } else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
      add(
        isAboutRights(node) ? 'permission' : 'operator',
        node,
        '',
        node.getStart(file),
        node.operand.getStart(file),
      )
    } else if (node.kind === ts.SyntaxKind.TrueKeyword) {
      add('operator', node, 'false')
    } else if (node.kind === ts.SyntaxKind.FalseKeyword) {
      add('operator', node, 'true')
    } else if (ts.isNumericLiteral(node) && isLimit(node)) {
      add('bound', node, changedNumber(node.text))
    } else if (ts.isThrowStatement(node) && REFUSALS.test(textOf(node.expression))) {
      add('permission', node, '{}')
    } else if (ts.isAwaitExpression(node) && !isReturnedAtOnce(node)) {
      const isOwnStatement = ts.isExpressionStatement(node.parent)
      add('await', node, isOwnStatement ? ';' : '', node.getStart(file), node.expression.getStart(file))
    } else if (ts.isCallExpression(node)) {
      visitCall(node)
    } else if (/\/(permissions|grants|records)\.ts$/.test(path)) {
      const right = nextRight(node)
      if (right !== undefined) add('permission', node, right)
    }
    node.forEachChild(visit)
  }
  const visitCall = (call: ts.CallExpression): void => {
    const called = call.expression
    const [argument] = call.arguments
    if (ts.isIdentifier(called) && PERMISSION_CHECKS.has(called.text)) add('permission', call, 'true')
    if (ts.isIdentifier(called) && called.text === 'permit' && argument && ts.isStringLiteral(argument)) {
      add('permission', argument, `'${nextAction(argument.text)}'`)
    }
    if (!ts.isPropertyAccessExpression(called)) return
    const { name, expression } = called
    if (name.text === 'where' && RIGHTS_OF_RECORDS.test(call.arguments.map(textOf).join())) {
      add('permission', call, '', expression.end, call.end)
    }
    if (textOf(expression) === 'Math' && name.text === 'min') add('bound', name, 'max')
    if (textOf(expression) === 'Math' && name.text === 'max') add('bound', name, 'min')
  }
  const isAboutRights = (node: ts.Node) => RIGHTS_OF_RECORDS.test(textOf(node))
  visit(file)
  return changes
}

function ancestor(node: ts.Node, is: (node: ts.Node) => boolean): ts.Node {
  let found = node
  while (found.parent && !is(found)) found = found.parent
  return found
}

function functionOf(node: ts.Node): ts.Node {
  const found = ancestor(node, ts.isFunctionLike)
  return ts.isSourceFile(found) ? node : found
}

/** True for what joins texts; `+` is then no operator of numbers. */
function isText(node: ts.Expression): boolean {
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    return isText(node.left) || isText(node.right)
  }
  return ts.isStringLiteral(node) || ts.isTemplateLiteral(node)
}

/** True for a number in a comparison, in a call that limits something, and in the value of a constant that is named as a limit. */
function isLimit(node: ts.NumericLiteral): boolean {
  const { parent } = node
  if (ts.isCallExpression(parent)) return LIMITING_CALLS.test(parent.expression.getText())
  if (ts.isBinaryExpression(parent) && BOUNDS[parent.operatorToken.kind]) return true
  let value: ts.Node = node
  while (ts.isBinaryExpression(value.parent)) value = value.parent
  return ts.isVariableDeclaration(value.parent) && LIMITING_NAMES.test(value.parent.name.getText())
}

function changedNumber(text: string): string {
  const value = Number(text.replaceAll('_', ''))
  return String(value <= SMALL_NUMBER ? value + 1 : value * 2)
}

/** `return await` outside of `try` gives what `return` gives. */
function isReturnedAtOnce(node: ts.AwaitExpression): boolean {
  const isReturned = ts.isReturnStatement(node.parent) || ts.isArrowFunction(node.parent)
  if (!isReturned) return false
  const around = ancestor(node, (one) => ts.isFunctionLike(one) || ts.isTryStatement(one))
  return !ts.isTryStatement(around)
}
