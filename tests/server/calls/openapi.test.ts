import { Validator } from '@seriousme/openapi-schema-validator'
import { Hono } from 'hono'
import { beforeAll, describe, expect, it } from 'vitest'
import { ERROR_STATUS } from '#domain/answer.ts'
import { isOpen } from '#domain/permissions.ts'
import { permit } from '#server/core/access/authenticate.ts'
import { callsOf } from '#server/core/contract/calls.ts'
import { ANSWER_SCHEMAS, BODY_SCHEMAS, FORM_SCHEMAS } from '#server/core/contract/schemas.ts'
import type { Env } from '#server/core/env.ts'
import { answers } from '#server/core/http/answers.ts'
import { calls } from '#server/start/app.ts'
import { type Client, makeVisitor } from '../../support/accounts.ts'
import { setUpApp, testApp } from '../../support/app-setup.ts'
import { findOverstatement } from '../../support/figures/figures.ts'

interface Operation {
  operationId: string
  description: string
  security?: unknown[]
  parameters?: { name: string; in: string; required: boolean; schema: unknown }[]
  requestBody?: { content: Record<string, { schema: unknown }> }
  responses: Record<string, { description: string; content?: Record<string, { schema?: unknown }> }>
}
interface Document {
  openapi: string
  servers: unknown
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown>; examples: Record<string, unknown> }
}

let visitor: Client
let contract: Document
setUpApp('file', { env: { ORIGIN: 'https://kanat.example' } })
beforeAll(async () => {
  visitor = makeVisitor(testApp)
  contract = (await (await visitor.get('/api/openapi.json')).json()) as Document
})

describe('the contract', () => {
  it('is a valid OpenAPI 3.1 document for the public address', async () => {
    const { valid, errors } = await new Validator().validate({ ...contract })
    expect(errors).toBeUndefined()
    expect(valid).toBe(true)
    expect(contract.openapi).toBe('3.1.0')
    expect(contract.servers).toEqual([{ url: 'https://kanat.example' }])
  })

  it('has every call of the app, and no other', () => {
    const documented = Object.entries(contract.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
    // The pages of the site have the path `*`, middlewares have the method ALL.
    const routes = testApp.app.routes.filter(({ method, path }) => method !== 'ALL' && !/^\/?\*$/.test(path))
    const answered = routes.map(({ method, path }) => {
      return `${method} ${path.replace(/:(\w+)(\{[^}]*\})?/g, '{$1}')}`
    })
    expect(documented.sort()).toEqual([...new Set(answered)].sort())
    const ids = Object.values(contract.paths).flatMap((operations) =>
      Object.values(operations).map(({ operationId }) => operationId),
    )
    expect(new Set(ids).size).toBe(ids.length)
    const counted = { id: 'api_calls', value: ids.length, unit: 'count' } as const
    expect(findOverstatement({ ...counted, test: 'tests/server/calls/openapi.test.ts' })).toBeUndefined()
  })

  it('refuses routes without a permit or without documented answers', () => {
    const silent = new Hono<Env>().get('/silent', permit('health.read'), (c) => c.text(''))
    expect(() => callsOf(silent.routes)).toThrow('GET /silent does not document its answers.')
    const open = new Hono<Env>().get('/open', answers('Open the gates.', 200), (c) => c.text(''))
    expect(() => callsOf(open.routes)).toThrow('GET /open does not begin with a permit.')
  })

  it('documents who may call, and which calls need no token', () => {
    const open = Object.entries(contract.paths).flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([, { security }]) => security?.length === 0)
        .map(([method]) => `${method.toUpperCase()} ${path}`),
    )
    const { length } = calls.filter(({ action }) => isOpen(action))
    expect(open).toHaveLength(length)
    expect(open).toContain('POST /api/auth/login')
    expect(contract.paths['/api/turbines']?.post?.description).toContain(
      'Roles: `superadmin` (every company), `admin` (own company).',
    )
  })

  it('documents inputs as they are sent: ids, filters, defaults, files of a form', () => {
    const photos = contract.paths['/api/turbines/{id}/photos']
    expect(photos?.get?.parameters).toEqual([
      { name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: '^[1-9]\\d{0,14}$' } },
      { name: 'room', in: 'query', required: false, schema: expect.objectContaining({ type: 'string' }) },
      { name: 'year', in: 'query', required: false, schema: { type: 'string', pattern: '^\\d{4}$' } },
      {
        name: 'category',
        in: 'query',
        required: false,
        schema: { type: 'string', enum: ['blade', 'drone', 'operator', 'robot'] },
      },
      { name: 'view', in: 'query', required: false, schema: { type: 'string', const: 'all' } },
    ])
    expect(photos?.post?.requestBody?.content['multipart/form-data']?.schema).toMatchObject({
      required: ['photos'],
      properties: {
        blade: { type: 'string', enum: ['A', 'B', 'C'] },
        category: { default: 'blade' },
        photos: { type: 'array', items: { type: 'string', format: 'binary' } },
      },
    })
    expect(contract.components.schemas.UserDraft).toMatchObject({
      additionalProperties: false,
      properties: { role: { enum: expect.arrayContaining(['super_admin', 'viewer']) } },
    })
    expect(contract.components.schemas.Photo).toMatchObject({
      properties: { blade: { type: ['string', 'null'], enum: ['A', 'B', 'C', null] } },
    })
  })

  it('names the timestamp of every call that changes something, and of no other', () => {
    for (const [path, operations] of Object.entries(contract.paths)) {
      for (const [method, { parameters = [] }] of Object.entries(operations)) {
        const names = parameters.map(({ name }) => name)
        expect([path, method, names.includes('timestamp')]).toEqual([path, method, method !== 'get'])
      }
    }
  })

  it('documents answers that are not JSON, also for ranges', () => {
    const media = contract.paths['/media/{key}']?.get?.responses
    expect(Object.keys(media ?? {})).toEqual(expect.arrayContaining(['200', '206', '304', '404', '416']))
    expect(media?.['206']?.content).toEqual({ 'image/*': {} })
    expect(media?.['304']?.content).toBeUndefined()
  })

  it('has a sentence for every error', () => {
    expect(Object.keys(contract.components.examples).sort()).toEqual(Object.keys(ERROR_STATUS).sort())
  })

  it('names the schema of every JSON body', () => {
    const bodies = calls.flatMap(({ method, path, inputs }) =>
      inputs
        .filter(({ target }) => target === 'json')
        .map(({ schema }) => ({ call: `${method} ${path}`, schema })),
    )
    const unnamed = bodies.filter((body) => !BODY_SCHEMAS.some(({ schema }) => schema === body.schema))
    expect(unnamed.map(({ call }) => call)).toEqual([])
    expect(bodies.length).toBeGreaterThan(10)
  })

  it('has valid examples', () => {
    for (const { name, schema, example } of [...ANSWER_SCHEMAS, ...FORM_SCHEMAS, ...BODY_SCHEMAS]) {
      if (example === undefined) continue
      expect([name, schema.safeParse(example).error]).toEqual([name, undefined])
    }
  })
})

