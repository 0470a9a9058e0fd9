import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { FILE_KINDS } from '#server/features/stored-files/file-kinds.ts'
import { maintainFiles } from '#server/features/stored-files/stray-files.ts'
import { originalOf } from '#server/infrastructure/store/file-store.ts'
import { runMaintenance } from '#server/start/maintenance.ts'
import { signInAs } from '../../support/accounts.ts'
import { setUpApp, testApp } from '../../support/app-setup.ts'
import { jpeg, makeTurbine, pdf } from '../../support/builders.ts'
import { inTwoDays, uploadPhoto } from './stray-setup.ts'

setUpApp('test', { jobs: 'wait' })

const pending = () => testApp.services.fileRemovals.list()

it.each(FILE_KINDS.map(({ table }) => table))(
  'the deletion of a row of %s cannot forget its files',
  async (table) => {
    const turbine = await makeTurbine(testApp, { company_id: 999 })
    const superadmin = await signInAs(testApp, 'superadmin')
    await superadmin.upload(turbine, { 'a.jpg': await jpeg() })
    await superadmin.uploadReports(turbine, { 'a.pdf': pdf() })
    const { db } = testApp.services
    const { rows } = await sql<{ key: string }>`select key from ${sql.table(table)}`.execute(db.write)
    expect(rows).toHaveLength(1)
    await db.write.deleteFrom(table).execute()
    expect(await pending()).toEqual(rows.map(({ key }) => key))
  },
)

describe('the files of deleted records', () => {
  it('are gone at once, and no note of them stays', async () => {
    const { key, turbine } = await uploadPhoto(testApp)
    const superadmin = await signInAs(testApp, 'superadmin')
    await superadmin.uploadReports(turbine, { 'a.pdf': pdf() })
    await superadmin.delete(`/api/turbines/${turbine}/photos?key=${encodeURIComponent(key)}`)
    expect(await testApp.files()).toHaveLength(2)
    await superadmin.delete(`/api/turbines/${turbine}`)
    expect([await testApp.files(), await pending()]).toEqual([[], []])
  })

  it('are removed for good by the next maintenance, if the process was killed before it could', async () => {
    const { turbine } = await uploadPhoto(testApp)
    const { db, store } = testApp.services
    await db.write.deleteFrom('turbine').where('id', '=', turbine).execute()
    expect(await pending()).toHaveLength(1)
    // The bucket, or the disk, fails once more in between.
    const removing = vi.spyOn(store, 'remove').mockResolvedValueOnce(false)
    await maintainFiles(testApp.services, inTwoDays())
    expect(await testApp.files()).toHaveLength(4)
    removing.mockRestore()
    await runMaintenance(testApp.services)
    expect([await testApp.files(), await pending()]).toEqual([[], []])
  })

  it('are those of one turbine, not of another one whose number begins with the same digit', async () => {
    const { db, fileRemovals } = testApp.services
    const keys = ['0/photos/9', '1/photos/a', '1/reports/b', '10/photos/c', '2/photos/d'].map(
      (name) => `turbines/${name}`,
    )
    await db.write
      .insertInto('file_removal')
      .values(keys.map((key) => ({ key })))
      .execute()
    expect((await fileRemovals.list('turbines/1/')).sort()).toEqual([keys[1], keys[2]])
    expect((await fileRemovals.list()).sort()).toEqual(keys)
  })

  it('are not asked for any further if the first of many cannot be removed', async () => {
    const { store, fileRemovals } = testApp.services
    const removing = vi.spyOn(store, 'remove').mockResolvedValue(false)
    await fileRemovals.remove(Array.from({ length: 501 }, (_, index) => `turbines/1/photos/${index}`))
    expect(removing).toHaveBeenCalledTimes(1)
    removing.mockRestore()
  })

  it('stay as long as it is not sure that the files belong to the database', async () => {
    const { key, turbine } = await uploadPhoto(testApp)
    const { db, installation } = testApp.services
    const { id } = await db.read.selectFrom('installation').select('id').executeTakeFirstOrThrow()
    await db.write.updateTable('installation').set({ id: 'another' }).execute()
    await installation.check()
    const superadmin = await signInAs(testApp, 'superadmin')
    const answer = await superadmin.delete(`/api/turbines/${turbine}/photos?key=${encodeURIComponent(key)}`)
    expect(answer.status).toBe(200)
    expect(await testApp.files()).toHaveLength(4)
    expect(await pending()).toEqual([key])

    await db.write.updateTable('installation').set({ id }).execute()
    await maintainFiles(testApp.services)
    expect(await testApp.files()).toEqual([])
  })

  it('stay if there is a row with the key again', async () => {
    const { key } = await uploadPhoto(testApp)
    await testApp.services.db.write.insertInto('file_removal').values({ key }).execute()
    await maintainFiles(testApp.services)
    expect([(await testApp.files()).length, await pending()]).toEqual([4, []])
  })
})

it('does not remove files of others when it does not find the turbine of an upload or of tiles', async () => {
  const { key, turbine } = await uploadPhoto(testApp)
  const other = await uploadPhoto(testApp)
  const { db, images, store } = testApp.services
  const superadmin = await signInAs(testApp, 'superadmin')
  const files = await testApp.files()
  const id = (await db.read.selectFrom('photo').select('id').where('key', '=', key).executeTakeFirstOrThrow())
    .id
  // All rows disappear while the tiles are made, as when `pg_restore --clean` runs beside the server.
  const makeTiles = images.makeTiles.bind(images)
  vi.spyOn(images, 'makeTiles').mockImplementationOnce(async (...paths) => {
    await db.write.deleteFrom('turbine').execute()
    return makeTiles(...paths)
  })
  const tile = await superadmin.get(`/media/panoramas/${id}/0/0-0`)
  expect(tile.status).toBe(404)
  expect(await testApp.files()).toEqual(files)

  await db.write.deleteFrom('file_removal').execute()
  const keep = vi.spyOn(store, 'keep').mockImplementation(async (news) => {
    keep.mockRestore()
    await store.keep(news)
    await db.write.deleteFrom('turbine').execute()
  })
  const again = await makeTurbine(testApp, { company_id: 999 })
  await testApp.putFile(originalOf(`turbines/${again}/photos/1-a-other.jpg`), pdf())
  expect((await superadmin.upload(again, { 'b.jpg': await jpeg() })).status).toBe(404)
  expect(await testApp.files()).toEqual([...files, `files/turbines/${again}/photos/1-a-other.jpg`].sort())
  expect([turbine, other.turbine]).not.toContain(again)
})
