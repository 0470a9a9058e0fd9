import { join, relative } from 'node:path'
import ts from 'typescript'
import { awaitsAfter, firstUse, handlesErrors, hasAwait, passesOn } from './syntax.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Methods of collections: they keep the promises that they get. */
const KEEPING = new Set(['push', 'unshift', 'set', 'add'])

/**
 * The promises in these files that nobody handles at once, as `path:line: what is wrong: the code`. If such a promise rejects while
 * something else is awaited, Node ends the process. Biome's `noFloatingPromises` finds a part of them: statements, with functions of
 * this project only.
 *
 * @param texts the sources of files that do not exist, by their paths
 */
export function findUnhandledPromises(paths: string[], texts: Record<string, string> = {}): string[] {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile)
  const parsed = ts.parseJsonConfigFileContent({ ...config, include: [], files: paths }, ts.sys, ROOT)
  const options = { ...parsed.options, noEmit: true, skipLibCheck: true }
  const host = ts.createCompilerHost(options, true)
  const readFromDisk = host.getSourceFile
  host.getSourceFile = (name, ...rest) => {
    const text = texts[relative(ROOT, name)]
    if (text === undefined) return readFromDisk(name, ...rest)
    return ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)
  }
  const program = ts.createProgram(
    paths.map((path) => join(ROOT, path)),
    options,
    host,
  )
  return paths.flatMap((path) => {
    const file = program.getSourceFile(join(ROOT, path))
    return file ? new Search(program.getTypeChecker(), file, path).run() : [`${path}: is missing`]
  })
}

class Search {
  readonly #checker: ts.TypeChecker
  readonly #file: ts.SourceFile
  readonly #path: string
  readonly #found: string[] = []

  constructor(checker: ts.TypeChecker, file: ts.SourceFile, path: string) {
    this.#checker = checker
    this.#file = file
    this.#path = path
  }

  run(): string[] {
    this.#visit(this.#file)
    return this.#found
  }

  #visit(node: ts.Node): void {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) this.#lookAtCall(node)
    if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) this.#lookAtCallback(node)
    ts.forEachChild(node, (child) => this.#visit(child))
  }

  /** What happens to the value of a call is looked at first, because asking for types takes most of the time. */
  #lookAtCall(call: ts.CallExpression | ts.NewExpression): void {
    if (handlesErrors(call)) return
    const problem = this.#problemOf(call)
    if (problem && this.#isPromise(call)) this.#report(call, problem)
  }

  #problemOf(node: ts.Node): string | undefined {
    const { parent } = node
    if (ts.isArrayLiteralExpression(parent) && awaitsAfter(node, parent))
      return 'something else is awaited first'
    if (passesOn(parent, node)) return this.#problemOf(parent)
    if (ts.isExpressionStatement(parent) || ts.isVoidExpression(parent)) return 'nobody awaits it'
    if (ts.isVariableDeclaration(parent)) return problemOfVariable(parent)
    if (ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent)) return 'a property keeps it'
    if (ts.isBinaryExpression(parent)) {
      const { kind } = parent.operatorToken
      const isAssignment = kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment
      const isAssigned = isAssignment && parent.right === node
      return isAssigned ? 'a variable or property keeps it' : undefined
    }
    if ((ts.isCallExpression(parent) || ts.isNewExpression(parent)) && parent.expression !== node) {
      const { expression } = parent
      if (ts.isPropertyAccessExpression(expression) && KEEPING.has(expression.name.text)) {
        return 'a collection keeps it'
      }
      if (awaitsAfter(node, parent)) return 'something else is awaited first'
    }
    return undefined
  }

  /** A function that returns a promise must not be where nobody looks at what it returns. */
  #lookAtCallback(node: ts.ArrowFunction | ts.FunctionExpression): void {
    if (isGivenToFinally(node)) return
    const isAsync = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword)
    const isHandled = !ts.isBlock(node.body) && ts.isCallExpression(node.body) && handlesErrors(node.body)
    if (!isAsync && (ts.isBlock(node.body) || !ts.isCallExpression(node.body) || isHandled)) return
    const wanted = this.#checker.getContextualType(node)?.getNonNullableType().getCallSignatures() ?? []
    const isIgnored =
      wanted.length > 0 && wanted.every((each) => each.getReturnType().flags & ts.TypeFlags.Void)
    if (!isIgnored) return
    if (isAsync || (!ts.isBlock(node.body) && this.#isPromise(node.body))) {
      this.#report(node, 'the caller does not await it')
    }
  }

  /** True for a promise and for a list of promises. */
  #isPromise(node: ts.Expression): boolean {
    return this.#isPromiseType(this.#checker.getTypeAtLocation(node))
  }

  #isPromiseType(type: ts.Type): boolean {
    if (type.isUnion()) return type.types.some((each) => this.#isPromiseType(each))
    if (['Promise', 'PromiseLike'].includes(type.symbol?.name ?? '')) return true
    if (!this.#checker.isArrayType(type) && !this.#checker.isTupleType(type)) return false
    return this.#checker.getTypeArguments(type as ts.TypeReference).some((each) => this.#isPromiseType(each))
  }

  #report(node: ts.Node, problem: string): void {
    const start = node.getStart(this.#file)
    const { line } = this.#file.getLineAndCharacterOfPosition(start)
    const [code = ''] = this.#file.text.slice(start, node.end).split('\n')
    this.#found.push(`${this.#path}:${line + 1}: ${problem}: ${code}`)
  }
}

/** Its type allows any function, but it awaits the promise. */
function isGivenToFinally({ parent }: ts.Node): boolean {
  if (!ts.isCallExpression(parent) || !ts.isPropertyAccessExpression(parent.expression)) return false
  return parent.expression.name.text === 'finally'
}

/** Nothing may be awaited between the declaration and the first use. */
function problemOfVariable({ name, parent }: ts.VariableDeclaration): string | undefined {
  const statement = parent.parent
  const block = statement.parent
  const isInBlock = ts.isVariableStatement(statement) && (ts.isBlock(block) || ts.isSourceFile(block))
  if (!isInBlock || !ts.isIdentifier(name)) return 'a variable keeps it'
  const later = block.statements.slice(block.statements.indexOf(statement) + 1)
  const used = later.findIndex((each) => firstUse(each, name.text) !== undefined)
  const [between, use] = [used < 0 ? later : later.slice(0, used), later[used]]
  if (!use) return 'nobody awaits it'
  return between.some(hasAwait) || firstUse(use, name.text) === 'after await'
    ? 'something else is awaited first'
    : undefined
}
