/** Sends what would take long if its size were checked too late, and measures the longest work for which everybody else waits. */
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ISSUES_LISTED_MAX, JSON_BODY_MAX, JSON_VALUES_MAX, OPEN_JSON_BODY_MAX } from '#domain/limits.ts'
import { type Client, makeVisitor, signInAs } from '../../support/accounts.ts'
import { company, setUpFarm, testApp, turbine } from '../../support/app-setup.ts'
import { uploadForm } from '../../support/builders.ts'
import { LongestWork } from '../../support/time/longest-work.ts'

/** How many times as long as a harmless request of a megabyte the work may take. Without the limits, it takes a thousand times as long. */
const HARMLESS_TIMES = 20
const HARMLESS_REQUESTS = 10

let superadmin: Client
let harmless: number
let work: LongestWork

setUpFarm('file', [], { env: { TRUST_PROXY: '1' } })
beforeAll(async () => {
  superadmin = await signInAs(testApp, 'superadmin', company)
  work = new LongestWork()
  const comment = 'x'.repeat(SIGNED_IN_BYTES)
  // Several, so that a collection of garbage is in the longest of them, as it is in those that are compared.
  for (let count = 0; count < HARMLESS_REQUESTS; count += 1)
    await send(superadmin, 'POST', `/api/turbines/${turbine}/comments`, { comment })
  harmless = await work.end()
})

beforeEach(() => {
  work = new LongestWork()
})
afterEach(async () => expect((await work.end()) / harmless).toBeLessThan(HARMLESS_TIMES))

interface Answer {
  error?: string
  issues?: { path: string; message: string }[]
  more_issues?: number
  data?: { refused: { issues: { column: string }[] }[]; ignored_columns: string[] }
}

async function send(client: Client, method: string, path: string, body: unknown, address = '10.1.1.1') {
  const answer = await client.json(method, path, body, {
    'X-Forwarded-For': address,
    'Accept-Language': 'en',
  })
  const text = await answer.text()
  return { status: answer.status, size: text.length, ...(JSON.parse(text) as Answer) }
}

/** A letter with marks in the wrong order. @param bytes its size in UTF-8 */
const marks = (bytes: number) => `a${'\u0300'.repeat(bytes / 4)}${'\u0316'.repeat(bytes / 4)}`
/** As much as fits into a body beside the other fields; the call of a sign-in has two texts. */
const OPEN_BYTES = OPEN_JSON_BODY_MAX / 2 - 1000
const SIGNED_IN_BYTES = JSON_BODY_MAX - 1000

const OPEN_CALLS: [path: string, body: (text: string) => object][] = [
  ['/api/auth/login', (text) => ({ email: text, password: text })],
  ['/api/auth/password-reset', (text) => ({ email: text })],
  ['/api/contact', (name) => ({ name, phone: '1', subject: 'x', message: 'y' })],
  ['/api/contact', (message) => ({ name: 'x', phone: '1', subject: 'y', message })],
]

describe('a call without sign-in', () => {
  it.each(OPEN_CALLS)('%s refuses marks in any number', async (path, body) => {
    for (const bytes of [4000, OPEN_BYTES]) {
      const { status, error } = await send(makeVisitor(testApp), 'POST', path, body(marks(bytes)))
      expect([status, error]).toEqual([400, 'validation_failed'])
    }
    const large = await send(makeVisitor(testApp), 'POST', path, body(marks(240_000)))
    expect([large.status, large.error]).toEqual([413, 'too_large'])
  })

  it('says that a letter has too many marks', async () => {
    const { issues } = await send(makeVisitor(testApp), 'POST', '/api/contact', {
      name: marks(160),
      phone: '1',
      subject: 'x',
      message: 'y',
    })
    expect(issues).toEqual([
      { path: 'name', message: 'A letter has too many marks above or below it (30 at most).' },
    ])
  })
})

describe('a signed-in call', () => {
  const draft = { city: 'izmir', code: 'T-1', location: 'x' }
  it.each<[string, () => [method: string, path: string, body: (text: string) => object]]>([
    ['a comment', () => ['POST', `/api/turbines/${turbine}/comments`, (comment) => ({ comment })]],
    [
      'a finding',
      () => [
        'POST',
        `/api/turbines/${turbine}/findings`,
        (text) => ({ blade: 'A', side: 'LE', type: 'oil', text }),
      ],
    ],
    ['a name of a company', () => ['POST', '/api/companies', (name) => ({ name })]],
    ['a turbine', () => ['POST', '/api/turbines', (code) => ({ ...draft, code })]],
    ['coordinates', () => ['POST', '/api/turbines', (coordinates) => ({ ...draft, coordinates })]],
    ['an own password', () => ['PUT', '/api/auth/password', (password) => ({ password })]],
  ])('refuses %s that is far too long', async (_, call) => {
    const [method, path, body] = call()
    for (const text of [marks(SIGNED_IN_BYTES), `1${' '.repeat(SIGNED_IN_BYTES - 2)}x`]) {
      const { status, error } = await send(superadmin, method, path, body(text))
      expect([status, error]).toEqual([400, 'validation_failed'])
    }
  })

  it('refuses a query, a form and headers that are far too long', async () => {
    const long = encodeURIComponent(marks(2400))
    for (const path of [`/api/findings?city=${long}`, `/api/turbines/${turbine}/photos?room=${long}`]) {
      expect([path, (await superadmin.get(path)).status]).toEqual([path, 400])
    }
    const form = uploadForm({ 'a.jpg': new Uint8Array(4) }, { room: marks(900) })
    const answer = await superadmin.send('POST', `/api/turbines/${turbine}/photos`, form)
    expect(answer.status).toBe(400)
  })
})

