import sentences from '#content/errors/en.json' with { type: 'json' }
import { ERROR_STATUS, type ErrorCode } from '#domain/answer.ts'
import { type Action, isOpen, PERMISSIONS } from '#domain/permissions.ts'
import { RECORD_CHAPTERS } from '#domain/records.ts'
import type { Answer } from '#server/core/http/answers.ts'
import type { Input } from '#server/core/http/validate.ts'
import { formatMessage } from '#server/infrastructure/format-message.ts'
import { errorsOf } from './call-errors.ts'
import type { Call } from './calls.ts'
import { type JsonSchema, jsonSchema, jsonSchemas } from './json-schemas.ts'
import { ANSWER_SCHEMAS, BODY_SCHEMAS, FORM_SCHEMAS } from './schemas.ts'

const INTRODUCTION = `The API of the panel, open to other clients.

- JSON in, JSON out, UTF-8. Times are ISO 8601 in UTC, sizes are bytes.
- A success is \`{ "success": true, … }\`, a failure \`{ "success": false, "error", "message" }\` with \`issues\` for invalid
  input. \`error\` is a stable code; \`message\` is for people, in Turkish unless \`Accept-Language\` prefers English.
- Sign in with \`POST /api/auth/login\` and send the token as \`Authorization: Bearer …\`.
- A record of another company gets the same 404 as a missing one. Query parameters such as \`user_id\`, \`role\`
  and \`company_id\` are ignored: the user comes from the session.
- Texts are stored in NFC, trimmed, without control, zero-width and direction characters. A NUL is refused (400), and so is a
  line break in a one-line text.
- A text over its maximum is refused, counted with spaces and invisible characters; so is a letter with more
  than 30 combining marks. A JSON body has at most 20,000 values, and 64 KiB without sign-in. An answer lists at most 20 issues;
  \`more_issues\` counts the rest.
- An unknown address gets 404 \`not_found\`, an unsupported method 405 \`method_not_allowed\` with \`Allow\`.`

type Noun = Action extends `${infer Noun}.${string}` ? Noun : never

/** The OpenAPI tags in order; they are the chapters of the page. */
const TAGS: Record<Noun, string> = {
  session: 'Session',
  factor: 'Second factor',
  password: 'Password',
  account: 'Account',
  invitation: 'Users',
  ...RECORD_CHAPTERS,
  audit: 'Audit log',
  contact: 'Contact',
  notice: 'Operation',
  notices: 'Users',
  search: 'Search',
  notification: 'Notifications',
  health: 'Operation',
  contract: 'Operation',
  key: 'Inspections',
  seal: 'Inspections',
  metrics: 'Operation',
  installation: 'Operation',
}

/** The panel sends it with every change, so that no cache in between answers. */
const TIMESTAMP = {
  name: 'timestamp',
  in: 'query',
  required: false,
  description: 'The request time in milliseconds. Ignored by the server; it bypasses caches.',
  schema: { type: 'string' },
}
const RETRY_AFTER = { description: 'Seconds until a retry.', schema: { type: 'integer' } }
const ENTITY_TAG = { description: 'Send it back as `If-None-Match`.', schema: { type: 'string' } }

const STATUS_WORDS: Record<Answer['statuses'][number], string> = {
  200: 'OK.',
  201: 'Created.',
  202: 'Accepted. The work follows.',
  204: 'Done, no body.',
  206: 'The requested range.',
  304: 'Not modified.',
  416: 'The range starts past the end of the file.',
}

/** The OpenAPI document of the calls, for a server at `origin`. */
export function openApiDocument(calls: Call[], origin: string) {
  const bodies = calls.flatMap((call) => {
    const { body } = call.answer
    return typeof body === 'string' ? [] : [{ name: operationId(call), schema: body }]
  })
  const answered = jsonSchemas([...ANSWER_SCHEMAS, ...bodies], 'output')
  const taken = jsonSchemas(BODY_SCHEMAS, 'input')
  const paths: Record<string, Record<string, unknown>> = {}
  for (const call of calls) {
    const path = addressOf(call)
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call, answered) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kanat',
      version: '1',
      summary: 'The API of the inspection portal.',
      description: INTRODUCTION,
    },
    servers: [{ url: origin }],
    tags: [...new Set(Object.values(TAGS))].map((name) => ({ name })),
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: Object.fromEntries(
        [...ANSWER_SCHEMAS, ...BODY_SCHEMAS].map(({ name, example }) => [
          name,
          { ...(answered[name] ?? taken[name]), ...(example !== undefined && { examples: [example] }) },
        ]),
      ),
      examples: Object.fromEntries(
        (Object.keys(ERROR_STATUS) as ErrorCode[]).map((error) => [
          error,
          { value: { success: false, error, message: formatMessage('en', sentences[error]) } },
        ]),
      ),
    },
  }
}

