import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { ERROR_STATUS, type ErrorCode } from '#domain/answer.ts'
import { calls } from '#server/start/app.ts'
import { type Account, type Client, makeUser, signIn } from '../../support/accounts.ts'
import { company as own, setUpCompany, testApp } from '../../support/app-setup.ts'
import { jpeg, makeCompany, makeTurbine } from '../../support/builders.ts'
import { isOnPostgres } from '../../support/servers/test-databases.ts'

/** Fewer on PostgreSQL: what it answers has fewer ways to differ, and with fewer some call would have no successful request. */
const RUNS = isOnPostgres ? 6000 : 9000
/** The same seed makes the same requests in every run. */
const SEED = 20_260_000

const accounts: Account[] = []
const clients: Client[] = []
let photoKey: string

setUpCompany('file', [], { env: { TRUST_PROXY: '1' } })
beforeAll(async () => {
  await makeCompany(testApp)
  for (const role of ['superadmin', 'admin', 'operator', 'viewer'] as const) {
    accounts.push(await makeUser(testApp, { role, company_id: own, email: `${role}@kanat.example` }))
    clients.push(await signIn(testApp, accounts.at(-1) as Account))
  }
  // Records that the requests can change and delete.
  for (let n = 0; n < 30; n += 1) {
    await makeUser(testApp, { company_id: own })
    const turbine = await makeTurbine(testApp, { company_id: own })
    await (clients[0] as Client).json('POST', `/api/turbines/${turbine}/comments`, { comment: 'x' })
    if (n === 0) {
      const answer = await (clients[0] as Client).upload(turbine, {
        'a.jpg': await jpeg({ width: 8, height: 8 }),
      })
      photoKey = ((await answer.json()) as { data: { key: string }[] }).data[0]?.key as string
    }
  }
})

/** Texts that often cause errors. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '0',
    '-1',
    '1e309',
    'NaN',
    'null',
    '\u0000',
    '\ud800',
    'İıŞğ',
    '../../etc/passwd',
    '%00',
    '%',
    "' or 1=1 --",
  ),
  fc.constantFrom(
    '<script>alert(1)</script>',
    '999',
    '2026',
    'A',
    'all',
    'blade',
    'superadmin',
    'a@b.example',
    '38.4,27.1',
  ),
  fc.constant('x'.repeat(5000)),
)
/** The actions that need a password or a token, which no random request has. */
const SECRETS: string[] = ['session.open', 'session.prove', 'invitation.accept', 'notices.end']

/** Ids without those of the users who send the requests, which must not be changed or deleted. */
const id = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 5, max: 40 }).map(String) },
  { weight: 2, arbitrary: fc.constant('swagger-ui.css') },
  { weight: 1, arbitrary: text },
)
const value = fc.oneof(
  text,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 2 }),
)

/** The fields of all bodies. A random choice of them is often almost valid. */
const FIELDS = {
  email: fc.oneof(fc.constant('admin@kanat.example'), text),
  password: text,
  current_password: text,
  first_name: text,
  last_name: text,
  role: fc.oneof(fc.constantFrom('admin', 'viewer'), value),
  is_active: value,
  name: text,
  phone: text,
  contact_email: text,
  comment: text,
  city: text,
  code: text,
  location: text,
  turbine_name: text,
  coordinates: fc.oneof(fc.constant('38.4,27.1'), text),
  rooms: fc.oneof(fc.integer({ min: -1, max: 2000 }), value),
  status: fc.oneof(fc.constant('faulty'), value),
  company_id: fc.oneof(fc.integer({ min: 990, max: 1003 }), value),
} as const

const bodies = fc.oneof(
  { weight: 5, arbitrary: fc.record(FIELDS, { requiredKeys: [] }).map((body) => JSON.stringify(body)) },
  { weight: 2, arbitrary: fc.json({ maxDepth: 3 }) },
  { weight: 1, arbitrary: text },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }) },
)
const multipart = fc
  .record({
    field: fc.oneof(fc.constantFrom('photos', 'reports', 'year', 'room', 'blade'), text),
    file: fc.oneof(fc.constantFrom('a.jpg', 'b.pdf', 'c.pcd'), text),
    content: fc.oneof(fc.constantFrom('%PDF-1.7\n', '\xff\xd8\xff\xe0', '# .PCD v0.7\n'), text),
    end: fc.constantFrom('\r\n--b--\r\n', '\r\n--b', '', '\r\n--b\r\n'),
  })
  .map(
    ({ field, file, content, end }) =>
      `--b\r\nContent-Disposition: form-data; name="${field}"; filename="${file}"\r\n\r\n${content}${end}`,
  )

