/** The jobs of several processes that share one PostgreSQL. */
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import type { Photo } from '#domain/photo.ts'
import { tilesOf } from '#server/features/photos/photo-files.ts'
import { readOlderPhotos } from '#server/features/photos/read-metadata-job.ts'
import { tilesJob } from '#server/features/photos/tiles-job.ts'
import { jobsPool } from '#server/infrastructure/database/postgres/postgres-jobs.ts'
import { signInAs } from '../support/accounts.ts'
import { jpeg, makeTurbine, readUpload, uploadForm } from '../support/builders.ts'
import { addTurbine, ServerProcess, signInAtProcess } from '../support/servers/server-process.ts'
import { TestBucket } from '../support/servers/test-bucket.ts'
import { TestDatabase } from '../support/servers/test-databases.ts'
import { TestApp, temporaryFolder } from '../support/test-app.ts'
import { openTwoApps } from './two-apps.ts'

it('gives the job of a killed process to another one', async () => {
  await using stack = new AsyncDisposableStack()
  const database = stack.use(await TestDatabase.make())
  const bucket = stack.use(await TestBucket.start())
  const env = { ...bucket.env, DATABASE_URL: database.url }
  const dir = await temporaryFolder()
  stack.defer(() => rm(dir, { recursive: true }))
  const killed = stack.use(await ServerProcess.start(dir, env))
  const headers = await signInAtProcess(killed.origin)
  const answer = await fetch(
    `${killed.origin}/api/turbines/${await addTurbine(killed.origin, headers)}/photos`,
    { method: 'POST', headers, body: uploadForm({ 'a.jpg': await jpeg({ width: 4200, height: 2100 }) }) },
  )
  const { data } = (await answer.json()) as { data: [Photo] }
  // The worker writes the archive into the incoming folder, after the original.
  const isMaking = async () =>
    (await readdir(join(dir, 'incoming'), { recursive: true })).some((name) => name.endsWith('/2'))
  await expect.poll(isMaking, { interval: 5 }).toBe(true)
  // It cannot end the job while the other process starts.
  process.kill(killed.pid, 'SIGSTOP')

  await using other = await TestApp.open(env)
  const { store, db } = other.services
  const running = sql<{
    attempts: number
  }>`select attempts from graphile_worker.jobs where locked_at is not null`
  expect((await running.execute(db.write)).rows).toEqual([{ attempts: 1 }])
  await killed.end('SIGKILL')
  await expect.poll(() => store.size(tilesOf(data[0].key))).toBeGreaterThan(0)
})

it('goes on when graphile-worker gives a broken connection back twice', async () => {
  await using stack = new AsyncDisposableStack()
  const database = stack.use(await TestDatabase.make())
  const pool = jobsPool(database.url, 1)
  stack.defer(() => pool.end())
  const giveBackTwice = new Promise<void>((resolve, reject) =>
    pool.connect((error, _, release) => {
      if (error) return reject(error)
      try {
        for (const reason of [true, false]) release(reason)
        resolve()
      } catch (failure) {
        reject(failure)
      }
    }),
  )
  await expect(giveBackTwice).resolves.toBeUndefined()
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect([pool.totalCount, pool.idleCount]).toEqual([1, 1])
})

/** Two processes, and a photo that was uploaded at the first one. */
async function openWithPhoto(stack: AsyncDisposableStack, env: Record<string, string> = {}) {
  const apps = await openTwoApps(stack, env)
  const turbine = await makeTurbine(apps.one, { company_id: 999 })
  const client = await signInAs(apps.one, 'superadmin')
  const picture = await jpeg({ width: 700, height: 500 })
  const { data } = await readUpload(await client.upload(turbine, { 'a.jpg': picture }))
  return { ...apps, photo: data[0] as Photo }
}

