/** Builders of valid records. A test names only the values that it is about. */
import { hash } from '@node-rs/argon2'
import type { Hono } from 'hono'
import sharp from 'sharp'
import { CompanyDraft } from '#domain/company.ts'
import { ROLES, type Role } from '#domain/permissions.ts'
import type { Photo } from '#domain/photo.ts'
import type { Report } from '#domain/report.ts'
import { TurbineDraft } from '#domain/turbine.ts'
import type { Rejection } from '#domain/upload.ts'
import type { Env } from '#server/core/env.ts'
import { insertCompany } from '#server/features/companies/company-queries.ts'
import { insertTurbine } from '#server/features/turbines/turbine-queries.ts'
import { insertUser } from '#server/features/users/user-queries.ts'
import { expectPromised } from './contract.ts'
import type { TestApp } from './test-app.ts'

let counter = 0

/** @returns the company's id. */
export function makeCompany({ services }: TestApp, name = `Enerji ${++counter}`): Promise<number> {
  return insertCompany(services.db.write, CompanyDraft.parse({ name }))
}

export interface Account {
  id: number
  email: string
  password: string
  company_id: number
}

/** Far cheaper than the hashes of the server, because the tests make thousands of users. A hash names its parameters itself. */
export const cheapHash = (password: string) => hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })

export async function makeUser(
  testApp: TestApp,
  {
    role = 'customer' as Role,
    company_id = 999,
    email = `user${++counter}@kanat.example`,
    password = 'rüzgâr-12',
  } = {},
): Promise<Account> {
  const id = await insertUser(testApp.services.db.write, {
    first_name: 'Ada',
    last_name: 'Yel',
    email,
    role,
    company_id,
    is_active: true,
    password_hash: await cheapHash(password),
  })
  return { id, email, password, company_id }
}

/** @returns the turbine's id. */
export function makeTurbine(
  testApp: TestApp,
  named: Partial<TurbineDraft> & { company_id: number },
): Promise<number> {
  const draft = TurbineDraft.parse({ city: 'izmir', code: `T${++counter}`, location: 'Karaburun', ...named })
  return insertTurbine(testApp.services.db.write, { ...draft, company_id: named.company_id })
}

/** The form of a photo upload, by default for blade A, room 1 of this year; `fields` override this. */
export function uploadForm(files: Record<string, Uint8Array>, fields: Record<string, string> = {}): FormData {
  return multipart('photos', files, { room: '1', blade: 'A', ...fields })
}

/** The form of a report upload, by default for 2025; `fields` override this. */
export function reportForm(files: Record<string, Uint8Array>, fields: Record<string, string> = {}): FormData {
  return multipart('reports', files, { year: '2025', ...fields })
}

function multipart(
  field: string,
  files: Record<string, Uint8Array>,
  fields: Record<string, string>,
): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const [name, bytes] of Object.entries(files)) {
    form.append(field, new Blob([Uint8Array.from(bytes)]), name)
  }
  return form
}

/** A client of the API that sends the user's token with every call. */
export class Client {
  readonly #app: Hono<Env>
  readonly token: string
  /** The `Cookie` header for requests of pictures. */
  readonly cookie: string

  constructor(app: Hono<Env>, token: string, cookie: string) {
    this.#app = app
    this.token = token
    this.cookie = cookie
  }

  async send(
    method: string,
    path: string,
    body?: BodyInit,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const authorization = this.token === '' ? {} : { Authorization: `Bearer ${this.token}` }
    const init = { method, headers: { ...authorization, ...headers }, ...(body !== undefined && { body }) }
    const answer = await this.#app.request(path, init)
    await expectPromised(method, path, answer)
    return answer
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.send('GET', path, undefined, headers)
  }

  json(method: string, path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return this.send(method, path, JSON.stringify(body), { 'Content-Type': 'application/json', ...headers })
  }

  delete(path: string): Promise<Response> {
    return this.send('DELETE', path)
  }

