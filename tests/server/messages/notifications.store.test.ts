import { describe, expect, it } from 'vitest'
import type { PublishSheet } from '#domain/inspections/publish-sheet.ts'
import { DEFAULT_TIME_ZONE, laterDay, todayIn } from '#domain/time/today.ts'
import { tellEachDay } from '#server/features/notifications/tell-each-day.ts'
import { JOB_KINDS } from '#server/start/job-kinds.ts'
import { makeVisitor } from '../../support/accounts.ts'
import { makeCompany, makeTurbine, readData, readError } from '../../support/builders.ts'
import { type PcdValues, pcd } from '../../support/files/pcd.ts'
import { addFinding } from '../../support/finding-setup.ts'
import { moveInspection } from '../../support/publish-inspection.ts'
import {
  choose,
  comment,
  company,
  customer,
  kindsOf,
  list,
  MORNING,
  mailsAt,
  manager,
  open,
  operator,
  publish,
  setUpNotices,
  testApp,
  turbine,
  YEAR,
} from './notice-setup.ts'

setUpNotices()

describe('a publication', () => {
  it('is told to everybody of the company but who published, with the state and the worst findings', async () => {
    const stranger = await open('customer', await makeCompany(testApp))
    const finding = await publish()
    const told = {
      kind: 'published',
      record: { kind: 'inspection', id: YEAR },
      turbine_id: turbine,
      turbine_name: 'Yayla 7',
      version: 1,
      state: 'D',
      worst: [{ id: finding.id, number: finding.number, severity: 4 }],
      read: false,
    }
    for (const user of [customer, operator])
      expect(await list(user)).toMatchObject({ data: [told], unread: 1 })
    for (const user of [manager, stranger]) expect(await list(user)).toMatchObject({ data: [], unread: 0 })
  })

  it('is told to exactly those whom the sheet before it names', async () => {
    const viewer = await open('viewer')
    await choose(customer.client, { published: { bell: false, mail: false } })
    await choose(viewer.client, { published: { bell: true, mail: false } })
    const path = `/api/turbines/${turbine}/inspections/${YEAR}/publish-sheet`
    await addFinding(operator.client, turbine, { severity: 4, year: YEAR })
    const { told } = await readData<PublishSheet>(await manager.client.get(path))
    expect(told).toMatchObject({ count: 2, mailed: 1 })
    expect(told.names).toHaveLength(2)
    await moveInspection(manager.client, turbine, YEAR, 'published')
    for (const [user, unread] of [
      [viewer, 1],
      [operator, 1],
      [customer, 0],
      [manager, 0],
    ] as const)
      expect(await list(user)).toMatchObject({ unread })
  })

  it('is no longer told when its version is withdrawn', async () => {
    await publish()
    const admin = await open('admin')
    expect((await moveInspection(admin.client, turbine, YEAR, 'withdrawn', 'Yanlış.')).status).toBe(200)
    expect(await list(customer)).toMatchObject({ data: [], unread: 0 })
  })
})

describe('a comment', () => {
  it('on a finding is told to who marked it and who commented on it, and to nobody else', async () => {
    const finding = await addFinding(operator.client, turbine, { severity: 3, year: YEAR })
    expect(await comment(manager.client, { comment: 'Ne zaman?', finding_id: finding.id })).toBe(201)
    expect(await list(operator)).toMatchObject({
      data: [{ kind: 'comment', comment: 'Ne zaman?', finding: { number: finding.number } }],
      unread: 1,
    })
    expect(await comment(operator.client, { comment: 'Yarın.', finding_id: finding.id })).toBe(201)
    expect(await list(manager)).toMatchObject({ data: [{ kind: 'comment', comment: 'Yarın.' }], unread: 1 })
    expect(await kindsOf(operator)).toEqual(['comment'])
    expect(await kindsOf(customer)).toEqual([])
  })

  it('of the team is told to the team alone, and a deleted one to nobody', async () => {
    expect(await comment(customer.client, { comment: 'Ses var.' })).toBe(201)
    expect(await comment(operator.client, { comment: 'Bakıldı.', audience: 'team' })).toBe(201)
    expect(await kindsOf(customer)).toEqual([])
    const answer = await operator.client.json('POST', `/api/turbines/${turbine}/comments`, {
      comment: 'Düzeldi.',
    })
    const { id } = await readData<{ id: number }>(answer)
    expect(await list(customer)).toMatchObject({ data: [{ comment: 'Düzeldi.' }], unread: 1 })
    await operator.client.delete(`/api/turbines/${turbine}/comments/${id}`)
    expect(await list(customer)).toMatchObject({ data: [], unread: 0 })
  })
})

describe('what a reviewer sends back', () => {
  it('is told once per call to each who has marked one of the findings', async () => {
    const findings = [
      await addFinding(operator.client, turbine, { severity: 3, year: YEAR }),
      await addFinding(operator.client, turbine, { side: 'TE', severity: 2, year: YEAR }),
    ]
    const answer = await manager.client.json('POST', `/api/turbines/${turbine}/inspections/${YEAR}/reviews`, {
      decision: 'returned',
      finding_ids: findings.map(({ id }) => id),
      remark: 'Ölçü eksik.',
    })
    expect(answer.status).toBe(200)
    expect(await list(operator)).toMatchObject({
      data: [{ kind: 'comment', comment: 'Ölçü eksik.', finding: { number: findings[0]?.number } }],
      unread: 1,
    })
    expect(await kindsOf(manager)).toEqual([])
    expect(await kindsOf(customer)).toEqual([])
  })
})

