import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { sweep, sweepIncoming } from '#server/stored-files/sweep.ts'
import { jpeg, makeTurbine, signInAs } from '../builders.ts'
import { TestApp } from '../test-app.ts'

const HOUR_MS = 60 * 60 * 1000

it('removes files without a row that are older than a day, and no others', async () => {
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

  const write = async (path: string, ageHours: number) => {
    const full = join(testApp.dir, path)
    await mkdir(dirname(full), { recursive: true })
    await writeFile(full, 'left over')
    const time = new Date(Date.now() - ageHours * HOUR_MS)
    await utimes(full, time, time)
    await utimes(dirname(full), time, time)
  }
  for (const file of kept) {
    const time = new Date(Date.now() - 50 * HOUR_MS)
    await utimes(join(testApp.dir, file), time, time)
  }
  await write(`files/turbines/${turbine}/photos/1-a-old.jpg`, 25)
  await write(`derivatives/turbines/${turbine}/photos/1-a-old.jpg.320.webp`, 25)
  await write('files/turbines/77/photos/2-b-old.jpg', 25)
  await write('incoming/request-old/1', 25)
  await write(`files/turbines/${turbine}/photos/3-c-young.jpg`, 23)
  await write('incoming/request-young/1', 23)

  expect(await sweep(testApp.services)).toBe(3)
  expect(await sweepIncoming(testApp.services)).toBe(1)
  expect(await testApp.files()).toEqual(
    [...kept, `files/turbines/${turbine}/photos/3-c-young.jpg`, 'incoming/request-young/1'].sort(),
  )
})
