/** What the answer about a turbine says of its photos. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Turbine } from '#domain/turbine.ts'
import { isPostgres } from '#server/infrastructure/database/differing-sql.ts'
import { MAY_SHOW_SPHERE } from '#server/records/may-show-sphere.ts'
import { type Client, makeVisitor, signInAs } from '../../support/accounts.ts'
import { company, customer, operator, setUpFarm, testApp, turbine } from '../../support/app-setup.ts'
import { jpeg, makeCompany } from '../../support/builders.ts'
import { sendFinding } from '../../support/finding-setup.ts'
import { publishInspection } from '../../support/publish-inspection.ts'

let picture: Buffer
let uploads = 0

setUpFarm('file', ['operator', 'customer'], { jobs: 'wait', turbines: 'test' })
beforeAll(async () => {
  picture = await jpeg()
})

/** Uploads one photo. @returns its key */
async function upload(client: Client, fields: Record<string, string> = {}, name = `${++uploads}.jpg`) {
  const content = name.endsWith('.pcd') ? POINT_CLOUD : picture
  const answer = await client.upload(turbine, { [name]: content }, fields)
  const { data } = (await answer.json()) as { data: { key: string }[] }
  return data[0]?.key ?? ''
}
const POINT_CLOUD = Buffer.from(
  'VERSION .7\nFIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nCOUNT 1 1 1\nWIDTH 1\nHEIGHT 1\nVIEWPOINT 0 0 0 1 0 0 0\nPOINTS 1\nDATA ascii\n0 0 0\n',
)

/** The turbine in the client's list; the single call must answer the same. */
async function listed(client: Client): Promise<Turbine> {
  const { data } = (await (await client.get('/api/turbines')).json()) as { data: Turbine[] }
  const found = data.find(({ id }) => id === turbine)
  expect(await (await client.get(`/api/turbines/${turbine}`)).json()).toEqual({
    success: true,
    turbine: found,
    contents: expect.objectContaining({ photos: found?.photo_count }),
  })
  return found as Turbine
}
const setUploadTime = (key: string, uploaded_at: string) =>
  testApp.services.db.write.updateTable('photo').set({ uploaded_at }).where('key', '=', key).execute()

describe('the photos of a turbine in its answer', () => {
  it('are none at first', async () => {
    expect(await listed(customer)).toMatchObject({
      photo_count: 0,
      photo_years: [],
      newest_photo_at: null,
      cover_url: null,
      has_panorama: false,
      new_photo_count: 0,
      new_publication_year: null,
    })
  })

  it('have their years, newest first and each once, of every category', async () => {
    for (const year of ['2024', '2026', '2024']) await upload(operator, { year })
    await upload(operator, { year: '2025', category: 'drone' })
    expect(await listed(customer)).toMatchObject({ photo_count: 4, photo_years: [2026, 2025, 2024] })
  })

  const declared = {
    full_width: 400,
    full_height: 200,
    width: 400,
    height: 100,
    left: 0,
    top: 50,
    heading: null,
  }
  it.each([
    ['a flat photo', [400, 300], null, false, false],
    ['a whole sphere by its shape', [401, 200], null, true, true],
    [
      'a part of a sphere by its fields',
      [400, 100],
      { projection: 'equirectangular', ...declared },
      true,
      true,
    ],
    ['a flat photo with a heading', [400, 300], { ...declared, projection: null, heading: 30 }, false, false],
    ['a flat photo that nobody has read', [400, 300], undefined, false, true],
    ['a picture of one pixel', [1, 1], null, false, false],
    ['a picture of four pixels that nobody has read', [2, 2], undefined, false, false],
    ['the smallest sphere', [256, 128], null, true, true],
    ['a picture that is narrower', [255, 128], { projection: 'equirectangular', ...declared }, false, false],
  ] as const)(
    'say of %s whether the 360° view has something to show',
    async (_, size, gpano, isSphere, offers) => {
      const key = await upload(operator)
      const [width, height] = size
      await testApp.services.db.write
        .updateTable('photo')
        .set({ width, height, gpano: gpano === undefined ? null : JSON.stringify(gpano) })
        .where('key', '=', key)
        .execute()
      const list = await customer.get(`/api/turbines/${turbine}/photos`)
      expect((await list.json()) as object).toMatchObject({ data: [{ is_sphere: isSphere }] })
      expect((await listed(customer)).has_panorama).toBe(offers)
      await testApp.services.db.write
        .updateTable('photo')
        .set({ category: 'drone' })
        .where('key', '=', key)
        .execute()
      expect((await listed(customer)).has_panorama).toBe(false)
    },
  )

  it('are found by an index of the spheres, not by reading every flat photo', async (context) => {
    context.skip(isPostgres(testApp.services.db.write), 'the statement is for SQLite')
    const { rows } = await sql<{ detail: string }>`
      explain query plan select turbine.id, exists (
        select photo.id from photo where photo.turbine_id = turbine.id and ${MAY_SHOW_SPHERE}
      ) from turbine`.execute(testApp.services.db.write)
    expect(rows.map(({ detail }) => detail).join()).toContain('photo_with_sphere')
  })

  it('are counted anew when a photo is deleted, and not counted when it is refused', async () => {
    const admin = await signInAs(testApp, 'admin', company)
    const remove = (key: string) => admin.send('DELETE', `/api/turbines/${turbine}/photos?key=${key}`)
    const [first, second, other] = [
      await upload(operator, { year: '2024' }, 'first.jpg'),
      await upload(operator, { year: '2024' }),
      await upload(operator, { year: '2025' }),
    ]
    expect((await operator.upload(turbine, { 'first.jpg': picture }, { year: '2023' })).ok).toBe(false)
    expect(await listed(customer)).toMatchObject({ photo_count: 3, photo_years: [2025, 2024] })
    for (const key of [first, other]) expect((await remove(key)).ok).toBe(true)
    expect(await listed(customer)).toMatchObject({ photo_count: 1, photo_years: [2024] })
    expect((await remove(second)).ok).toBe(true)
    expect(await listed(customer)).toMatchObject({ photo_count: 0, photo_years: [] })
  })

  it('leave no number behind when the turbine is deleted', async () => {
    await upload(operator)
    const { db } = testApp.services
    const numbers = () =>
      db.read.selectFrom('photo_year').select('photos').where('turbine_id', '=', turbine).execute()
    expect(await numbers()).toEqual([{ photos: 1 }])
    await db.write.deleteFrom('turbine').where('id', '=', turbine).execute()
    expect(await numbers()).toEqual([])
  })

  it('give the newest picture as cover, and a point cloud counts as photo but is no cover', async () => {
    const [older, newer, cloud] = [
      await upload(operator),
      await upload(operator),
      await upload(operator, {}, 'a.pcd'),
    ]
    await setUploadTime(older, '2026-03-02T00:00:00.000Z')
    await setUploadTime(newer, '2026-03-03T00:00:00.000Z')
    await setUploadTime(cloud, '2026-03-04T00:00:00.000Z')
    const { cover_url, ...found } = await listed(customer)
    expect({ ...found, cover_url }).toMatchObject({
      photo_count: 3,
      cover_url: `/media/${newer}?w=320`,
      newest_photo_at: '2026-03-04T00:00:00.000Z',
    })
    expect((await customer.get(cover_url ?? '')).headers.get('Content-Type')).toBe('image/webp')
  })
})

