import { rm } from 'node:fs/promises'
import { expect, it, vi } from 'vitest'
import type { Photo } from '#domain/photo.ts'
import type { PointCloudState } from '#domain/pictures/point-cloud.ts'
import { verify } from '#server/features/backup/verify.ts'
import { cloudOf } from '#server/features/photos/photo-files.ts'
import { type Client, signInAs } from '../../support/accounts.ts'
import { makeTurbine, readUpload } from '../../support/builders.ts'
import { pcd } from '../../support/files/pcd.ts'
import { TestBucket } from '../../support/servers/test-bucket.ts'
import { TestDatabase } from '../../support/servers/test-databases.ts'
import { TestApp } from '../../support/test-app.ts'
import { runMove } from './moved-installation.ts'

const CLOUD = pcd(
  'binary_compressed',
  ['x', 'y', 'z'].map((name) => ({ name, type: 'F', size: 4, values: [1, 2, 3] })),
)

async function stateOf(client: Client, turbine: number, { id }: Photo): Promise<PointCloudState> {
  const answer = await client.get(`/api/turbines/${turbine}/photos/${id}/cloud`)
  return ((await answer.json()) as { cloud: PointCloudState }).cloud
}

it('a move takes the archive of a cloud along, and nothing makes it again', async () => {
  await using stack = new AsyncDisposableStack()
  const testApp = await TestApp.open({ DATABASE_URL: '' }, 'disk')
  stack.defer(() => rm(testApp.dir, { recursive: true }))
  const superadmin = await signInAs(testApp, 'superadmin')
  const turbine = await makeTurbine(testApp, { company_id: 999 })
  const { data } = await readUpload(await superadmin.upload(turbine, { 'scan.pcd': CLOUD }))
  const photo = data[0] as Photo
  await expect.poll(async () => (await stateOf(superadmin, turbine, photo)).state).toBe('ready')
  const before = await stateOf(superadmin, turbine, photo)
  await testApp.close()

  const database = stack.use(await TestDatabase.makeWithoutTables())
  const bucket = stack.use(await TestBucket.start())
  const targets = { database: database.url, store: bucket.env.STORE_URL as string }
  expect((await runMove({ DATA_DIR: testApp.dir }, targets)).problems).toEqual([])
  const moved = await TestApp.open({ DATA_DIR: testApp.dir, DATABASE_URL: database.url, ...bucket.env })
  stack.defer(() => moved.close())
  const { services } = moved
  expect(await services.store.size(cloudOf(photo.key))).toBeGreaterThan(0)
  const making = vi.spyOn(services.images, 'makeCloud')
  const there = await signInAs(moved, 'superadmin')
  expect(await stateOf(there, turbine, photo)).toEqual(before)
  expect(making).not.toHaveBeenCalled()
  if (before.state !== 'ready') throw new Error('The cloud is not ready.')
  const points = await there.get(before.node_url.replace('{node}', '0'))
  expect((await points.arrayBuffer()).byteLength).toBe(3 * 16)
  expect((await verify(services.config, services.store, { checkAgainMs: 0 })).problems).toEqual([])
})
