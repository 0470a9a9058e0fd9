/** A point cloud that two servers with one PostgreSQL and one bucket want at the same time. */

import { readdir, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Photo } from '#domain/photo.ts'
import type { PointCloudState } from '#domain/pictures/point-cloud.ts'
import { pcd } from '../../support/files/pcd.ts'
import { ClusterClient } from '../../support/servers/cluster.ts'
import { addTurbine, ServerProcess, signInAtProcess } from '../../support/servers/server-process.ts'
import { TestBucket } from '../../support/servers/test-bucket.ts'
import { TestDatabase } from '../../support/servers/test-databases.ts'
import { temporaryFolder } from '../../support/test-app.ts'

const POINTS = 1000
const CLOUD = pcd(
  'binary',
  ['x', 'y', 'z'].map((name, axis) => ({
    name,
    type: 'F',
    size: 4,
    values: Array.from({ length: POINTS }, (_, index) => (index * (axis + 7)) % 1013),
  })),
)

let stack: AsyncDisposableStack
let bucket: TestBucket
let folders: [string, string]
let start: (index: 0 | 1) => Promise<ServerProcess>
let first: ServerProcess
let second: ServerProcess
let turbine: number
let photo: Photo
let clients: [ClusterClient, ClusterClient]
/** Resolves when the first server begins to write the archive, which waits until `letGo` is called. */
let writing: Promise<void>
let letGo: () => void

const isArchive = ({ method, url = '' }: IncomingMessage) => method === 'PUT' && url.includes('.cloud.bin')

beforeEach(async () => {
  stack = new AsyncDisposableStack()
  bucket = stack.use(await TestBucket.start())
  const database = stack.use(await TestDatabase.make())
  folders = [await temporaryFolder(), await temporaryFolder()]
  for (const folder of folders) stack.defer(() => rm(folder, { recursive: true }))
  // How long a server waits for the other one grows with it.
  const env = { ...bucket.env, DATABASE_URL: database.url, IMAGE_SECONDS: '5' }
  start = async (index) => stack.use(await ServerProcess.start(folders[index], env))
  first = await start(0)
  const begun = Promise.withResolvers<void>()
  const held = Promise.withResolvers<undefined>()
  writing = begun.promise
  letGo = () => held.resolve(undefined)
  stack.defer(letGo)
  bucket.faultOf = (request) => {
    if (!isArchive(request)) return undefined
    bucket.faultOf = () => undefined
    begun.resolve()
    return held.promise
  }
  turbine = await addTurbine(first.origin, await signInAtProcess(first.origin))
  const client = await ClusterClient.signIn(first.origin)
  const answer = await client.upload(turbine, 'scan.pcd', CLOUD)
  photo = ((await answer.json()) as { data: [Photo] }).data[0]
  await writing
  second = await start(1)
  clients = [client, client.at(second.origin)]
})
afterEach(() => stack.disposeAsync())

async function stateAt(client: ClusterClient): Promise<PointCloudState> {
  const answer = await client.send('GET', `/api/turbines/${turbine}/photos/${photo.id}/cloud`)
  return ((await answer.json()) as { cloud: PointCloudState }).cloud
}

const archivesWritten = () =>
  bucket.requests.filter(
    (request) => request.startsWith('PUT derivatives/') && request.includes('.cloud.bin'),
  )

/** Expects that the second server has all points. */
async function expectPoints(): Promise<void> {
  const state = await stateAt(clients[1])
  if (state.state !== 'ready') throw new Error('The cloud is not ready.')
  expect(state).toMatchObject({ points: POINTS })
  const points = await clients[1].send('GET', state.node_url.replace('{node}', '0'))
  expect((await points.arrayBuffer()).byteLength).toBe(POINTS * 16)
}

it('is made by one of them, and shown by both', async () => {
  expect(await stateAt(clients[1])).toEqual({ state: 'preparing', share: null })
  letGo()
  for (const client of clients) await expect.poll(async () => (await stateAt(client)).state).toBe('ready')
  await expectPoints()
  expect(archivesWritten().length).toBe(1)
})

it('is made by the other one if the first one stands still', async () => {
  process.kill(first.pid, 'SIGSTOP')
  stack.defer(() => void process.kill(first.pid, 'SIGCONT'))
  expect(await stateAt(clients[1])).toEqual({ state: 'preparing', share: null })
  await expect.poll(async () => (await stateAt(clients[1])).state).toBe('ready')
  await expectPoints()
  process.kill(first.pid, 'SIGCONT')
  letGo()
  await expect.poll(async () => (await stateAt(clients[0])).state).toBe('ready')
  await expectPoints()
})

it('is made by the other one if the first one is killed, and nothing of it is left', async () => {
  await first.end('SIGKILL')
  await expect.poll(async () => (await stateAt(clients[1])).state).toBe('ready')
  await expectPoints()
  expect(await readdir(join(folders[1], 'incoming'))).toEqual([])
  expect(await readdir(join(folders[0], 'incoming'))).not.toEqual([])
  await start(0)
  expect(await readdir(join(folders[0], 'incoming'))).toEqual([])
})