const requests = fc.record({
  call: fc.constantFrom(...calls),
  method: fc.option(fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'), {
    nil: undefined,
    freq: 12,
  }),
  ids: fc.array(id, { minLength: 2, maxLength: 2 }),
  query: fc.dictionary(
    fc.oneof(
      fc.constantFrom('key', 'year', 'room', 'category', 'view', 'filter_company_id', 'role', 'w'),
      text,
    ),
    fc.oneof(fc.constant('PHOTO'), text),
    { maxKeys: 3 },
  ),
  body: fc.oneof({ weight: 3, arbitrary: bodies }, { weight: 1, arbitrary: multipart }),
  type: fc.oneof(
    { weight: 6, arbitrary: fc.constant('application/json') },
    { weight: 3, arbitrary: fc.constant('multipart/form-data; boundary=b') },
    {
      weight: 1,
      arbitrary: fc.constantFrom('', 'text/plain', 'multipart/form-data', 'application/json; charset=utf-7'),
    },
  ),
  who: fc.integer({ min: -1, max: 3 }),
})

it(`answers ${RUNS} random requests without an error of the server`, async () => {
  const statuses = new Map<string, Set<number>>()
  let sent = 0
  await fc.assert(
    fc.asyncProperty(requests, async ({ call, method = call.method, ids, query, body, type, who }) => {
      let next = 0
      const path = call.path.replace(/:\w+(\{[^}]*\})?/g, () =>
        encodeURIComponent(wellFormed(ids[next++] ?? '1')),
      )
      const parameters = Object.entries(query).map(([name, text]) =>
        [name, text === 'PHOTO' ? photoKey : text]
          .map((part) => encodeURIComponent(wellFormed(part)))
          .join('='),
      )
      const withoutBody = method === 'GET' || method === 'HEAD'
      const client = clients[who]
      // Each request has its own client address, so that no rate limit refuses it.
      const headers: Record<string, string> = {
        'X-Forwarded-For': `10.${sent >> 16}.${sent & 255}.${(sent >> 8) & 255}`,
      }
      sent += 1
      if (type !== '') headers['Content-Type'] = type
      if (client) headers.Authorization = `Bearer ${client.token}`
      const answer = await testApp.app.request(`${path}?${parameters.join('&')}`, {
        method,
        headers,
        ...(!withoutBody && { body: typeof body === 'string' ? body : Uint8Array.from(body) }),
      })
      const seen = statuses.get(`${call.method} ${call.path}`) ?? new Set()
      statuses.set(`${call.method} ${call.path}`, seen.add(answer.status))

      const isRefused = answer.status >= 400
      expect(answer.status).toBeLessThan(500)
      if (isRefused && method !== 'HEAD') {
        const { success, error, message } = (await answer.json()) as Record<string, unknown>
        expect(success).toBe(false)
        expect(ERROR_STATUS[error as ErrorCode]).toBe(answer.status)
        expect(message).toEqual(expect.any(String))
      }
      // A request may have ended the session.
      if (client && (await client.get('/api/auth/verify')).status !== 200) {
        clients[who] = await signIn(testApp, accounts[who] as Account)
      }
    }),
    { numRuns: RUNS, seed: SEED },
  )
  // Some of the requests to each simple call were successful.
  for (const { method, path, action } of calls) {
    const seen = [...(statuses.get(`${method} ${path}`) ?? [])]
    // Requests rarely have the ids of a record below another one.
    const isNested = path.split(':').length > 2
    const isSimple =
      method === 'GET'
        ? path.startsWith('/api') && !isNested
        : /^(comment.add|session)/.test(action) && action !== 'session.delete'
    if (isSimple)
      expect([path, seen.some((status) => status < 300)]).toEqual([
        path,
        !SECRETS.includes(action) || path.endsWith('/options'),
      ])
  }
})

/** Replaces unpaired surrogates, which an address cannot contain, by U+FFFD. */
function wellFormed(part: string): string {
  return part.toWellFormed()
}
