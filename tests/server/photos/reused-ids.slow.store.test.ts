/** After an older backup is restored, a new photo gets an id that another photo has had, and browsers keep what they were sent for a year. */
import { expect, it } from 'vitest'
import type { Photo } from '#domain/photo.ts'
import type { Panorama } from '#domain/pictures/panorama.ts'
import type { PointCloudState } from '#domain/pictures/point-cloud.ts'
import { calls } from '#server/start/app.ts'
import { makeUser, signIn, signInAs } from '../../support/accounts.ts'
import { company, operator, setUpTurbine, testApp, turbine } from '../../support/app-setup.ts'
import { jpeg, readError } from '../../support/builders.ts'
import { type PcdValues, pcd } from '../../support/files/pcd.ts'
import { CALL_EXAMPLES } from '../calls/call-examples.ts'
import { makeRecords } from '../calls/call-records.ts'

setUpTurbine()

const FOR_A_YEAR = 'private, immutable, max-age=31536000'

/** A point cloud of two points. */
const cloud = (height: number) =>
  pcd(
    'binary',
    ['x', 'y', 'z'].map((name): PcdValues => ({ name, type: 'F', size: 4, values: [0, height] })),
  )

const upload = (name: string, bytes: Uint8Array) => operator.uploadPhoto(turbine, name, bytes)

/** Deletes the photo, and gives its id to a new one. */
async function replace(photo: Photo, name: string, bytes: Uint8Array): Promise<Photo> {
  const manager = await signInAs(testApp, 'company_manager', company)
  const query = `key=${encodeURIComponent(photo.key)}`
  expect((await manager.delete(`/api/turbines/${turbine}/photos?${query}`)).status).toBe(200)
  const other = await upload(name, bytes)
  const { services } = testApp
  // What is being made for an id that is gone is removed, as after a deletion.
  if (other.width === null) await services.pointClouds.makeInBackground(services, other)
  await services.db.write.updateTable('photo').set({ id: photo.id }).where('id', '=', other.id).execute()
  return { ...other, id: photo.id }
}

async function tileAddress({ id }: Photo): Promise<string> {
  const answer = await operator.get(`/api/turbines/${turbine}/photos/${id}/panorama`)
  const { panorama } = (await answer.json()) as { panorama: Panorama }
  return panorama.tile_url.replace('{level}', '0').replace('{column}-{row}', '0-0')
}

async function nodeAddress({ id }: Photo): Promise<string> {
  let address = ''
  const ask = async () => {
    const answer = await operator.get(`/api/turbines/${turbine}/photos/${id}/cloud`)
    const { cloud: state } = (await answer.json()) as { cloud: PointCloudState }
    if (state.state === 'ready') address = state.node_url.replace('{node}', '0')
    return state.state
  }
  await expect.poll(ask).toBe('ready')
  return address
}

const KINDS = {
  'tile of a photo': {
    name: 'photo.jpg',
    // Two of them have other noise.
    bytes: () => jpeg({ width: 700, height: 500 }),
    others: () => jpeg({ width: 700, height: 500 }),
    addressOf: tileAddress,
  },
  'node of a point cloud': {
    name: 'scan.pcd',
    bytes: async () => cloud(1),
    others: async () => cloud(2),
    addressOf: nodeAddress,
  },
}

it.each(Object.entries(KINDS))('no browser keeps a %s for that of another photo', async (_, kind) => {
  const photo = await upload(kind.name, await kind.bytes())
  const address = await kind.addressOf(photo)
  const answer = await operator.get(address)
  expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, FOR_A_YEAR])
  const old = Buffer.from(await answer.arrayBuffer())
  const tag = answer.headers.get('ETag') ?? ''

  const other = await replace(photo, kind.name, await kind.others())
  expect(await readError(await operator.get(address, { 'If-None-Match': tag }))).toEqual([404, 'not_found'])
  const current = await kind.addressOf(other)
  expect(current).not.toBe(address)
  const shown = await operator.get(current)
  expect([shown.status, shown.headers.get('Cache-Control')]).toEqual([200, FOR_A_YEAR])
  expect(Buffer.from(await shown.arrayBuffer()).equals(old)).toBe(false)
})

it.each(Object.entries(KINDS))(
  'a %s is sent at an address without its file, and asked for each time',
  async (_, kind) => {
    const photo = await upload(kind.name, await kind.bytes())
    const [address = ''] = (await kind.addressOf(photo)).split('?')
    const answer = await operator.get(address)
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'private, no-cache'])
    const known = { 'If-None-Match': answer.headers.get('ETag') ?? '' }
    const again = await operator.get(address, known)
    expect([again.status, again.headers.get('Cache-Control')]).toEqual([304, 'private, no-cache'])

    const other = await replace(photo, kind.name, await kind.others())
    await kind.addressOf(other)
    expect((await operator.get(address, known)).status).toBe(200)
    expect(await readError(await operator.get(`${address}?file=x`))).toEqual([400, 'validation_failed'])
  },
)

it('browsers keep only what lies at an address with the key of its file, and is not downloaded under a name that can change', async () => {
  const account = await makeUser(testApp, { role: 'superadmin' })
  const superadmin = await signIn(testApp, account)
  const records = await makeRecords(testApp, account.company_id, account.id)
  const keys = Object.values(records).flatMap((record) => ('key' in record ? [record.key] : []))
  let sent = 0
  for (const { method, path } of calls) {
    const address = CALL_EXAMPLES[`${method} ${path}`]?.address?.(records) ?? path
    if (method !== 'GET' || address.includes(':')) continue
    const answer = await superadmin.get(address)
    await answer.arrayBuffer()
    const isKept = /max-age|immutable/.test(answer.headers.get('Cache-Control') ?? '')
    const hasName = answer.headers.has('Content-Disposition')
    expect([address, isKept]).toEqual([address, keys.some((key) => address === `/media/${key}`) && !hasName])
    sent += 1
  }
  expect(sent).toBeGreaterThan(50)
})
