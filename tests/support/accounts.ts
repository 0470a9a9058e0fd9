/** Users and what they send: clients of the API, signed in or not. */
import { hash } from '@node-rs/argon2'
import type { Hono } from 'hono'
import { ROLES, type Role } from '#domain/permissions.ts'
import type { Photo } from '#domain/photo.ts'
import type { Env } from '#server/core/env.ts'
import { insertUser } from '#server/features/users/user-queries.ts'
import { readUpload, reportForm, uploadForm } from './builders.ts'
import { expectPromised } from './contract.ts'
import type { TestApp } from './test-app.ts'

let counter = 0

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

  /** Uploads one photo, which must be accepted. */
  async uploadPhoto(
    turbineId: number,
    name: string,
    bytes: Uint8Array,
    fields: Record<string, string> = {},
  ): Promise<Photo> {
    const { data } = await readUpload(await this.upload(turbineId, { [name]: bytes }, fields))
    if (!data[0]) throw new Error(`${name} was not accepted.`)
    return data[0]
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

export async function signIn(testApp: TestApp, account: Account): Promise<Client> {
  const answer = await new Client(testApp.app, '', '').json('POST', '/api/auth/login', {
    email: account.email,
    password: account.password,
  })
  if (answer.status !== 200) throw new Error(`signing in answered ${answer.status}`)
  return renewed(testApp, answer)
}

/** The client of the session that a change of the account has opened. @param answer of the change */
export async function renewed(testApp: TestApp, answer: Response): Promise<Client> {
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
