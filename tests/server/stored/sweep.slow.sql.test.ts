import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it, vi } from 'vitest'
import { refuseWithoutFreeSpace } from '#server/core/uploads/free-space.ts'
import {
  emptyOldTrash,
  isTooMany,
  sweep,
  sweepConfirmed,
  sweepIncoming,
} from '#server/features/stored-files/sweep.ts'
import { runMaintenance } from '#server/start/maintenance.ts'
import { signInAs } from '../../support/accounts.ts'
import { jpeg, makeTurbine } from '../../support/builders.ts'
import { isOnBucket, TestBucket } from '../../support/servers/test-bucket.ts'
import { TestApp } from '../../support/test-app.ts'
import { inTwoDays, putUnknown, readHealth } from './sweep-setup.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

function hoursAgo(hours: number): Date {
  return new Date(Date.now() - hours * HOUR_MS)
}

it('takes files without a row that are older than a day, and no others', async () => {
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
    const time = hoursAgo(ageHours)
    await utimes(full, time, time)
    await utimes(dirname(full), time, time)
  }
  for (const file of kept) {
    const time = hoursAgo(50)
    await utimes(join(testApp.dir, file), time, time)
  }
  await write(`files/turbines/${turbine}/photos/1-a-old.jpg`, 25)
  await write(`derivatives/turbines/${turbine}/photos/1-a-old.jpg.320.webp`, 25)
  await write('files/turbines/77/photos/2-b-old.jpg', 25)
  await write('incoming/request-old/1', 25)
  await write(`files/turbines/${turbine}/photos/3-c-young.jpg`, 23)
  await write('incoming/request-young/1', 23)
  // It is not of this server: perhaps DATA_DIR is wrong.
  await write('incoming/letters/1', 25)

  expect(await sweep(testApp.services)).toBe(3)
  expect(await sweepIncoming(testApp.services)).toBe(1)
  expect(await testApp.files()).toEqual(
    [
      ...kept,
      `files/turbines/${turbine}/photos/3-c-young.jpg`,
      'incoming/letters/1',
      'incoming/request-young/1',
    ].sort(),
  )
})

describe('many files without a row', () => {
  it('are taken up to a hundred', async () => {
    await using testApp = await TestApp.open()
    await putUnknown(testApp, 100)
    expect(await sweep(testApp.services, inTwoDays())).toBe(100)
    expect(await readHealth(testApp)).toEqual([200, undefined])
  })

  it('stay if they are more, until somebody confirms', async () => {
    await using testApp = await TestApp.open()
    const names = await putUnknown(testApp, 101)
    expect(await sweep(testApp.services, inTwoDays())).toBe(0)
    expect(await testApp.files()).toHaveLength(names.length)
    expect(await readHealth(testApp)).toEqual([200, ['sweep']])
    const metrics = await testApp.services.metrics.text()
    expect(metrics.text).toContain('kanat_check_success{check="sweep"} 0')

    expect(await sweepConfirmed(testApp.services, inTwoDays())).toBe(names.length)
    expect(await testApp.files()).toEqual([])
    expect(await readHealth(testApp)).toEqual([200, undefined])
  })

  it('count before they are a day old, so that they are not taken a few each hour', async () => {
    await using testApp = await TestApp.open()
    await putUnknown(testApp, 101)
    expect(await sweep(testApp.services, Date.now() + 2 * HOUR_MS)).toBe(0)
    expect(await readHealth(testApp)).toEqual([200, ['sweep']])
  })

  it('do not count while a request stores them', async () => {
    await using testApp = await TestApp.open()
    const { store } = testApp.services
    const keep = store.keep.bind(store)
    let stored = 0
    vi.spyOn(store, 'keep').mockImplementation(async (files) => {
      await keep(files)
      stored += files.length
      await runMaintenance(testApp.services)
    })
    const photos = Array.from(
      { length: 30 },
      async (_, n): Promise<[string, Buffer]> => [`${n}.jpg`, await jpeg()],
    )
    const turbine = await makeTurbine(testApp, { company_id: 999 })
    const superadmin = await signInAs(testApp, 'superadmin')
    const answer = await superadmin.upload(turbine, Object.fromEntries(await Promise.all(photos)))
    expect(answer.status).toBe(201)
    expect(stored).toBeGreaterThan(100)
    expect(await readHealth(testApp)).toEqual([200, undefined])
  })

  it('stay although they are parts of uploads', async () => {
    await using testApp = await TestApp.open()
    const { partialFiles } = testApp.services
    const ids = Array.from({ length: 101 }, (_, n) => `upload${n}`)
    for (const id of ids) {
      await partialFiles.write(
        id,
        0,
        (async function* () {
          yield Buffer.from(id)
        })(),
      )
    }
    expect(await sweep(testApp.services)).toBe(0)
    expect((await partialFiles.list()).sort()).toEqual(ids.sort())
    await partialFiles.remove(ids.slice(0, 1))
    expect(await sweep(testApp.services)).toBe(100)
    expect(await partialFiles.list()).toEqual([])
    await testApp.services.trash.restore(new Date(0))
    expect(await partialFiles.list()).toHaveLength(100)
    expect(await partialFiles.size('upload9')).toBe('upload9'.length)
  })

  it('are more than a hundred, and more than a hundredth', () => {
    const counts = [
      [100, 100],
      [101, 101],
      [101, 10_100],
      [102, 10_100],
      [999, 100_000],
    ]
    expect(counts.map(([count = 0, all = 0]) => isTooMany({ count, all }))).toEqual([
      false,
      true,
      false,
      true,
      false,
    ])
  })
})

