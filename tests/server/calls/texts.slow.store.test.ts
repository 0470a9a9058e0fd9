/**
 * Sends invisible characters in every text field of every call. The calls and their fields come from the OpenAPI document, so a
 * new field is tested without a change of this file.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { type Client, makeUser, signIn } from '../../support/accounts.ts'
import { company, setUpCompany, testApp } from '../../support/app-setup.ts'
import { jpeg, makeCompany, makeTurbine, pdf, readData } from '../../support/builders.ts'
import { addFinding } from '../../support/finding-setup.ts'
import { readInspection } from '../../support/inspection-setup.ts'

interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  minLength?: number
  properties?: Record<string, Schema>
  anyOf?: Schema[]
  examples?: Record<string, unknown>[]
}
interface Operation {
  parameters?: { name: string; in: string }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
interface Contract {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}
interface Call {
  method: string
  path: string
  operation: Operation
  json: Schema | undefined
  form: Schema | undefined
}

let superadmin: Client
const calls: Call[] = []
/** The ids of the records in addresses, by the segment before the id, such as `turbines`. */
let records: Record<string, number>
let sent = 0
/** The password of all users of `makeUser`. */
const PASSWORD = 'rüzgâr-12'

setUpCompany('file', [], { env: { TRUST_PROXY: '1' }, jobs: 'wait' })
beforeAll(async () => {
  superadmin = await signIn(testApp, await makeUser(testApp, { role: 'superadmin' }))
  const turbines = await makeTurbine(testApp, { company_id: company })
  const written = await superadmin.json('POST', `/api/turbines/${turbines}/comments`, { comment: 'x' })
  const { data } = (await written.json()) as { data: { id: number } }
  const { id: users } = await makeUser(testApp)
  const findings = (await addFinding(superadmin, turbines)).id
  const { id: photos } = await superadmin.uploadPhoto(turbines, 'a.jpg', await jpeg())
  const [report] = await readData<{ id: number }[]>(
    await superadmin.uploadReports(turbines, { 'a.pdf': pdf() }),
  )
  const reports = report?.id ?? 0
  records = {
    turbines,
    users,
    companies: await makeCompany(testApp),
    comments: data.id,
    findings,
    photos,
    reports,
  }
  const { paths, components } = (await (await superadmin.get('/api/openapi.json')).json()) as Contract
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const content = operation.requestBody?.content ?? {}
      const resolve = (schema?: Schema) =>
        schema?.$ref === undefined ? schema : components.schemas[schema.$ref.split('/').at(-1) ?? '']
      calls.push({
        method: method.toUpperCase(),
        path,
        operation,
        json: resolve(content['application/json']?.schema),
        form: resolve(content['multipart/form-data']?.schema),
      })
    }
  }
})

function isText({ type, enum: values, anyOf = [] }: Schema): boolean {
  return (values === undefined && [type].flat().includes('string')) || anyOf.some(isText)
}

/** The client for a call. A change of the own password gets a new user each time, because the next change needs the old password. */
async function senderOf({ path }: Call): Promise<Client> {
  if (path !== '/api/auth/password') return superadmin
  return signIn(testApp, await makeUser(testApp, { role: 'superadmin' }))
}

function addressOf({ path }: Call): string {
  const id = records[path.split('/')[2] ?? '']
  return path
    .replace('{id}', String(id))
    .replace('{commentId}', String(records.comments))
    .replace('{findingId}', String(records.findings))
    .replace('{reportId}', String(records.reports))
    .replace('{year}', '2026')
}