it('names the newest year that others have published since the last visit', async () => {
  const yearFor = async (client: Client) => (await listed(client)).new_publication_year
  for (const year of [2025, 2024]) {
    await sendFinding(operator, turbine, { severity: 3, year, found_on: `${year}-05-10` })
    await publishInspection(operator, turbine, year)
  }
  expect([await yearFor(customer), await yearFor(operator)]).toEqual([2025, null])
  expect((await customer.json('PUT', `/api/turbines/${turbine}/visit`, {})).status).toBe(200)
  expect(await yearFor(customer)).toBeNull()
})

describe('new photos', () => {
  const visit = (client: Client) => client.json('PUT', `/api/turbines/${turbine}/visit`, {})
  const newFor = async (client: Client) => (await listed(client)).new_photo_count

  it('are those of others since the last visit; before the first visit, since the account was created', async () => {
    await setUploadTime(await upload(operator), '2020-01-01T00:00:00.000Z')
    expect(await newFor(customer)).toBe(0)
    await upload(operator)
    await upload(operator)
    expect(await newFor(customer)).toBe(2)
    expect(await newFor(operator)).toBe(0)

    expect((await visit(customer)).status).toBe(200)
    expect(await newFor(customer)).toBe(0)
    await upload(operator)
    expect(await newFor(customer)).toBe(1)
    expect((await visit(customer)).status).toBe(200)
    expect(await newFor(customer)).toBe(0)
  })

  it('are those that became visible after the visit, however long storing them takes', async () => {
    const { store } = testApp.services
    const reached = Promise.withResolvers<void>()
    const visited = Promise.withResolvers<void>()
    const keep = vi.spyOn(store, 'keep').mockImplementation(async (files) => {
      keep.mockRestore()
      reached.resolve()
      await visited.promise
      return store.keep(files)
    })
    const uploaded = upload(operator)
    await reached.promise
    const begun = Date.now()
    while (Date.now() === begun) await new Promise(setImmediate)
    await visit(customer)
    while (Date.now() <= begun + 1) await new Promise(setImmediate)
    visited.resolve()
    await uploaded
    expect(await newFor(customer)).toBe(1)
  })

  it('are counted for each user by their own visits', async () => {
    const other = await signInAs(testApp, 'viewer', company)
    await upload(operator)
    await visit(customer)
    expect([await newFor(customer), await newFor(other)]).toEqual([0, 1])
  })

  it('need a turbine that the caller may see', async () => {
    const foreign = await signInAs(testApp, 'admin', await makeCompany(testApp))
    expect((await visit(foreign)).status).toBe(404)
    expect((await visit(makeVisitor(testApp))).status).toBe(401)
    expect((await testApp.contents()).rows.turbine_visit).not.toContainEqual(
      expect.objectContaining({ turbine_id: turbine }),
    )
  })

  it('leave no visit behind when the user or the turbine is deleted', async () => {
    const superadmin = await signInAs(testApp, 'superadmin')
    const leaving = await signInAs(testApp, 'customer', company)
    const { user } = (await (await leaving.get('/api/auth/profile')).json()) as { user: { id: number } }
    const visits = async () =>
      ((await testApp.contents()).rows.turbine_visit as { user_id: number; turbine_id: number }[]).filter(
        (row) => row.turbine_id === turbine,
      )
    await visit(leaving)
    await visit(customer)
    expect(await visits()).toHaveLength(2)
    await superadmin.delete(`/api/users/${user.id}`)
    expect(await visits()).toHaveLength(1)
    await superadmin.delete(`/api/turbines/${turbine}`)
    expect(await visits()).toEqual([])
  })
})
