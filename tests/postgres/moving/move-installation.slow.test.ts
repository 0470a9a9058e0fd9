import { expect, it } from 'vitest'
import { maintainFiles } from '#server/features/stored-files/stray-files.ts'
import { inTwoDays, readHealth } from '../../server/stored/stray-setup.ts'
import { TestApp } from '../../support/test-app.ts'
import { bucket, database, dir, setUpMove, source, targets } from './move-setup.ts'
import { runMove } from './moved-installation.ts'

setUpMove()

/** Starts a server, maintains its files as two days later, and stops. @returns the health and the files */
async function maintainWith(env: Record<string, string>) {
  const testApp = await TestApp.open({ DATA_DIR: dir, ...env }, env.STORE_URL ? undefined : 'disk')
  try {
    await maintainFiles(testApp.services, inTwoDays())
    return { health: await readHealth(testApp), files: await testApp.files() }
  } finally {
    await testApp.close()
  }
}

const HEALTHY = [200, undefined]
const OF_ANOTHER = [200, ['installation']]

it('after a move of the rows, the old database removes no file that stayed where it was', async () => {
  await runMove(source, { database: database.url })
  const { health, files } = await maintainWith({ DATABASE_URL: database.url })
  expect(health).toEqual(HEALTHY)
  expect(files.length).toBeGreaterThan(8)
  // DATABASE_URL is forgotten.
  const old = await maintainWith({ DATABASE_URL: '' })
  expect(old).toEqual({ health: OF_ANOTHER, files })
  expect((await maintainWith({ DATABASE_URL: database.url })).health).toEqual(HEALTHY)
})

it('after a move of rows and files, each database belongs to its own files only', async () => {
  await runMove(source, targets)
  const { health, files } = await maintainWith({ DATABASE_URL: database.url, ...bucket.env })
  expect(health).toEqual(HEALTHY)
  expect(await maintainWith({ DATABASE_URL: '' })).toMatchObject({ health: HEALTHY })
  expect(await maintainWith({ DATABASE_URL: '', ...bucket.env })).toEqual({ health: OF_ANOTHER, files })
  expect(await maintainWith({ DATABASE_URL: database.url })).toMatchObject({ health: OF_ANOTHER })
})

it('after a move of the files, the database belongs to them', async () => {
  await runMove(source, { store: targets.store })
  expect((await maintainWith({ DATABASE_URL: '', ...bucket.env })).health).toEqual(HEALTHY)
})
