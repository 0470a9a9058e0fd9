/** For each test, a copy of the full installation, and an empty database and bucket to which it can move. */
import { rm } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { TestBucket } from '../../support/servers/test-bucket.ts'
import { TestDatabase } from '../../support/servers/test-databases.ts'
import { copyOf, type Installation, makeInstallation } from './moved-installation.ts'

export let installation: Installation
/** Disposed of after the test. */
export let stack: AsyncDisposableStack
export let dir: string
export let database: TestDatabase
export let bucket: TestBucket
/** The environment of the source, and that of a server with the target. */
export let source: Record<string, string>
export let target: Record<string, string>
export let targets: { database: string; store: string }

/** Call this once at the top of a test file: the files of one process share this module. */
export function setUpMove(): void {
  beforeAll(async () => {
    installation = await makeInstallation()
  })
  afterAll(() => rm(installation.dir, { recursive: true }))
  beforeEach(async () => {
    stack = new AsyncDisposableStack()
    dir = stack.use(await copyOf(installation)).dir
    database = stack.use(await TestDatabase.makeWithoutTables())
    bucket = stack.use(await TestBucket.start())
    source = { DATA_DIR: dir }
    target = { DATA_DIR: dir, DATABASE_URL: database.url, ...bucket.env }
    targets = { database: database.url, store: bucket.env.STORE_URL as string }
  })
  afterEach(() => stack.disposeAsync())
}
