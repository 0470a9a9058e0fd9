/** What the text of the code says about a promise, without types. */
import ts from 'typescript'

/** True if the errors of the promise that this call returns are handled, or cannot exist. */
export function handlesErrors(call: ts.CallExpression | ts.NewExpression): boolean {
  const { expression } = call
  if (ts.isIdentifier(expression)) return expression.text === 'awaitedLater'
  if (!ts.isPropertyAccessExpression(expression)) return false
  const { text } = expression.name
  const count = call.arguments?.length ?? 0
  if (
    expression.expression.getText() === 'Promise' &&
    (text === 'allSettled' || (text === 'resolve' && count === 0))
  )
    return true
  if (text === 'map' && call.arguments?.[0]?.getText() === 'awaitedLater') return true
  if (text === 'catch') return count === 1
  if (text === 'then') return count === 2
  return (
    text === 'finally' && ts.isCallExpression(expression.expression) && handlesErrors(expression.expression)
  )
}

/** True if the value of `outer` is, or contains, the value of `inner`. */
export function passesOn(outer: ts.Node, inner: ts.Node): boolean {
  if (ts.isConditionalExpression(outer)) return outer.condition !== inner
  if (ts.isBinaryExpression(outer)) return ['??', '||', '&&'].includes(outer.operatorToken.getText())
  return (
    ts.isParenthesizedExpression(outer) ||
    ts.isAsExpression(outer) ||
    ts.isSatisfiesExpression(outer) ||
    ts.isNonNullExpression(outer) ||
    ts.isSpreadElement(outer) ||
    ts.isArrayLiteralExpression(outer)
  )
}

/** True if an element of `list` after `node` awaits something. */
export function awaitsAfter(node: ts.Node, list: ts.Node): boolean {
  let isAfter = false
  let awaits = false
  ts.forEachChild(list, (child) => {
    awaits ||= isAfter && hasAwait(child)
    isAfter ||= child === node
  })
  return awaits
}

/** True if the code awaits something itself, not inside of a function in it. */
export function hasAwait(node: ts.Node): boolean {
  if (ts.isAwaitExpression(node) || (ts.isForOfStatement(node) && node.awaitModifier)) return true
  if (ts.isFunctionLike(node)) return false
  return ts.forEachChild(node, (child) => hasAwait(child) || undefined) ?? false
}

/** Whether the first use of a variable comes before or after the first await in this statement; undefined if there is no use. */
export function firstUse(statement: ts.Node, name: string): 'at once' | 'after await' | undefined {
  let isAfterAwait = false
  const visit = (node: ts.Node): 'at once' | 'after await' | undefined => {
    if (ts.isIdentifier(node) && node.text === name) return isAfterAwait ? 'after await' : 'at once'
    const found = ts.forEachChild(node, visit)
    // The operand of an await is evaluated before it waits.
    if (ts.isAwaitExpression(node)) isAfterAwait = true
    return found
  }
  return visit(statement)
}
