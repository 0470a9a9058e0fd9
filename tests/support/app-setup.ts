/** What most test files of the server begin with: an app, and often a company with a turbine and signed-in users. */
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { Role } from '#domain/permissions.ts'
import { type Client, signInAs } from './accounts.ts'
import { makeCompany, makeTurbine } from './builders.ts'
import { TestApp } from './test-app.ts'

export let testApp: TestApp
/** What `setUpCompany` and `setUpFarm` make. Of the clients, only those of the named roles are set. */
export let company: number
export let turbine: number
export let superadmin: Client
export let admin: Client
export let manager: Client
export let operator: Client
export let customer: Client
export let viewer: Client

/** `wait` for tests in which no job must change a row: those that compare two answers, or all rows and files. */
interface Options {
  env?: Record<string, string>
  jobs?: 'run' | 'wait'
}

/** Opens an app before each test or once for the file, and closes it. Call this once at the top of a file: those of one process share this module. */
export function setUpApp(every: 'test' | 'file', { env = {}, jobs = 'run' }: Options = {}): void {
  const [before, after] = every === 'test' ? [beforeEach, afterEach] : [beforeAll, afterAll]
  before(async () => {
    testApp = await TestApp.open(env, undefined, jobs)
  })
  after(() => testApp[Symbol.asyncDispose]())
}

/** `setUpApp` with a company and a user of each of the roles. */
export function setUpCompany(every: 'test' | 'file', roles: readonly Role[], options: Options = {}): void {
  setUpApp(every, options)
  const before = every === 'test' ? beforeEach : beforeAll
  before(async () => {
    company = await makeCompany(testApp)
    for (const role of roles) keep[role](await signInAs(testApp, role, role === 'superadmin' ? 999 : company))
  })
}

/** `setUpCompany` with a turbine of the company. */
export function setUpFarm(every: 'test' | 'file', roles: readonly Role[], options: Options = {}): void {
  setUpCompany(every, roles, options)
  const before = every === 'test' ? beforeEach : beforeAll
  before(async () => {
    turbine = await makeTurbine(testApp, { company_id: company })
  })
}

const keep: Record<Role, (client: Client) => void> = {
  superadmin: (client) => {
    superadmin = client
  },
  admin: (client) => {
    admin = client
  },
  company_manager: (client) => {
    manager = client
  },
  operator: (client) => {
    operator = client
  },
  customer: (client) => {
    customer = client
  },
  viewer: (client) => {
    viewer = client
  },
}