describe('the documentation page', () => {
  it('is served with all its parts, with a policy without inline scripts or other hosts', async () => {
    const page = await visitor.get('/api/docs')
    const html = await page.text()
    expect([page.status, page.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.headers.get('Content-Security-Policy')).not.toMatch(/unsafe|https?:/)
    expect(page.headers.get('X-Robots-Tag')).toBe('noindex')
    const parts = [...html.matchAll(/(?:src|href)="(\/api\/docs\/[^"]+)"/g)].map(([, path = '']) => path)
    expect(parts).toHaveLength(4)
    expect(html).not.toMatch(/(?:src|href)="https?:/)
    for (const path of parts) {
      const part = await visitor.get(path)
      expect([path, part.status]).toEqual([path, 200])
      expect(part.headers.get('Content-Type')).toMatch(
        path.endsWith('.js') ? /^text\/javascript/ : /^text\/css/,
      )
    }
  })

  it('sends its parts compressed, and answers 304 if the client has them', async () => {
    for (const path of ['/api/openapi.json', '/api/docs/swagger-ui.js']) {
      const packed = await visitor.get(path, { 'Accept-Encoding': 'br' })
      expect(packed.headers.get('Content-Encoding')).toBe('br')
      const again = await visitor.get(path, { 'If-None-Match': packed.headers.get('ETag') ?? '' })
      expect(again.status).toBe(304)
    }
  })

  it('serves no other files', async () => {
    for (const name of ['package.json', '..%2fcontract-routes.ts', 'constructor']) {
      expect((await visitor.get(`/api/docs/${name}`)).status).toBe(404)
    }
  })
})
