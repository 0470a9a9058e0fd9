import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Comment } from '#domain/comment.ts'
import { type Client, signInAs } from '../../support/accounts.ts'
import { clients, foreign, company as own, setUpTeam, testApp } from '../../support/app-setup.ts'
import { makeTurbine, readData, readError } from '../../support/builders.ts'
import { expectError } from '../../support/expect-error.ts'

let other: number
let theirs: number
let turbine: number
let stranger: Client

setUpTeam({ jobs: 'wait' })
beforeAll(async () => {
  turbine = await makeTurbine(testApp, { company_id: own })
  stranger = await signInAs(testApp, 'admin', foreign)
  other = await makeTurbine(testApp, { company_id: own })
  theirs = await makeTurbine(testApp, { company_id: foreign })
})

const path = (id: number, comment?: number) =>
  `/api/turbines/${id}/comments${comment === undefined ? '' : `/${comment}`}`
const write = (client: Client, comment = 'Uçta yıldırım izi.', id = turbine) =>
  client.json('POST', path(id), { comment })
const edit = (client: Client, id: number, comment = 'Kökte çatlak.', of = turbine) =>
  client.json('PUT', path(of, id), { comment })

describe('writing a comment', () => {
  it('answers with the comment, which all roles of the company can read, newest first', async () => {
    const first = await readData<Comment>(
      await write(clients.customer, '  Uçta yıldırım izi.\nBakım gerekli.  '),
    )
    expect(first).toEqual({
      id: expect.any(Number),
      user_id: expect.any(Number),
      user_name: 'Ada Yel',
      comment: 'Uçta yıldırım izi.\nBakım gerekli.',
      finding_id: null,
      finding_number: null,
      audience: 'all',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      updated_at: first.created_at,
    })
    const second = await write(clients.superadmin)
    expect(second.status).toBe(201)
    const list = await readData<Comment[]>(await clients.viewer.get(path(turbine)))
    expect(list.map(({ id }) => id)).toEqual([(await readData<Comment>(second)).id, first.id])
  })

  it('accepts long texts up to the limit', async () => {
    expect((await write(clients.operator, 'ğ'.repeat(10_000))).status).toBe(201)
    await expectError(write(clients.operator, 'ğ'.repeat(10_001)), 400, 'validation_failed')
    expect(await readError(await write(clients.operator, 'ğ'.repeat(600_000)))).toEqual([413, 'too_large'])
  })

  it('is refused to viewers and other companies, and for blank texts', async () => {
    const before = await testApp.contents()
    expect(await readError(await write(clients.viewer))).toEqual([403, 'forbidden'])
    expect(await readError(await write(stranger))).toEqual([404, 'turbine_not_found'])
    expect(await readError(await write(clients.admin, '', 12345))).toEqual([404, 'turbine_not_found'])
    for (const body of [{}, { comment: ' \n ' }, { comment: 5 }, { comment: 'x', user_name: 'y' }, []]) {
      const answer = await clients.admin.json('POST', path(turbine), body)
      expect(await readError(answer)).toEqual([400, 'validation_failed'])
    }
    expect(await testApp.contents()).toEqual(before)
  })
})

describe('changing a comment', () => {
  let comment: Comment
  beforeEach(async () => {
    comment = await readData<Comment>(await write(clients.customer))
  })
  const age = (ms: number) =>
    testApp.services.db.write
      .updateTable('comment')
      .set({ created_at: new Date(Date.now() - ms).toISOString() })
      .where('id', '=', comment.id)
      .execute()

  it('is allowed to its author, and sets the time of the change', async () => {
    const answer = await edit(clients.customer, comment.id)
    expect(answer.status).toBe(200)
    const edited = await readData<Comment>(answer)
    expect(edited).toMatchObject({ ...comment, comment: 'Kökte çatlak.', updated_at: expect.anything() })
    expect(edited.updated_at > edited.created_at).toBe(true)
    expect((await clients.customer.delete(path(turbine, comment.id))).status).toBe(200)
    await expectError(clients.customer.delete(path(turbine, comment.id)), 404, 'comment_not_found')
  })

  it('is allowed for an hour, but always for superadmins', async () => {
    await age(59 * 60 * 1000)
    expect((await edit(clients.customer, comment.id)).status).toBe(200)
    await age(61 * 60 * 1000)
    const before = await testApp.contents()
    expect(await readError(await edit(clients.customer, comment.id))).toEqual([403, 'forbidden'])
    expect(await readError(await clients.customer.delete(path(turbine, comment.id)))).toEqual([
      403,
      'forbidden',
    ])
    expect(await testApp.contents()).toEqual(before)
    expect((await edit(clients.superadmin, comment.id)).status).toBe(200)
    expect((await clients.superadmin.delete(path(turbine, comment.id))).status).toBe(200)
  })

  it('is refused to all others', async () => {
    const before = await testApp.contents()
    for (const role of ['admin', 'company_manager', 'operator', 'viewer'] as const) {
      expect(await readError(await edit(clients[role], comment.id))).toEqual([403, 'forbidden'])
      expect(await readError(await clients[role].delete(path(turbine, comment.id)))).toEqual([
        403,
        'forbidden',
      ])
    }
    for (const client of [clients.customer, clients.superadmin]) {
      expect(await readError(await edit(client, comment.id, 'x', other))).toEqual([404, 'comment_not_found'])
      expect(await readError(await client.delete(path(other, comment.id)))).toEqual([
        404,
        'comment_not_found',
      ])
      expect(await readError(await edit(client, 12345))).toEqual([404, 'comment_not_found'])
    }
    expect(await readError(await edit(stranger, comment.id))).toEqual([404, 'turbine_not_found'])
    expect(await readError(await edit(clients.customer, comment.id, 'x', theirs))).toEqual([
      404,
      'turbine_not_found',
    ])
    expect(await testApp.contents()).toEqual(before)
  })

  it('is deleted with its turbine', async () => {
    const id = await makeTurbine(testApp, { company_id: 999 })
    await write(clients.superadmin, 'x', id)
    await clients.superadmin.delete(`/api/turbines/${id}`)
    const left = await testApp.services.db.read
      .selectFrom('comment')
      .where('turbine_id', '=', id)
      .selectAll()
      .execute()
    expect(left).toEqual([])
  })
})