it('lets a request wait for the tiles that another process makes', async () => {
  await using stack = new AsyncDisposableStack()
  const { one: maker, other: asked, photo } = await openWithPhoto(stack)
  const client = await signInAs(asked, 'superadmin')
  const making = vi.spyOn(maker.services.images, 'makeTiles')
  const makingToo = vi.spyOn(asked.services.images, 'makeTiles')
  let isAsked = false
  const { promise, resolve } = Promise.withResolvers<void>()
  const acquire = asked.services.db.locks.acquire.bind(asked.services.db.locks)
  vi.spyOn(asked.services.db.locks, 'acquire').mockImplementation((...lock) => {
    isAsked = true
    return acquire(...lock)
  })
  const keep = maker.services.store.keep.bind(maker.services.store)
  const keeping = vi.spyOn(maker.services.store, 'keep').mockImplementation(async (files) => {
    await promise
    return keep(files)
  })
  const made = maker.services.panoramaTiles.makeInBackground(maker.services, photo)
  await expect.poll(() => keeping.mock.calls.length).toBe(1)
  expect(making).toHaveBeenCalledTimes(1)
  const tile = client.get(`/media/panoramas/${photo.id}/0/0-0`)
  await expect.poll(() => isAsked).toBe(true)
  resolve()
  await made
  expect((await tile).status).toBe(200)
  expect(makingToo).not.toHaveBeenCalled()
})

it('makes tiles at once for a request, also if they wait in another process for a worker that has long work', async () => {
  await using stack = new AsyncDisposableStack()
  const { one: busy, other: asked, photo } = await openWithPhoto(stack, { IMAGE_SECONDS: '3600' })
  // Both have the same workers in tests, so the work that waits is held here.
  const waiting = Promise.withResolvers<void>()
  const making = vi.spyOn(busy.services.images, 'makeTiles').mockImplementation(async (_, __, order) => {
    order.signal?.addEventListener('abort', () => waiting.reject(new Error('It has left the queue.')))
    await waiting.promise
  })
  const job = tilesJob.run(busy.services, { photoId: photo.id })
  await expect.poll(() => making.mock.calls.length).toBe(1)
  const client = await signInAs(asked, 'superadmin')
  expect((await client.get(`/media/panoramas/${photo.id}/0/0-0`)).status).toBe(200)
  await job
})

it('shares jobs among processes', async () => {
  await using stack = new AsyncDisposableStack()
  const { one, other } = await openTwoApps(stack)
  const ended = Promise.withResolvers<void>()
  const making = [one, other].map(({ services }) =>
    vi.spyOn(services.panoramaTiles, 'makeInBackground').mockImplementation(() => ended.promise),
  )
  const turbine = await makeTurbine(one, { company_id: 999 })
  const client = await signInAs(one, 'superadmin')
  const sphere = await jpeg({ width: 2100, height: 1050 })
  await client.upload(turbine, { 'a.jpg': sphere, 'b.jpg': sphere, 'c.jpg': sphere })
  await expect.poll(() => making.map(({ mock }) => mock.calls.length)).toEqual([1, 1])
  await expect.poll(() => one.services.jobs.count()).toEqual({ waiting: 1, failed: 0 })
  ended.resolve()
  const photos = () => making.flatMap(({ mock }) => mock.calls.map(([, { id }]) => id)).toSorted()
  await expect.poll(photos).toEqual([1, 2, 3])
})

it('reads older photos in one process at a time, also if the maintenance adds the job again meanwhile', async () => {
  await using stack = new AsyncDisposableStack()
  const { one, other } = await openTwoApps(stack)
  const { services } = one
  const turbine = await makeTurbine(one, { company_id: 999 })
  const client = await signInAs(one, 'superadmin')
  await client.upload(turbine, { 'a.jpg': await jpeg(), 'b.jpg': await jpeg() })
  await services.db.write.updateTable('photo').set({ original_shown: null }).execute()
  const { promise, resolve } = Promise.withResolvers<void>()
  const reading = [one, other].map(({ services: { images } }) => {
    const readMetadata = images.readMetadata.bind(images)
    return vi.spyOn(images, 'readMetadata').mockImplementation(async (...request) => {
      await promise
      return readMetadata(...request)
    })
  })
  const reads = () => reading.reduce((sum, { mock }) => sum + mock.calls.length, 0)
  await readOlderPhotos(services)
  await expect.poll(reads).toBe(1)
  await readOlderPhotos(services)
  await expect.poll(() => services.jobs.count()).toEqual({ waiting: 1, failed: 0 })
  resolve()
  await expect.poll(() => services.jobs.count()).toEqual({ waiting: 0, failed: 0 })
  await expect
    .poll(() => services.db.read.selectFrom('photo').select('original_shown').execute())
    .toEqual([{ original_shown: 1 }, { original_shown: 1 }])
  expect(reads()).toBe(2)
})
