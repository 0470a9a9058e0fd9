/** What most test files of the server begin with: an app, and often a company with a turbine and signed-in users. */
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { Role } from '#domain/permissions.ts'
import type { TurbineDraft } from '#domain/turbine.ts'
import { type Client, signInAs, signInAsEachRole } from './accounts.ts'
import { makeCompany, makeTurbine } from './builders.ts'
import { TestBucket } from './servers/test-bucket.ts'
import { TestApp } from './test-app.ts'

export let testApp: TestApp
/** What `inBucket` makes. */
export let bucket: TestBucket
/** What `setUpCompany` and `setUpFarm` make. Of the clients, only those of the named roles are set. */
export let company: number
export let turbine: number
export let superadmin: Client
export let admin: Client
export let manager: Client
export let operator: Client
export let customer: Client
export let viewer: Client
/** What `setUpTeam` makes beside `company`. */
export let foreign: number
export let clients: Record<Role, Client>

interface Options {
  env?: Record<string, string>
  /** `wait` for tests in which no job must change a row: those that compare two answers, or all rows and files. */
  jobs?: 'run' | 'wait'
  /** Whether the files are in `bucket`, whose requests a test can make fail. */
  inBucket?: boolean
}

interface FarmOptions extends Options {
  /** A company that exists, instead of a new one. */
  of?: number
  /** `test` for a new turbine before each test, also if the app is that of the file. */
  turbines?: 'test'
  fields?: Partial<TurbineDraft>
}

/** Opens an app before each test or once for the file, and closes it. Call this once at the top of a file: those of one process share this module. */
export function setUpApp(
  every: 'test' | 'file',
  { env, jobs = 'run', inBucket = false }: Options = {},
): void {
  const [before, after] = every === 'test' ? [beforeEach, afterEach] : [beforeAll, afterAll]
  before(async () => {
    if (inBucket) bucket = await TestBucket.start()
    testApp = await TestApp.open({ ...(inBucket && bucket.env), ...env }, undefined, jobs)
  })
  after(async () => {
    if (inBucket) bucket.faultOf = () => undefined
    await testApp[Symbol.asyncDispose]()
    if (inBucket) await bucket[Symbol.asyncDispose]()
  })
}

/** `setUpApp` with a company and a user of each of the roles. */
export function setUpCompany(
  every: 'test' | 'file',
  roles: readonly Role[],
  { of, ...options }: Options & Pick<FarmOptions, 'of'> = {},
): void {
  setUpApp(every, options)
  const before = every === 'test' ? beforeEach : beforeAll
  before(async () => {
    company = of ?? (await makeCompany(testApp))
    for (const role of roles) keep[role](await signInAs(testApp, role, role === 'superadmin' ? 999 : company))
  })
}

/** `setUpCompany` with a turbine of the company. */
export function setUpFarm(every: 'test' | 'file', roles: readonly Role[], options: FarmOptions = {}): void {
  const { turbines = every, fields, ...others } = options
  setUpCompany(every, roles, others)
  const before = turbines === 'test' ? beforeEach : beforeAll
  before(async () => {
    turbine = await makeTurbine(testApp, { ...fields, company_id: company })
  })
}

/** `setUpFarm` with an operator, low limits of uploads, and a new turbine before each test. */
export function setUpTurbine(): void {
  setUpFarm('file', ['operator'], { env: { MAX_FILE_MB: '8', MAX_FILES: '6' }, turbines: 'test' })
}

/** An app for the file with a user of each role in the company, and a foreign company. @param first makes what is there before the users */
export function setUpTeam(
  options: Options = {},
  names = ['Bora Enerji', 'Lodos Rüzgâr'],
  first: () => Promise<void> = async () => {},
): void {
  setUpApp('file', options)
  beforeAll(async () => {
    company = await makeCompany(testApp, names[0])
    foreign = await makeCompany(testApp, names[1])
    await first()
    clients = await signInAsEachRole(testApp, company)
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