  /** Uploads photos with a form of `uploadForm`. */
  async upload(
    turbineId: number,
    files: Record<string, Uint8Array>,
    fields: Record<string, string> = {},
  ): Promise<Response> {
    return this.sendForm(`/api/turbines/${turbineId}/photos`, uploadForm(files, fields))
  }

  /** Uploads reports with a form of `reportForm`. */
  async uploadReports(
    turbineId: number,
    files: Record<string, Uint8Array>,
    fields: Record<string, string> = {},
  ): Promise<Response> {
    return this.sendForm(`/api/turbines/${turbineId}/reports`, reportForm(files, fields))
  }

  /** Sends a multipart form by POST. */
  async sendForm(path: string, form: FormData, headers: Record<string, string> = {}): Promise<Response> {
    // Sent as bytes, because Node's stream of a form fails with an unhandled error when the app stops reading it.
    const encoded = new Response(form)
    const type = { 'Content-Type': encoded.headers.get('Content-Type') ?? '' }
    return this.send('POST', path, await encoded.arrayBuffer(), { ...headers, ...type })
  }
}

interface UploadAnswer<Item> {
  status: number
  error?: string
  data: Item[]
  rejected: Rejection[]
  issues?: { path: string; message: string }[]
}

/** The answer to an upload or another call about photos. */
export const readUpload = (answer: Response) => readAnswer<Photo>(answer)

/** The answer to a call about reports. */
export const readReports = (answer: Response) => readAnswer<Report>(answer)

async function readAnswer<Item>(answer: Response): Promise<UploadAnswer<Item>> {
  return { status: answer.status, ...((await answer.json()) as Omit<UploadAnswer<Item>, 'status'>) }
}

/** The field `data` of an answer. */
export async function readData<T>(answer: Response): Promise<T> {
  return ((await answer.json()) as { data: T }).data
}

/** The status and the error code of an answer that is not a success. */
export async function readError(answer: Response): Promise<[status: number, error: string | undefined]> {
  return [answer.status, ((await answer.json()) as { error?: string }).error]
}

export async function signIn(testApp: TestApp, account: Account): Promise<Client> {
  const answer = await new Client(testApp.app, '', '').json('POST', '/api/auth/login', {
    email: account.email,
    password: account.password,
  })
  if (answer.status !== 200) throw new Error(`signing in answered ${answer.status}`)
  const { token } = (await answer.json()) as { token: string }
  return new Client(testApp.app, token, answer.headers.get('Set-Cookie')?.split(';')[0] ?? '')
}

/** A signed-in user with the role. */
export async function signInAs(testApp: TestApp, role: Role, company_id = 999): Promise<Client> {
  return signIn(testApp, await makeUser(testApp, { role, company_id }))
}

/** One signed-in user of each role in the company; the superadmin belongs to the operator's company. */
export async function signInAsEachRole(testApp: TestApp, company_id: number): Promise<Record<Role, Client>> {
  const clients: Partial<Record<Role, Client>> = {}
  for (const role of ROLES)
    clients[role] = await signInAs(testApp, role, role === 'superadmin' ? 999 : company_id)
  return clients as Record<Role, Client>
}

export function makeVisitor(testApp: TestApp): Client {
  return new Client(testApp.app, '', '')
}

/** A JPEG of random noise, about one byte for each pixel. */
export async function jpeg({ width = 400, height = 300, orientation = 1 } = {}): Promise<Buffer> {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .withMetadata({ orientation })
    .jpeg()
    .toBuffer()
}

/** A PDF of one empty page, about `bytes` long. */
export function pdf(bytes = 0): Buffer {
  const objects = [
    '1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj\n',
    '2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj\n',
    '3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842]>> endobj\n',
  ]
  const padding = `%${'x'.repeat(bytes)}\n`
  return Buffer.from(`%PDF-1.4\n${objects.join('')}${padding}trailer <</Size 4 /Root 1 0 R>>\n%%EOF\n`)
}