function operation(call: Call, answered: Record<string, JsonSchema>) {
  const { action, answer } = call
  const [summary = ''] = answer.summary.split('. ')
  const parameters = parametersOf(call)
  const requestBody = requestBodyOf(call)
  return {
    operationId: operationId(call),
    tags: [TAGS[action.split('.')[0] as Noun]],
    summary: summary.replace(/\.$/, ''),
    description: `${answer.summary}\n\n${whoMay(action)}`,
    ...(isOpen(action) && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: { ...successes(call, answered[operationId(call)]), ...failures(call) },
  }
}

/** The address in OpenAPI notation: `/api/turbines/{id}` for `/api/turbines/:id`. */
function addressOf({ path }: Call): string {
  return path.replace(/:(\w+)(?:\{[^}]*\})?/g, '{$1}')
}

/** `getTurbinesByIdPhotos` of `GET /api/turbines/:id/photos`. */
function operationId(call: Call): string {
  const words = addressOf(call)
    .replace('/api/', '/')
    .split(/[^\w{]+/)
  const name = words.map((word) => word.replace(/^\{(\w)/, 'By$1').replace(/^(By)?(\w)/, capital))
  return call.method.toLowerCase() + name.join('')
}

function capital(_: string, by = '', letter: string): string {
  return by + letter.toUpperCase()
}

function whoMay(action: Action): string {
  if (isOpen(action)) return 'No sign-in is needed.'
  const roles = Object.entries(PERMISSIONS[action]).map(
    ([role, reach]) => `\`${role}\` (${reach === 'any' ? 'every company' : 'own company'})`,
  )
  return `Roles: ${roles.join(', ')}.`
}

function parametersOf(call: Call) {
  const checked = (target: string) =>
    call.inputs.filter((input) => input.target === target).map(({ schema }) => jsonSchema(schema, 'input'))
  const inPath = [...addressOf(call).matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: checked('param').find(({ properties }) => properties?.[name])?.properties?.[name] ?? {
      type: 'string',
    },
  }))
  const inQuery = checked('query').flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).map(([name, schema]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      schema,
    })),
  )
  const inHeader = checked('header').flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).map(([name, schema]) => ({
      name: name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase()),
      in: 'header',
      required: required.includes(name),
      schema,
    })),
  )
  return [...inPath, ...inQuery, ...inHeader, ...(call.method === 'GET' ? [] : [TIMESTAMP])]
}

function requestBodyOf({ inputs }: Call) {
  const input = inputs.find(({ target }) => target === 'json' || target === 'form')
  const bytes = inputs.find(({ mediaType }) => mediaType !== undefined)?.mediaType
  if (bytes !== undefined) return { required: true, content: { [bytes]: {} } }
  if (!input) return undefined
  if (input.files === undefined) {
    const named = BODY_SCHEMAS.find(({ schema }) => schema === input.schema)
    const schema = named ? reference('schemas', named.name) : jsonSchema(input.schema, 'input')
    return { required: !isOptional(input.schema), content: { 'application/json': { schema } } }
  }
  const { properties = {}, required = [], ...form } = jsonSchema(input.schema, 'input')
  const example = FORM_SCHEMAS.find(({ schema }) => schema === input.schema)?.example ?? {}
  for (const [name, value] of Object.entries(example)) {
    properties[name] = { ...(properties[name] as JsonSchema), examples: [value] }
  }
  const file = { type: 'string', format: 'binary' }
  const schema = {
    ...form,
    properties: { ...properties, [input.files]: { type: 'array', minItems: 1, items: file } },
    required: [...required, input.files],
  }
  return { required: true, content: { 'multipart/form-data': { schema } } }
}

/** True if a call without a body is valid: `validate` reads it as `{}`. */
function isOptional(schema: Input['schema']): boolean {
  return schema.safeParse({}).success
}

function successes({ answer }: Call, schema: JsonSchema | undefined) {
  const { body } = answer
  const content =
    typeof body !== 'string'
      ? { 'application/json': { schema } }
      : { [body]: body.startsWith('text/') ? { schema: { type: 'string' } } : {} }
  return Object.fromEntries(
    answer.statuses.map((status) => [
      status,
      {
        description: STATUS_WORDS[status],
        ...(answer.statuses.includes(304) && status < 400 && { headers: { ETag: ENTITY_TAG } }),
        ...(status < 300 && status !== 204 && { content }),
      },
    ]),
  )
}

/** The error answers, by status. */
function failures(call: Call) {
  const codes = errorsOf(call)
  const schema = call.inputs.some(({ files }) => files !== undefined) ? 'UploadFailure' : 'Failure'
  const statuses = [...new Set(codes.map((code) => ERROR_STATUS[code]))].sort()
  return Object.fromEntries(
    statuses.map((status) => {
      const ofStatus = codes.filter((code) => ERROR_STATUS[code] === status)
      const examples = Object.fromEntries(ofStatus.map((code) => [code, reference('examples', code)]))
      const content = {
        'application/json': { schema: reference('schemas', schema), examples },
        // For a person who opens the file in a browser.
        ...(status === 401 &&
          call.path.startsWith('/media/') && { 'text/html': { schema: { type: 'string' } } }),
      }
      const description = ofStatus.map((code) => `\`${code}\``).join(', ')
      const headers = status === 429 && { headers: { 'Retry-After': RETRY_AFTER } }
      return [status, { description, ...headers, content }]
    }),
  )
}

function reference(kind: 'schemas' | 'examples', name: string) {
  return { $ref: `#/components/${kind}/${name}` }
}
