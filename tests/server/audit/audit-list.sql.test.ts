import { describe, expect, it } from 'vitest'
import type { AuditEntry } from '#domain/audit.ts'
import { AUDIT_PAGE_SIZE } from '#domain/limits.ts'
import { makeUser, signIn } from '../../support/accounts.ts'
import { testApp } from '../../support/app-setup.ts'
import { jpeg, makeTurbine, readError, readUpload } from '../../support/builders.ts'
import { addFinding } from '../../support/finding-setup.ts'
import { inspectionOf, saveInspection } from '../../support/inspection-setup.ts'
import { moveInspection } from '../../support/publish-inspection.ts'
import { account, client, own, setUpAudit } from './audit-setup.ts'

setUpAudit()

async function read(query = ''): Promise<{ data: AuditEntry[]; total: number }> {
  const answer = await client.get(`/api/audit${query}`)
  expect(answer.status).toBe(200)
  return (await answer.json()) as { data: AuditEntry[]; total: number }
}

/** Adds an entry of a sign-in at that time. */
const addEntry = (at: string, user_id = account.id) =>
  testApp.services.db.write
    .insertInto('audit')
    .values({
      at,
      request_id: '',
      address: '203.0.113.7',
      user_id,
      user_email: 'ada@kanat.example',
      action: 'session.open',
      record_id: String(user_id),
      record_name: 'ada@kanat.example',
      turbine_id: null,
      turbine_name: '',
      changed: '[]',
    })
    .execute()

describe('an entry', () => {
  it('says who did what to which record of which turbine, and from where', async () => {
    const turbine = await makeTurbine(testApp, {
      company_id: own,
      code: 'KRB-04',
      turbine_name: 'Karaburun 4',
    })
    const body = { city: 'izmir', code: 'KRB-05', location: 'Soma' }
    await client.json('PUT', `/api/turbines/${turbine}`, body, { 'X-Forwarded-For': '203.0.113.7' })
    expect(await read()).toEqual({
      success: true,
      total: 1,
      data: [
        {
          id: expect.any(Number),
          at: expect.any(String),
          user_id: account.id,
          user_name: 'Ada Yel',
          user_email: 'ada@kanat.example',
          action: 'turbine.edit',
          record_kind: 'turbine',
          record_id: String(turbine),
          record_name: 'KRB-04',
          record_exists: true,
          turbine_id: turbine,
          turbine_name: 'Karaburun 4',
          turbine_exists: true,
          changed: ['code', 'location'],
          moved: null,
          reassigned: null,
          address: '203.0.113.7',
        },
      ],
    })
  })

  it('keeps the names of records that are deleted later', async () => {
    const turbine = await makeTurbine(testApp, { company_id: own, code: 'SOM-07' })
    const { data: photos } = await readUpload(await client.upload(turbine, { 'nose.jpg': await jpeg() }))
    await client.delete(`/api/turbines/${turbine}`)
    expect((await read()).data).toMatchObject([
      { action: 'turbine.delete', record_name: 'SOM-07', record_exists: false, turbine_exists: false },
      {
        action: 'photo.add',
        record_id: String(photos[0]?.id),
        record_name: 'nose.jpg',
        record_exists: false,
        turbine_id: turbine,
        turbine_name: 'SOM-07',
      },
    ])
  })

  it('about an inspection says that it exists, with a form or without one, as long as its turbine does', async () => {
    const turbine = await makeTurbine(testApp, { company_id: own })
    await addFinding(client, turbine, { severity: 3, year: 2026 })
    await moveInspection(client, turbine, 2026, 'in_review')
    await client.json('POST', inspectionOf(turbine, 2026, '/reviews'), { decision: 'accepted' })
    await saveInspection(client, turbine, { inspector: 'Ada' })
    await moveInspection(client, turbine, 2026, 'published')
    const exist = async () =>
      (await read('?record_kind=inspection')).data.map(({ action, record_name, record_exists }) => [
        action,
        record_name,
        record_exists,
      ])
    const actions = ['publish', 'edit', 'review', 'close'].map((verb) => `inspection.${verb}`)
    expect(await exist()).toEqual(actions.map((action) => [action, '2026', true]))
    await client.delete(`/api/turbines/${turbine}`)
    expect(await exist()).toEqual(actions.map((action) => [action, '2026', false]))
  })

  it('has no name of a deleted user, only the e-mail address', async () => {
    const user = await makeUser(testApp, { company_id: own, email: 'gone@kanat.example' })
    await signIn(testApp, user)
    expect((await read(`?user_id=${user.id}`)).data).toMatchObject([{ user_name: 'Ada Yel' }])
    await client.delete(`/api/users/${user.id}`)
    expect((await read(`?user_id=${user.id}`)).data).toMatchObject([
      { user_name: '', user_email: 'gone@kanat.example', record_kind: 'user', record_exists: false },
    ])
  })
})

describe('the filters', () => {
  it('find a turbine with its photos, reports and comments, and one record', async () => {
    const turbine = await makeTurbine(testApp, { company_id: own })
    const other = await makeTurbine(testApp, { company_id: own })
    const { data: photos } = await readUpload(await client.upload(turbine, { 'nose.jpg': await jpeg() }))
    await client.json('POST', `/api/turbines/${turbine}/comments`, { comment: 'x' })
    await client.json('POST', `/api/turbines/${other}/comments`, { comment: 'y' })
    await client.json('PUT', `/api/companies/${own}`, { phone: '1' })
    const actions = async (query: string) => (await read(query)).data.map(({ action }) => action)
    expect(await actions(`?turbine_id=${turbine}`)).toEqual(['comment.add', 'photo.add'])
    expect(await actions(`?record_kind=photo&record_id=${photos[0]?.id}`)).toEqual(['photo.add'])
    expect(await actions(`?record_kind=company&record_id=${own}`)).toEqual(['company.edit'])
    expect(await actions('?action=comment.add')).toEqual(['comment.add', 'comment.add'])
    expect(await actions('?action=&page=')).toHaveLength(4)
  })

  it('find the entries from a time on, and before a time', async () => {
    for (const day of ['01', '02', '03']) await addEntry(`2026-03-${day}T00:00:00.000Z`)
    const days = async (query: string) => (await read(query)).data.map(({ at }) => at.slice(8, 10))
    expect(await days('?from=2026-03-02T00:00:00Z')).toEqual(['03', '02'])
    expect(await days('?from=2026-03-01T00:00:00Z&to=2026-03-03T00:00:00Z')).toEqual(['02', '01'])
  })

  it('are refused if they are not valid', async () => {
    for (const query of ['action=fly', 'from=yesterday', 'user_id=x', 'page=0', 'record_kind=blade']) {
      expect(await readError(await client.get(`/api/audit?${query}`))).toEqual([400, 'validation_failed'])
    }
  })
})

it('is read in pages, newest first', async () => {
  const count = AUDIT_PAGE_SIZE + 2
  for (let n = 0; n < count; n += 1) await addEntry(new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString())
  const first = await read()
  const second = await read('?page=2')
  expect([first.total, first.data.length, second.total, second.data.length]).toEqual([
    count,
    AUDIT_PAGE_SIZE,
    count,
    2,
  ])
  const times = [...first.data, ...second.data].map(({ at }) => at)
  expect(times).toEqual(times.toSorted().reverse())
  expect((await read('?page=9')).data).toEqual([])
})