describe('the trash', () => {
  it('gives back what came at a time or later, and replaces nothing', async () => {
    await using testApp = await TestApp.open()
    const names = await putUnknown(testApp, 3)
    await sweep(testApp.services, inTwoDays())
    const { trash } = testApp.services
    expect(await trash.restore(new Date(Date.now() + DAY_MS))).toEqual({ restored: 0, taken: 0 })
    const other = { name: names[0]?.slice('files/'.length) ?? '', isDerivative: false }
    await testApp.putFile(other, Buffer.from('stored again, with other bytes'))
    expect(await trash.restore(hoursAgo(1))).toEqual({ restored: 2, taken: 1 })
    expect(await testApp.files()).toEqual(names.sort())
    expect((await testApp.readOriginal(other.name)).toString()).toContain('stored again')
    // What is back waits for another day before it is taken again.
    expect(await sweep(testApp.services)).toBe(0)
  })

  it('is emptied after 30 days', async () => {
    await using testApp = await TestApp.open()
    await putUnknown(testApp, 2)
    await sweep(testApp.services, inTwoDays())
    expect(await emptyOldTrash(testApp.services, Date.now() + 29 * DAY_MS)).toBe(0)
    await runMaintenance(testApp.services)
    expect(await emptyOldTrash(testApp.services, Date.now() + 31 * DAY_MS)).toBe(2)
    expect(await testApp.services.trash.restore(new Date(0))).toEqual({ restored: 0, taken: 0 })
  })

  it.skipIf(isOnBucket)('is emptied when space is short, the oldest file first', async () => {
    await using testApp = await TestApp.open({ RESERVE_MB: '1' }, 'disk')
    const names = await putUnknown(testApp, 3)
    const { reserve, trash } = testApp.services
    await trash.add(names)
    for (const [index, name] of names.entries()) {
      const time = hoursAgo(index + 1)
      await utimes(join(testApp.dir, 'trash', name), time, time)
    }
    expect(await reserve.freeSpare(1)).toBe(true)
    const freeSpare = vi.spyOn(reserve, 'freeSpare')
    expect(await trash.restore(new Date(0))).toMatchObject({ restored: 2 })
    expect(await testApp.files()).toEqual(names.slice(0, 2).sort())
    await expect(refuseWithoutFreeSpace(testApp.services, Number.MAX_SAFE_INTEGER)).rejects.toThrow(
      'storage_full',
    )
    expect(freeSpare).toHaveBeenCalled()
  })
})

it('loses no object, at whichever request the bucket stops to answer', async () => {
  await using bucket = await TestBucket.start()
  await using testApp = await TestApp.open({ ...bucket.env, STORE_SECONDS: '1' })
  const names = (await putUnknown(testApp, 2)).sort()
  const { trash } = testApp.services
  const steps = { add: () => trash.add(names), restore: () => trash.restore(new Date(0)) }
  for (const [step, work] of Object.entries(steps)) {
    for (let at = 1; ; at += 1) {
      let requests = 0
      bucket.faultOf = () => (++requests >= at ? 'deny' : undefined)
      const isDone = await work().then(
        () => requests < at,
        () => false,
      )
      bucket.faultOf = () => undefined
      const { size } = testApp.services.store
      const there = async (name: string) =>
        (await size.call(testApp.services.store, {
          name: name.slice('files/'.length),
          isDerivative: false,
        })) !== undefined
      await trash.restore(new Date(0))
      expect({ step, at, files: await testApp.files() }).toEqual({ step, at, files: names })
      expect(await Promise.all(names.map(there))).toEqual([true, true])
      if (step === 'restore') await trash.add(names)
      if (isDone) break
    }
    await trash.add(names)
  }
})
