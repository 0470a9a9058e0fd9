import { beforeEach, describe, expect, it } from 'vitest'
import type { Photo } from '#domain/photo.ts'
import { type Client, signInAs } from '../../support/accounts.ts'
import { company, operator, setUpTurbine, testApp, turbine } from '../../support/app-setup.ts'
import { jpeg, makeCompany, makeTurbine, readError, readUpload } from '../../support/builders.ts'

setUpTurbine()

const list = async (query = '') => readUpload(await operator.get(`/api/turbines/${turbine}/photos${query}`))

describe('listing photos', () => {
  beforeEach(async () => {
    const upload = async (name: string, fields: Record<string, string>) =>
      operator.upload(turbine, { [name]: await jpeg() }, fields)
    await upload('b1.jpg', { room: '1', year: '2024' })
    await upload('b2.jpg', { room: '2', year: '2025' })
    await upload('d1.jpg', { room: '', blade: 'C', category: 'drone', year: '2025' })
  })
  const names = async (query: string) => (await list(query)).data.map(({ originalName }) => originalName)

  it('returns blade photos, newest first, by default', async () => {
    expect(await names('')).toEqual(['b2.jpg', 'b1.jpg'])
    expect(await names('?view=all&noCache=1&role=superadmin')).toEqual(['d1.jpg', 'b2.jpg', 'b1.jpg'])
    expect(await names('?category=drone')).toEqual(['d1.jpg'])
    expect(await names('?room=1')).toEqual(['b1.jpg'])
    expect(await names('?room=&year=2025')).toEqual(['b2.jpg'])
  })

  it('refuses invalid filters', async () => {
    for (const query of ['?year=abc', '?category=submarine', '?view=some', `?room=${'x'.repeat(50)}`]) {
      expect(await list(query)).toMatchObject({ status: 400, error: 'validation_failed' })
    }
  })

  it('answers 304 until something changes', async () => {
    const url = `/api/turbines/${turbine}/photos?view=all`
    const etag = (await operator.get(url)).headers.get('ETag') ?? ''
    expect((await operator.get(url, { 'If-None-Match': etag })).status).toBe(304)
    await operator.upload(turbine, { 'new.jpg': await jpeg() })
    expect((await operator.get(url, { 'If-None-Match': etag })).status).toBe(200)
  })
})

describe('one photo', () => {
  const get = (client: Client, id: number | string, of = turbine) =>
    client.get(`/api/turbines/${of}/photos/${id}`)

  it('has the same id in the answer to the upload, in lists and by itself', async () => {
    const [uploaded] = (await readUpload(await operator.upload(turbine, { 'a.jpg': await jpeg() }))).data
    expect(uploaded?.id).toBeGreaterThan(0)
    expect((await list('?view=all')).data).toEqual([uploaded])
    const answer = await get(operator, uploaded?.id ?? '')
    expect(await answer.json()).toEqual({ success: true, photo: uploaded })
  })

  it('has an id that is never used again after it is deleted', async () => {
    const admin = await signInAs(testApp, 'admin', company)
    const ids: number[] = []
    for (const name of ['a.jpg', 'b.jpg']) {
      const [photo] = (await readUpload(await operator.upload(turbine, { [name]: await jpeg() }))).data
      ids.push(photo?.id ?? 0)
      await admin.delete(`/api/turbines/${turbine}/photos?key=${encodeURIComponent(photo?.key ?? '')}`)
      expect(await readError(await get(operator, photo?.id ?? ''))).toEqual([404, 'photo_not_found'])
    }
    expect(ids[1]).toBeGreaterThan(ids[0] ?? 0)
  })

  it('is not found below another turbine or by another company, and an invalid id is refused', async () => {
    const [photo] = (await readUpload(await operator.upload(turbine, { 'a.jpg': await jpeg() }))).data
    const id = photo?.id ?? 0
    const other = await makeTurbine(testApp, { company_id: company })
    expect(await readError(await get(operator, id, other))).toEqual([404, 'photo_not_found'])
    const stranger = await signInAs(testApp, 'admin', await makeCompany(testApp))
    expect(await readError(await get(stranger, id))).toEqual([404, 'turbine_not_found'])
    for (const bad of ['0', '-1', '1.5', 'x', `${id}x`]) {
      expect(await readError(await get(operator, bad))).toEqual([400, 'validation_failed'])
    }
  })
})

describe('deleting a photo', () => {
  let photo: Photo
  beforeEach(async () => {
    photo = await operator.uploadPhoto(turbine, 'a.jpg', await jpeg())
  })
  const remove = (client: Client, key: string, id = turbine) =>
    client.delete(`/api/turbines/${id}/photos?key=${encodeURIComponent(key)}`)

  it('removes row and files, for admins and managers of the company and for superadmins', async () => {
    for (const client of [
      await signInAs(testApp, 'admin', company),
      await signInAs(testApp, 'company_manager', company),
      await signInAs(testApp, 'superadmin'),
    ]) {
      const name = `x${client.token.length}-${Math.random()}.jpg`.replace('0.', '')
      const again = await operator.uploadPhoto(turbine, name, await jpeg())
      expect((await remove(client, again.key)).status).toBe(200)
      expect((await testApp.files()).filter((file) => file.includes(again.key))).toEqual([])
      expect((await operator.get(again.url)).status).toBe(404)
    }
  })

  it('is refused to all others, and for keys of other turbines', async () => {
    const before = await testApp.contents()
    for (const role of ['operator', 'customer', 'viewer'] as const) {
      expect((await remove(await signInAs(testApp, role, company), photo.key)).status).toBe(403)
    }
    const other = await makeCompany(testApp)
    const foreignAdmin = await signInAs(testApp, 'admin', other)
    expect((await remove(foreignAdmin, photo.key)).status).toBe(404)
    const theirs = await makeTurbine(testApp, { company_id: other })
    expect(await readUpload(await remove(foreignAdmin, photo.key, theirs))).toMatchObject({
      status: 404,
      error: 'photo_not_found',
    })
    const admin = await signInAs(testApp, 'admin', company)
    for (const key of ['../../kanat.db', '/etc/passwd', 'turbines/1/photos/none', `${photo.key}/..`]) {
      expect(await readUpload(await remove(admin, key))).toMatchObject({
        status: 404,
        error: 'photo_not_found',
      })
    }
    expect(await readUpload(await admin.delete(`/api/turbines/${turbine}/photos`))).toMatchObject({
      status: 400,
    })
    expect((await testApp.contents()).files).toEqual(before.files)
  })
})