/** The documented example of a body, with ids that exist and names that are new. */
function exampleOf({ method, path, json }: Call): Record<string, unknown> {
  const example = json?.examples?.[0]
  if (!example) throw new Error(`The contract has no example for the body of ${method} ${path}.`)
  sent += 1
  const valid: Record<string, unknown> = {
    company_id: company,
    email: `text${sent}@kanat.example`,
    name: `Bora Enerji ${sent}`,
    current_password: PASSWORD,
    // The turbine of the test has no such records.
    photo_id: null,
    shape: null,
    finding_id: null,
    finding_ids: [records.findings],
    photo_ids: [records.photos],
  }
  const known = Object.entries(valid).filter(([name]) => name in (json?.properties ?? {}))
  return { ...example, ...Object.fromEntries(known) }
}

/** A step that the inspection of the test can take now: it goes to the review and back. */
async function nextStep(call: Call): Promise<object> {
  if (!call.path.endsWith('/transitions')) return {}
  const { state, revision } = await readInspection(superadmin, records.turbines ?? 0)
  return { to: state === 'open' ? 'in_review' : 'open', revision }
}

async function send(call: Call, change: (example: Record<string, unknown>) => Record<string, unknown>) {
  const client = await senderOf(call)
  const body = change({ ...exampleOf(call), ...(await nextStep(call)) })
  const headers = { 'X-Forwarded-For': `10.1.${sent & 255}.${sent >> 8}` }
  return client.json(call.method, addressOf(call), body, headers)
}

function textsOf(call: Call): [name: string, schema: Schema][] {
  return Object.entries(call.json?.properties ?? {}).filter(([, schema]) => isText(schema))
}

/** The text with `inserted` between its second and third character. */
function insert(inserted: string, text: unknown): string {
  const before = typeof text === 'string' && text.length > 1 ? text : 'kanat'
  return before.slice(0, 2) + inserted + before.slice(2)
}

const CLEANED_CHARACTERS = {
  'a right-to-left override': '\u202e',
  'a zero-width space': '\u200b',
  'a soft hyphen': '\u00ad',
  'an i with a combining dot': 'i\u0307',
  'a decomposed letter': 'u\u0308',
  'a line break': '\n',
  'a bell': '\u0007',
  'an unpaired surrogate': '\ud800',
}

describe('a text in a body', () => {
  it('is refused with a NUL, and the answer names the field', async () => {
    let fields = 0
    for (const call of calls) {
      for (const [name] of textsOf(call)) {
        const answer = await send(call, (example) => ({ ...example, [name]: insert('\0', example[name]) }))
        const { error, issues } = (await answer.json()) as { error: string; issues?: { path: string }[] }
        const where = `${call.method} ${call.path} ${name}`
        expect([where, answer.status, error]).toEqual([where, 400, 'validation_failed'])
        expect([where, issues?.map(({ path }) => path)]).toEqual([where, [name]])
        fields += 1
      }
    }
    expect(fields).toBeGreaterThan(30)
  })

  it('is stored cleaned or refused', async () => {
    for (const call of calls) {
      for (const [name, { minLength = 0 }] of textsOf(call)) {
        for (const [what, character] of Object.entries(CLEANED_CHARACTERS)) {
          // The examples before have changed the records, so what a client has read of them is old.
          const { status } = await send(call, ({ revisions: _, replaces: __, ...example }) => ({
            ...example,
            [name]: insert(character, example[name]),
          }))
          const where = `${call.method} ${call.path} ${name}, ${what}`
          expect([where, status]).toEqual([
            where,
            // The sender is the protected user, whose own name cannot be changed, and the example has no invitation.
            expect.toSatisfy((got) => [200, 201, 400, 401, 403, 404].includes(got)),
          ])
        }
        const { status } = await send(call, (example) => ({ ...example, [name]: ' \u200b\u3164 ' }))
        const where = `${call.method} ${call.path} ${name}, blank`
        if (minLength > 0 && !name.includes('password')) expect([where, status]).toEqual([where, 400])
      }
    }
    const { rows } = await testApp.contents()
    for (const [table, all] of Object.entries(rows)) {
      for (const row of all) {
        for (const [column, value] of Object.entries(row as object)) {
          if (typeof value !== 'string') continue
          const isLong = [
            'comment.comment',
            'company.address',
            'finding.text',
            'inspection.not_seen',
            'inspection_step.reason',
          ].includes(`${table}.${column}`)
          const invisible = isLong ? /(?!\n)[\p{C}]/u : /\p{C}/u
          expect([table, column, value]).not.toEqual([table, column, expect.stringMatching(invisible)])
          expect([table, column, value]).toEqual([table, column, value.normalize('NFC').trim()])
        }
      }
    }
    const comments = rows.comment as { comment: string }[]
    expect(comments.some(({ comment }) => comment.includes('\n'))).toBe(true)
  })
})

