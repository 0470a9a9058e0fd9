/** Tests that changes use the records of their transaction, because a record can change between the checks of a request and its transaction. */
import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { beforeEach, expect, it, vi } from 'vitest'
import { insertComment } from '#server/features/comments/comment-queries.ts'
import { type Account, type Client, makeUser, signIn } from '../../support/accounts.ts'
import { setUpApp, testApp } from '../../support/app-setup.ts'
import { makeCompany, makeTurbine } from '../../support/builders.ts'

let account: Account
let client: Client
let turbine: number
let comment: number
let company: number
let user: number

setUpApp('file')
beforeEach(async () => {
  const { write } = testApp.services.db
  account = await makeUser(testApp, { role: 'superadmin' })
  client = await signIn(testApp, account)
  company = await makeCompany(testApp)
  user = (await makeUser(testApp)).id
  turbine = await makeTurbine(testApp, { company_id: await makeCompany(testApp), code: 'OLD' })
  const author = { user_id: account.id, user_name: 'Ada Yel' }
  const row = { turbine_id: turbine, ...author, comment: 'old', finding_id: null }
  comment = await insertComment(write, { ...row, audience: 'all' })
  await write.deleteFrom('audit').execute()
})

/** Renames every record when the next transaction begins, which is after the first checks. */
function renameBeforeNextTransaction(): void {
  const { transactions, db } = testApp.services
  const run = transactions.run.bind(transactions)
  vi.spyOn(transactions, 'run').mockImplementationOnce(async (work, onFullDisk) => {
    const rename = (id: number, email: string) =>
      db.write.updateTable('user').set({ email, email_folded: email }).where('id', '=', id).execute()
    await rename(account.id, `viewer${account.id}@new.example`)
    await rename(user, `user${user}@new.example`)
    await db.write.updateTable('turbine').set({ code: 'NEW' }).where('id', '=', turbine).execute()
    await db.write
      .updateTable('company')
      .set({ name: `New ${company}`, name_folded: `new ${company}` })
      .where('id', '=', company)
      .execute()
    return run(work, onFullDisk)
  })
}

const changed = { city: 'izmir', code: 'NEW', location: 'Mordoğan' }
const form = () => {
  const files = new FormData()
  files.set('year', '2026')
  files.append('reports', new Blob(['%PDF-1.7\n%%EOF\n']), 'new.pdf')
  return files
}

it.each<[action: string, send: () => Promise<Response>, name: () => string]>([
  ['session.end', () => client.send('POST', '/api/auth/logout'), () => `viewer${account.id}@new.example`],
  [
    'password.change',
    () =>
      client.json('PUT', '/api/auth/password', { current_password: account.password, password: 'another-1' }),
    () => `viewer${account.id}@new.example`,
  ],
  ['turbine.edit', () => client.json('PUT', `/api/turbines/${turbine}`, changed), () => 'NEW'],
  ['turbine.delete', () => client.delete(`/api/turbines/${turbine}`), () => 'NEW'],
  ['report.add', () => client.send('POST', `/api/turbines/${turbine}/reports`, form()), () => 'new.pdf'],
  [
    'comment.add',
    () => client.json('POST', `/api/turbines/${turbine}/comments`, { comment: 'x' }),
    () => 'NEW',
  ],
  [
    'comment.edit',
    () => client.json('PUT', `/api/turbines/${turbine}/comments/${comment}`, { comment: 'x' }),
    () => 'NEW',
  ],
  ['comment.delete', () => client.delete(`/api/turbines/${turbine}/comments/${comment}`), () => 'NEW'],
  [
    'company.edit',
    () => client.json('PUT', `/api/companies/${company}`, { phone: '1' }),
    () => `New ${company}`,
  ],
  ['company.delete', () => client.delete(`/api/companies/${company}`), () => `New ${company}`],
  [
    'user.edit',
    () => client.json('PUT', `/api/users/${user}`, { first_name: 'Deniz' }),
    () => `user${user}@new.example`,
  ],
  [
    'user.set-password',
    () => client.json('PUT', `/api/users/${user}/password`, { password: 'another-1' }),
    () => `user${user}@new.example`,
  ],
  ['user.delete', () => client.delete(`/api/users/${user}`), () => `user${user}@new.example`],
])('%s uses the records of its transaction', async (action, send, name) => {
  renameBeforeNextTransaction()
  const { status } = await send()
  const entries = await testApp.services.db.read
    .selectFrom('audit')
    .select(['action', 'record_name', 'user_email', 'changed'])
    .execute()
  expect([status < 300, entries]).toEqual([
    true,
    [expect.objectContaining({ action, record_name: name(), user_email: `viewer${account.id}@new.example` })],
  ])
})

