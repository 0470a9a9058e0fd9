import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { expect, it, vi } from 'vitest'
import { maintainFiles, removeStrayFiles } from '#server/features/stored-files/stray-files.ts'
import { runMaintenance } from '#server/start/maintenance.ts'
import { signInAs } from '../../support/accounts.ts'
import { jpeg, makeTurbine } from '../../support/builders.ts'
import { TestApp } from '../../support/test-app.ts'
import { inTwoDays, putUnknown, readHealth } from './stray-setup.ts'

const HOUR_MS = 60 * 60 * 1000

it('counts files without a row that are older than a day, and removes them only when the operator says so', async () => {
  await using testApp = await TestApp.open({}, 'disk')
  const turbine = await makeTurbine(testApp, { company_id: 999 })
  await (await signInAs(testApp, 'superadmin')).upload(turbine, {
    'kept.jpg': await jpeg(),
    'kept.320.webp': await sharp(await jpeg())
      .webp()
      .toBuffer(),
  })
  const kept = await testApp.files()
  expect(kept).toHaveLength(8)

  const letAge = async (path: string, ageHours: number) => {
    const time = new Date(Date.now() - ageHours * HOUR_MS)
    await utimes(join(testApp.dir, path), time, time)
  }
  const write = async (path: string, ageHours: number) => {
    await mkdir(dirname(join(testApp.dir, path)), { recursive: true })
    await writeFile(join(testApp.dir, path), 'left over')
    await letAge(path, ageHours)
  }
  for (const file of kept) await letAge(file, 50)
  const photos = `turbines/${turbine}/photos`
  await write(`files/${photos}/1-a-old.jpg`, 25)
  await write(`derivatives/${photos}/1-a-old.jpg.320.webp`, 25)
  await write('files/turbines/77/photos/2-b-old.jpg', 25)
  await write(`files/${photos}/3-c-young.jpg`, 23)
  const all = await testApp.files()

  await runMaintenance(testApp.services)
  expect(await testApp.files()).toEqual(all)
  expect(await readHealth(testApp)).toEqual([200, ['sweep']])
  const { text } = await testApp.services.metrics.text()
  expect(text).toContain('kanat_check_success{check="sweep"} 0')
  expect(text).toContain('kanat_stray_files 3')
  expect(text).toContain('kanat_stray_bytes 27')

  expect(await removeStrayFiles(testApp.services)).toEqual({ files: 3, bytes: 27 })
  expect(await testApp.files()).toEqual([...kept, `files/${photos}/3-c-young.jpg`].sort())
  expect(await readHealth(testApp)).toEqual([200, undefined])
})

it('counts no file of a request that is not finished', async () => {
  await using testApp = await TestApp.open()
  const { store } = testApp.services
  const keep = store.keep.bind(store)
  vi.spyOn(store, 'keep').mockImplementation(async (files) => {
    await keep(files)
    await runMaintenance(testApp.services)
  })
  const turbine = await makeTurbine(testApp, { company_id: 999 })
  const answer = await (await signInAs(testApp, 'superadmin')).upload(turbine, { 'a.jpg': await jpeg() })
  expect(answer.status).toBe(201)
  expect(await readHealth(testApp)).toEqual([200, undefined])
})

it('counts and removes the parts of an upload without a row', async () => {
  await using testApp = await TestApp.open()
  const { partialFiles, db } = testApp.services
  const pieces = async function* () {
    yield Buffer.from('a part')
  }
  await partialFiles.write('lost', 0, pieces())
  await maintainFiles(testApp.services)
  expect(await db.read.selectFrom('installation').select(['stray_files', 'stray_bytes']).execute()).toEqual([
    { stray_files: 1, stray_bytes: 6 },
  ])
  expect(await partialFiles.list()).toEqual(['lost'])
  expect(await removeStrayFiles(testApp.services)).toEqual({ files: 1, bytes: 6 })
  expect(await partialFiles.list()).toEqual([])
})

it('removes no file that the disk or the bucket refuses to remove, and says how many it has removed', async () => {
  await using testApp = await TestApp.open()
  await putUnknown(testApp, 3)
  const { store } = testApp.services
  const remove = vi.spyOn(store, 'remove').mockResolvedValueOnce(false)
  expect((await removeStrayFiles(testApp.services, inTwoDays())).files).toBe(2)
  remove.mockRestore()
  expect(await testApp.files()).toHaveLength(1)
  expect(await readHealth(testApp)).toEqual([200, ['sweep']])
})