describe('a point cloud', () => {
  it('is told once to who has uploaded it, when it is prepared, until it is deleted', async () => {
    const points = ['x', 'y', 'z'].map((name): PcdValues => ({ name, type: 'F', size: 4, values: [0, 1] }))
    const photo = await operator.client.uploadPhoto(turbine, 'tarama.pcd', pcd('binary', points))
    await expect
      .poll(() => list(operator))
      .toMatchObject({
        data: [{ kind: 'upload_ready', record: { kind: 'photo', id: photo.id }, year: photo.year }],
        unread: 1,
      })
    const job = JOB_KINDS.find(({ name }) => name === 'make-cloud')
    await job?.run(testApp.services, { photoId: photo.id })
    expect(await list(operator)).toMatchObject({ data: [{ name: 'tarama.pcd' }], unread: 1 })
    for (const user of [manager, customer]) expect(await kindsOf(user)).toEqual([])
    const path = `/api/turbines/${turbine}/photos?key=${encodeURIComponent(photo.key)}`
    expect((await manager.client.delete(path)).status).toBe(200)
    expect(await list(operator)).toMatchObject({ data: [], unread: 0 })
  })
})

describe('each day', () => {
  it('tells once what is due in 30, 7 and 0 days, those of a turbine and day together', async () => {
    const today = todayIn(DEFAULT_TIME_ZONE, MORNING)
    const day = { year: YEAR, found_on: `${YEAR}-05-01`, due_reason: 'x' }
    for (const days of [0, 6, 7, 7, 30]) {
      const severity = days === 7 ? 3 : 2
      await addFinding(operator.client, turbine, { ...day, severity, own_due_on: laterDay(today, days) })
    }
    await tellEachDay(testApp.services, MORNING)
    await tellEachDay(testApp.services, MORNING)
    const { data } = await list(operator)
    const due = data.flatMap((told) => (told.kind === 'due' ? [[told.in_days, told.findings]] : []))
    expect(due.sort()).toEqual([
      [0, 1],
      [30, 1],
      [7, 2],
    ])
    // Nothing of it is published.
    expect(await kindsOf(customer)).toEqual([])
    // The finding that was due in 6 days is told on its day.
    await tellEachDay(testApp.services, new Date(MORNING.getTime() + 6 * 24 * 60 * 60 * 1000))
    expect((await list(operator)).data.filter(({ kind }) => kind === 'due')).toHaveLength(4)
  })

  it('tells the team once that a review waits longer than the company allows', async () => {
    await testApp.services.db.write
      .updateTable('company')
      .set({ review_days: 2 })
      .where('id', '=', company)
      .execute()
    await addFinding(operator.client, turbine, { severity: 3, year: YEAR })
    await moveInspection(operator.client, turbine, YEAR, 'in_review')
    const in_days = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000)
    await tellEachDay(testApp.services, in_days(0))
    await tellEachDay(testApp.services, in_days(2))
    expect(await kindsOf(manager)).toEqual([])
    await tellEachDay(testApp.services, in_days(3))
    await tellEachDay(testApp.services, in_days(4))
    expect(await list(manager)).toMatchObject({
      data: [{ kind: 'review_late', record: { id: YEAR }, days: 2 }],
      unread: 1,
    })
    expect(await kindsOf(customer)).toEqual([])
  })
})

describe('the list', () => {
  it('has the unread ones first, in pages, and marks one or all as read', async () => {
    await comment(customer.client, { comment: 'Merhaba' })
    for (let n = 0; n < 25; n += 1) await comment(operator.client, { comment: `Yanıt ${n}` })
    const first = await list(customer)
    expect([first.data.length, first.unread]).toEqual([20, 25])
    const newest = first.data[0]
    await customer.client.json('PUT', '/api/notifications/read', { ids: [newest?.id] })
    const second = await list(customer)
    expect(second.unread).toBe(24)
    expect((await list(customer, '?unread=true')).data).toHaveLength(20)
    const rest = await list(customer, `?cursor=${second.next}`)
    expect(rest.data.map(({ read }) => read)).toEqual([false, false, false, false, true])
    expect(rest.next).toBeNull()
    await customer.client.json('PUT', '/api/notifications/read', { up_to: newest?.id })
    expect((await list(customer)).unread).toBe(0)
    expect(await readError(await customer.client.get('/api/notifications?cursor=x'))).toEqual([
      400,
      'validation_failed',
    ])
  })

  it('marks all as read that the bell shows, and leaves what only the mail tells', async () => {
    await publish()
    await comment(customer.client, { comment: 'Merhaba' })
    await comment(operator.client, { comment: 'Yanıt' })
    const [newest] = (await list(customer)).data
    await choose(customer.client, { published: { bell: false, mail: true } })
    await customer.client.json('PUT', '/api/notifications/read', { up_to: newest?.id })
    expect(await list(customer)).toMatchObject({ data: [{ kind: 'comment', read: true }], unread: 0 })
    const mail = (await mailsAt(MORNING)).get(customer.email)
    expect(mail?.text).toContain('yayınlandı')
  })

  it('is that of the user alone', async () => {
    await comment(customer.client, { comment: 'Merhaba' })
    await comment(operator.client, { comment: 'Yanıt' })
    const [told] = (await list(customer)).data
    for (const body of [{ ids: [told?.id] }, { up_to: told?.id }]) {
      expect((await manager.client.json('PUT', '/api/notifications/read', body)).status).toBe(200)
    }
    expect((await list(customer)).unread).toBe(1)
    expect((await makeVisitor(testApp).get('/api/notifications')).status).toBe(401)
  })

  it('has nothing of a company that the user has left', async () => {
    await publish()
    const other = await makeCompany(testApp)
    await testApp.services.db.write
      .updateTable('user')
      .set({ company_id: other })
      .where('id', '=', customer.id)
      .execute()
    await makeTurbine(testApp, { company_id: other })
    expect(await list(customer)).toMatchObject({ data: [], unread: 0 })
  })
})
