import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { maintainFiles, removeStrayFiles } from '#server/features/stored-files/stray-files.ts'
import { originalOf } from '#server/infrastructure/store/file-store.ts'
import { runMaintenance } from '#server/start/maintenance.ts'
import { signInAs } from '../../support/accounts.ts'
import { makeCompany } from '../../support/builders.ts'
import { isOnBucket } from '../../support/servers/test-bucket.ts'
import type { TestApp } from '../../support/test-app.ts'
import { UploadInParts } from '../../support/tus-requests.ts'
import { inTwoDays, Place, putUnknown, readHealth, uploadPhoto } from './stray-setup.ts'

let place: Place
beforeEach(async () => {
  place = await Place.make()
})
afterEach(() => place[Symbol.asyncDispose]())

async function beginUpload(testApp: TestApp): Promise<void> {
  const superadmin = await signInAs(testApp, 'superadmin')
  const { turbine } = await uploadPhoto(testApp)
  const upload = await UploadInParts.begin(superadmin.send.bind(superadmin), turbine, 'large.jpg', 900)
  await upload.part(new Uint8Array(500), 0)
}

describe('a server with a new database beside the files of another one', () => {
  it('removes no photo, no report and no part of an upload, and says so', async () => {
    await beginUpload(await place.start())
    const { testApp, bringBack } = await place.startWithNewDatabase()
    const files = await testApp.files()
    expect(files.filter((name) => name.startsWith('partial/'))).toHaveLength(1)
    expect(files).toHaveLength(5)

    await maintainFiles(testApp.services, inTwoDays())
    await runMaintenance(testApp.services)
    expect(await testApp.files()).toEqual(files)
    expect(await readHealth(testApp)).toEqual([200, ['installation']])
    expect((await testApp.services.installation.check())?.message).toMatch(
      /^Nothing is removed from .*: its files belong to another database\./,
    )

    const again = await bringBack()
    expect(await readHealth(again)).toEqual([200, undefined])
    expect(await again.files()).toEqual(files)
  })

  it('removes none if the files have no id yet, as those of former versions', async () => {
    const before = await place.start()
    await beginUpload(before)
    await place.forgetId()
    const { testApp, bringBack } = await place.startWithNewDatabase()
    const files = await testApp.files()
    await maintainFiles(testApp.services, inTwoDays())
    expect(await readHealth(testApp)).toEqual([200, ['installation']])
    expect(await testApp.files()).toEqual(files)

    // The right database knows the files, so they get its id.
    const again = await bringBack()
    expect(again.services.installation.isBound).toBe(true)
    await maintainFiles(again.services)
    expect(await again.files()).toEqual(files)
  })

  it('removes none when a turbine or a company with the same id is deleted', async () => {
    const { turbine } = await uploadPhoto(await place.start())
    const { testApp, bringBack } = await place.startWithNewDatabase()
    const files = await testApp.files()
    const superadmin = await signInAs(testApp, 'superadmin')
    const own = await uploadPhoto(testApp)
    expect(own.turbine).toBe(turbine)
    expect((await superadmin.delete(`/api/turbines/${own.turbine}`)).status).toBe(200)
    expect((await superadmin.delete(`/api/companies/${await makeCompany(testApp)}`)).status).toBe(200)
    expect(await testApp.files()).toEqual(expect.arrayContaining(files))
    expect(await (await bringBack()).files()).toEqual(expect.arrayContaining(files))
  })

  it('counts them as files without a row when the operator declares that they belong together', async () => {
    await beginUpload(await place.start())
    const { testApp } = await place.startWithNewDatabase()
    const files = await testApp.files()
    await testApp.services.installation.bind()
    await maintainFiles(testApp.services, inTwoDays())
    expect(await readHealth(testApp)).toEqual([200, ['sweep']])
    expect(await testApp.files()).toEqual(files)
    expect((await removeStrayFiles(testApp.services, inTwoDays())).files).toBe(files.length)
    expect(await testApp.files()).toEqual([])
    expect(await readHealth(testApp)).toEqual([200, undefined])
  })
})

describe('files without an id', () => {
  it('get the id of the database at the first start, also with a few files without a row', async () => {
    const before = await place.start()
    await uploadPhoto(before)
    await putUnknown(before, 1)
    await place.forgetId()
    const testApp = await place.start()
    expect(testApp.services.installation.isBound).toBe(true)
    await maintainFiles(testApp.services, inTwoDays())
    expect(await readHealth(testApp)).toEqual([200, ['sweep']])
  })

  it('get none if the files of the database are not among them', async () => {
    const before = await place.start()
    await uploadPhoto(before)
    const { key } = await uploadPhoto(before)
    const original = await before.readOriginal(key)
    await before.services.db.write.deleteFrom('photo').where('key', '!=', key).execute()
    await before.services.fileRemovals.remove(await before.services.fileRemovals.list())
    await place.forgetId()
    await before.services.store.remove([originalOf(key)])
    const testApp = await place.start()
    expect(await readHealth(testApp)).toEqual([200, ['installation']])
    await testApp.putFile(originalOf(key), original)
    // The health looks again, and the file is there now.
    expect(await readHealth(testApp)).toEqual([200, undefined])
  })
})

it('notices at the next maintenance that the database was replaced under the running server', async () => {
  const testApp = await place.start()
  await uploadPhoto(testApp)
  const files = await testApp.files()
  const { write } = testApp.services.db
  await write.updateTable('installation').set({ id: 'another' }).execute()
  await write.deleteFrom('photo').execute()
  await maintainFiles(testApp.services, inTwoDays())
  expect(await testApp.files()).toEqual(files)
})

it.skipIf(isOnBucket)('removes nothing while the disk of the data folder is not mounted', async () => {
  const testApp = await place.start()
  await uploadPhoto(testApp)
  await place.stop()
  await rename(place.dir, `${place.dir}-away`)
  const empty = await place.start()
  await maintainFiles(empty.services, inTwoDays())
  await place.stop()
  await rm(place.dir, { recursive: true })
  await rename(`${place.dir}-away`, place.dir)
  expect(existsSync(join(place.dir, 'installation'))).toBe(true)
  expect(await readHealth(await place.start())).toEqual([200, undefined])
})