/** The names of the records that checks load: `viewer`, and the names given to `loadRecord` and `loadRecordAfter`. */
const RECORDS = new Set(['viewer', ...globSync('server/**/*.ts').flatMap(loadedIn)])

function loadedIn(file: string): string[] {
  const calls = readFileSync(file, 'utf8').matchAll(/loadRecord(?:After\(\s*\w+,|\()\s*'(\w+)'/g)
  return [...calls].map(([, name = '']) => name)
}

/** The names of a function's parameters and of the constants inside it. */
function declaredIn(work: ts.Node): Set<string> {
  const names = new Set<string>()
  const visit = (node: ts.Node) => {
    const isDeclaration = ts.isParameter(node) || ts.isVariableDeclaration(node) || ts.isBindingElement(node)
    if (isDeclaration && ts.isIdentifier(node.name)) names.add(node.name.text)
    ts.forEachChild(node, visit)
  }
  visit(work)
  return names
}

/** Finds records that the work of a checked transaction reads as `name` or `c.var.name` and not from its argument. */
function staleReads(file: string, text: string): string[] {
  const found: string[] = []
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const isVariable = (node: ts.Identifier) => {
    const { parent } = node
    if (ts.isPropertyAssignment(parent)) return parent.name !== node
    return !ts.isPropertyAccessExpression(parent) || parent.expression === node
  }
  const collectReads = (node: ts.Node, own: Set<string>) => {
    if (ts.isIdentifier(node) && RECORDS.has(node.text) && isVariable(node) && !own.has(node.text)) {
      found.push(`${file}: ${node.text}`)
    }
    if (ts.isPropertyAccessExpression(node) && node.name.text === 'var') {
      const { parent } = node
      const read = ts.isPropertyAccessExpression(parent) ? parent.name.text : parent.getText(source)
      if (!['services', 'log', 'requestId'].includes(read)) found.push(`${file}: ${parent.getText(source)}`)
    }
    ts.forEachChild(node, (child) => collectReads(child, own))
  }
  const collectWork = (work: ts.Node | undefined) => {
    const isInline = work && (ts.isArrowFunction(work) || ts.isMethodDeclaration(work)) && work.body
    if (isInline) collectReads(isInline, declaredIn(work))
    else found.push(`${file}: the work is not an inline function`)
  }
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node) && node.expression.getText(source) === 'inCheckedTransaction')
      collectWork(node.arguments[1])
    if (ts.isCallExpression(node) && node.expression.getText(source) === 'makeOncePerKey') {
      const making = node.arguments[1]
      const parts = making && ts.isObjectLiteralExpression(making) ? making.properties : []
      for (const name of ['make', 'read']) {
        const part = parts.find((part) => part.name?.getText(source) === name)
        collectWork(part && ts.isPropertyAssignment(part) ? part.initializer : part)
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

it('finds no checked transaction in the server that reads a record loaded before it', () => {
  const files = globSync('server/**/*.ts')
  expect(files.length).toBeGreaterThan(100)
  expect([...RECORDS]).toEqual(expect.arrayContaining(['turbine', 'photo', 'partialUpload', 'user']))
  expect(files.flatMap((file) => staleReads(file, readFileSync(file, 'utf8')))).toEqual([])
})

it('finds every form of such a read', () => {
  const reads = (work: string) => staleReads('x.ts', `inCheckedTransaction(c, ${work})`).length
  expect(reads('async (t) => remove(t, turbine.id)')).toBe(1)
  expect(reads('async (t, { viewer }) => remove(t, c.var.turbine.id, viewer)')).toBe(1)
  expect(reads('async (t) => { const { turbine } = c.var }')).toBeGreaterThan(0)
  expect(reads('async (t, { turbine }) => remove(t, turbine.id, { comment: c.var.services })')).toBe(0)
  const once = (making: string) => staleReads('x.ts', `makeOncePerKey(c, ${making})`).length
  expect(
    once('{ async make(t) { return add(t, turbine.id) }, read: (t, _, id) => get(t, viewer, id) }'),
  ).toBe(2)
  expect(once('{ make: (t, { turbine }) => add(t, turbine), read: (t, { viewer }) => get(t, viewer) }')).toBe(
    0,
  )
  expect(once('making')).toBe(2)
})