describe('an address', () => {
  it('is refused with a NUL in its path or its query, for every call', async () => {
    for (const { method, path, operation } of calls) {
      const filled = path.replace(/\{\w+\}/g, '1')
      const names = (operation.parameters ?? []).filter((one) => one.in === 'query').map(({ name }) => name)
      const addresses = [
        ...[...names, 'user_id'].map((name) => `${filled}?${name}=1%00`),
        `${filled}?a%00=1`,
        `${filled}%00`,
        ...[...path.matchAll(/\{\w+\}/g)].map(([part]) =>
          path.replace(part, 'a%00b').replace(/\{\w+\}/g, '1'),
        ),
      ]
      for (const address of addresses) {
        const answer = await superadmin.send(method, address)
        expect([method, address, answer.status]).toEqual([method, address, 400])
      }
    }
    for (const path of ['/about%00', '/%00', '/login?next=%00']) {
      expect([path, (await superadmin.get(path)).status]).toEqual([path, 400])
    }
  })
})

describe('a part of a form', () => {
  const part = (head: string, body: string) =>
    `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`

  it('is refused with a NUL in its name, its text or its file name', async () => {
    const before = await testApp.files()
    const uploads = calls.filter(({ form }) => form !== undefined)
    expect(uploads).toHaveLength(2)
    for (const { method, path, form } of uploads) {
      const turbine = await makeTurbine(testApp, { company_id: company })
      const files = Object.entries(form?.properties ?? {}).find(([, { type }]) => type === 'array')?.[0]
      const texts = Object.keys(form?.properties ?? {}).filter((name) => name !== files)
      const pdf = (filename: string) => part(`name="${files}"; ${filename}`, '%PDF-1.7\n%%EOF')
      const valid =
        part('name="year"', '2026') + part('name="room"', '1').repeat(texts.includes('room') ? 1 : 0)
      const forms = [
        ...texts.map((name) => part(`name="${name}"`, '1\0') + pdf('filename="a.pdf"')),
        valid + part('name="no\0te"', 'x') + pdf('filename="a.pdf"'),
        valid + pdf('filename="a\0.pdf"'),
        valid + pdf("filename*=utf-8''a%00.pdf"),
      ]
      for (const body of forms) {
        const answer = await superadmin.send(
          method,
          path.replace('{id}', String(turbine)),
          `${body}--b--\r\n`,
          { 'Content-Type': 'multipart/form-data; boundary=b' },
        )
        expect([path, body, answer.status]).toEqual([path, body, 400])
      }
    }
    expect(await testApp.files()).toEqual(before)
  })
})

describe('a company name', () => {
  it.each([
    ['İZMİR', 'i\u0307zmi\u0307r'],
    ['Işık', 'IŞIK\u200b'],
    ['Rüzgâr', 'Ru\u0308zga\u0302r'],
    ['Bora Enerji', '\u202eBora\u00a0Enerji'],
  ])('%s is the same name as %j', async (name, same) => {
    expect((await superadmin.json('POST', '/api/companies', { name: `${name} A.Ş.` })).status).toBe(201)
    const answer = await superadmin.json('POST', '/api/companies', { name: `${same} A.Ş.` })
    expect(answer.status).toBe(409)
  })
})
