import { rm } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { sweep } from '#server/features/stored-files/sweep.ts'
import { inTwoDays, readHealth } from '../../server/stored/sweep-setup.ts'
import { TestBucket } from '../../support/servers/test-bucket.ts'
import { TestDatabase } from '../../support/servers/test-databases.ts'
import { TestApp } from '../../support/test-app.ts'
import { copyOf, type Installation, makeInstallation, runMove } from './moved-installation.ts'

let installation: Installation
beforeAll(async () => {
  installation = await makeInstallation()
})
afterAll(() => rm(installation.dir, { recursive: true }))

let stack: AsyncDisposableStack
let dir: string
let database: TestDatabase
let bucket: TestBucket
beforeEach(async () => {
  stack = new AsyncDisposableStack()
  dir = stack.use(await copyOf(installation)).dir
  database = stack.use(await TestDatabase.makeWithoutTables())
  bucket = stack.use(await TestBucket.start())
})
afterEach(() => stack.disposeAsync())

/** Starts a server, sweeps as two days later, and stops. @returns the health and the files */
async function sweepWith(env: Record<string, string>) {
  const testApp = await TestApp.open({ DATA_DIR: dir, ...env }, env.STORE_URL ? undefined : 'disk')
  try {
    await sweep(testApp.services, inTwoDays())
    return { health: await readHealth(testApp), files: await testApp.files() }
  } finally {
    await testApp.close()
  }
}

const HEALTHY = [200, undefined]
const OF_ANOTHER = [200, ['installation']]

it('after a move of the rows, the old database sweeps no file that stayed where it was', async () => {
  await runMove({ DATA_DIR: dir }, { database: database.url })
  const { health, files } = await sweepWith({ DATABASE_URL: database.url })
  expect(health).toEqual(HEALTHY)
  expect(files.length).toBeGreaterThan(8)
  // DATABASE_URL is forgotten.
  const old = await sweepWith({ DATABASE_URL: '' })
  expect(old).toEqual({ health: OF_ANOTHER, files })
  expect((await sweepWith({ DATABASE_URL: database.url })).health).toEqual(HEALTHY)
})

it('after a move of rows and files, each database belongs to its own files only', async () => {
  await runMove({ DATA_DIR: dir }, { database: database.url, store: bucket.env.STORE_URL as string })
  const { health, files } = await sweepWith({ DATABASE_URL: database.url, ...bucket.env })
  expect(health).toEqual(HEALTHY)
  expect(await sweepWith({ DATABASE_URL: '' })).toMatchObject({ health: HEALTHY })
  expect(await sweepWith({ DATABASE_URL: '', ...bucket.env })).toEqual({ health: OF_ANOTHER, files })
  expect(await sweepWith({ DATABASE_URL: database.url })).toMatchObject({ health: OF_ANOTHER })
})

it('after a move of the files, the database belongs to them', async () => {
  await runMove({ DATA_DIR: dir }, { store: bucket.env.STORE_URL as string })
  expect((await sweepWith({ DATABASE_URL: '', ...bucket.env })).health).toEqual(HEALTHY)
})