describe('an import', () => {
  const importTable = async (csv: string) =>
    send(superadmin, 'POST', `/api/turbines/${turbine}/findings/import`, {
      csv,
      distances_from: 'root',
      dry_run: true,
    })

  /** As much as fits into a line beside its other cells. */
  const LINE_BYTES = 128 * 1024 - 2000

  const LONG_LINES: [string, (bytes: number) => string, string[]][] = [
    ['marks in a text', (bytes) => `blade;side;type;text\nA;LE;oil;${marks(bytes)}`, ['text']],
    ['marks in a type', (bytes) => `blade;side;type\nA;LE;${marks(bytes)}`, ['type']],
    ['marks in a turbine', (bytes) => `blade;side;type;turbine\nA;LE;oil;${marks(bytes)}`, ['turbine']],
    ['many numbers', (bytes) => `blade;side;type;place\nA;LE;oil;${'1 '.repeat(bytes / 2)}`, ['place']],
    [
      'spaces and a wrong end',
      (bytes) => `blade;side;type;place\nA;LE;oil;1${' '.repeat(bytes)}x`,
      ['place'],
    ],
    ['a long number', (bytes) => `blade;side;type;length_mm\nA;LE;oil;${'1'.repeat(bytes)}`, ['length_mm']],
  ]
  it.each<[string, (bytes: number) => string, string[]]>([
    ...LONG_LINES,
    ['a few marks too many', () => `blade;side;type;text\nA;LE;oil;${marks(160)}`, ['text']],
    ['51 numbers', () => `blade;side;type;place\nA;LE;oil;${'1 '.repeat(51)}`, ['place']],
  ])('refuses a line with %s', async (_, csv, columns) => {
    const { status, data } = await importTable(csv(LINE_BYTES))
    expect([status, data?.refused.flatMap(({ issues }) => issues.map(({ column }) => column))]).toEqual([
      200,
      columns,
    ])
  })

  it.each(LONG_LINES)('refuses a file with %s in a line of nearly a megabyte', async (_, csv) => {
    const { status, issues, size } = await importTable(csv(900_000))
    expect([status, issues?.map(({ path }) => path), size < 1000]).toEqual([400, ['csv'], true])
  })

  it('ignores a column whose name is far too long, and says the beginning of it', async () => {
    const { data, size } = await importTable(`blade;side;type;${marks(LINE_BYTES)}\nA;LE;oil;1\nB;XX;oil;1`)
    expect([data?.refused.length, data?.ignored_columns.length, size < 2000]).toEqual([1, 1, true])
  })

  it.each([
    ['columns', `blade;side;type${';a'.repeat(490_000)}\nA;LE;oil`],
    ['bytes in the name of a column', `blade;side;type;${marks(SIGNED_IN_BYTES - 100)}\nA;LE;oil;1`],
    ['lines', `blade;side;type\n${'A\n'.repeat(340_000)}`],
    ['findings', `blade;side;type\n${'A;LE;oil\n'.repeat(2001)}`],
  ])('refuses a file with too many %s', async (_, csv) => {
    const { status, issues, size } = await importTable(csv)
    expect([status, issues?.map(({ path }) => path), size < 1000]).toEqual([400, ['csv'], true])
  })
})

describe('an answer', () => {
  const fields = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, 1]))

  it('lists 20 issues and how many more there are', async () => {
    const comments = `/api/turbines/${turbine}/comments`
    const { issues, more_issues, size } = await send(superadmin, 'POST', comments, fields(15_000))
    expect(issues).toHaveLength(ISSUES_LISTED_MAX)
    // The comment is missing, too.
    expect([more_issues, size < 3000]).toEqual([15_001 - ISSUES_LISTED_MAX, true])
    const few = await send(superadmin, 'POST', comments, fields(19))
    expect([few.issues?.length, few.more_issues]).toEqual([20, undefined])
  })

  it('is short for any number of fields, for any length of their names and for any depth', async () => {
    for (const body of [
      fields(80_000),
      { ['k'.repeat(60_000)]: 1 },
      Array(JSON_VALUES_MAX).fill(1),
      JSON.parse(`${'['.repeat(11)}${']'.repeat(11)}`),
    ]) {
      for (const [client, path] of [
        [makeVisitor(testApp), '/api/auth/login'],
        [superadmin, `/api/turbines/${turbine}/comments`],
      ] as const) {
        const { status, size } = await send(client, 'POST', path, body, '10.1.1.2')
        expect([path, [400, 413].includes(status), size < 3000]).toEqual([path, true, true])
      }
    }
  })

  it('takes separators and brackets inside of a text for a text', async () => {
    const comment = '"[{,\\'.repeat(1000)
    const { status } = await send(superadmin, 'POST', `/api/turbines/${turbine}/comments`, { comment })
    expect(status).toBe(201)
  })
})
