import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Comment } from '#domain/comment.ts'
import type { Finding } from '#domain/findings/finding.ts'
import type { Photo } from '#domain/photo.ts'
import { type Client, signInAs } from '../../support/accounts.ts'
import { clients, foreign, company as own, setUpTeam, testApp } from '../../support/app-setup.ts'
import { jpeg, makeTurbine, readData, readError } from '../../support/builders.ts'
import { addFinding, box, findingsOf, sendFinding } from '../../support/finding-setup.ts'
import { awaitReports, publishAll } from '../../support/publish-inspection.ts'

let turbine: number
let stranger: Client

setUpTeam()
beforeAll(async () => {
  stranger = await signInAs(testApp, 'admin', foreign)
})
beforeEach(async () => {
  turbine = await makeTurbine(testApp, { company_id: own, blade_length: 60 })
})

const read = async (id: number) =>
  readData<Finding>(await clients.operator.get(findingsOf(turbine, `/${id}`)))
const change = (id: number, fields: object) =>
  clients.operator.json('PUT', findingsOf(turbine, `/${id}`), fields)
const issues = async (answer: Response) =>
  ((await answer.json()) as { issues: { path: string }[] }).issues.map(({ path }) => path)

const uploadPhoto = async (fields: Record<string, string> = {}, name = 'a.jpg') =>
  clients.operator.uploadPhoto(turbine, name, await jpeg(), fields)

describe('adding a finding', () => {
  it('is inside of the blade by default on a panorama of a room', async () => {
    const answer = await clients.operator.upload(turbine, {
      'sphere.jpg': await jpeg({ width: 640, height: 320 }),
    })
    const [sphere] = await readData<Photo[]>(answer)
    const flat = await uploadPhoto({}, 'flat.jpg')
    expect([sphere?.is_sphere, flat.is_sphere]).toEqual([true, false])
    const onPhoto = async (photo: Photo | undefined) =>
      addFinding(clients.operator, turbine, { blade: undefined, side: undefined, photo_id: photo?.id })
    expect((await onPhoto(sphere)).side).toBe('BOX')
    expect((await onPhoto(flat)).side).toBe('PS')
  })

  it('answers with all fields, which every role of the company reads once it is published', async () => {
    const added = await addFinding(clients.operator, turbine, {
      severity: 4,
      found_on: '2026-08-31',
      from_m: 34.6,
      to_m: 37.1,
      width_mm: 60,
      text: '  Kaplama yok. ',
    })
    expect(added).toMatchObject({
      turbine_id: turbine,
      number: 'A-LE-001',
      text: 'Kaplama yok.',
      status: 'open',
      due_on: '2026-11-30',
      own_due_on: null,
      photo_id: null,
      shape: null,
      positions_m: [],
      user_name: 'Ada Yel',
    })
    await publishAll(clients.operator, turbine)
    await awaitReports(clients.operator, turbine)
    for (const client of Object.values(clients)) {
      expect(await readData(await client.get(findingsOf(turbine)))).toEqual([added])
    }
    expect(await readError(await stranger.get(findingsOf(turbine)))).toEqual([404, 'turbine_not_found'])
  })

  it('takes what is missing from the photo', async () => {
    const photo = await uploadPhoto({ blade: 'B', room: '7', year: '2025' })
    const shape = box([0.1, 0.2], [0.3, 0.4])
    const body = { photo_id: photo.id, shape, type: 'crack-transverse' }
    const added = await readData<Finding>(await clients.operator.json('POST', findingsOf(turbine), body))
    expect(added).toMatchObject({
      ...body,
      blade: 'B',
      room: '7',
      side: 'SS',
      year: 2025,
      found_on: '2025-12-31',
      thumb_url: photo.thumb_url,
    })
  })

  it('refuses what does not fit, and names the fields', async () => {
    const before = await testApp.contents()
    const wrong: [object, string[]][] = [
      [{ type: 'unknown' }, ['type']],
      [{ blade: undefined, side: undefined }, ['blade', 'side']],
      [{ from_m: 30, to_m: 20 }, ['to_m']],
      [{ from_m: 59, to_m: 61 }, ['to_m']],
      [{ own_due_on: '2026-12-01' }, ['due_reason']],
      [{ shape: { on: 'image', kind: 'point', points: [[0.5, 0.5]] } }, ['shape']],
      [{ shape: { on: 'image', kind: 'box', points: [[0.5, 0.5]] } }, ['shape.points']],
      [{ severity: 6 }, ['severity']],
      [{ number: 'A-LE-009' }, ['number']],
      [{ found_on: '2026-02-30' }, ['found_on']],
      [{ earlier_id: 99999 }, ['earlier_id']],
    ]
    for (const [fields, paths] of wrong) {
      const answer = await sendFinding(clients.operator, turbine, fields)
      expect([answer.status, await issues(answer)]).toEqual([400, paths])
    }
    const answer = await sendFinding(clients.operator, turbine, { photo_id: 99999 })
    expect(await readError(answer)).toEqual([404, 'photo_not_found'])
    expect(await testApp.contents()).toEqual(before)
  })

  it('refuses the photo of another turbine', async () => {
    const photo = await uploadPhoto()
    const other = await makeTurbine(testApp, { company_id: own })
    const answer = await sendFinding(clients.operator, other, { photo_id: photo.id })
    expect(await readError(answer)).toEqual([404, 'photo_not_found'])
  })
})

describe('the number of a finding', () => {
  it('counts each side of each blade, and is never used again', async () => {
    const first = await addFinding(clients.operator, turbine)
    const second = await addFinding(clients.operator, turbine)
    const inside = await addFinding(clients.operator, turbine, { side: 'BOX' })
    expect([first, second, inside].map(({ number }) => number)).toEqual(['A-LE-001', 'A-LE-002', 'A-BOX-001'])
    await clients.operator.delete(findingsOf(turbine, `/${second.id}`))
    expect((await addFinding(clients.operator, turbine)).number).toBe('A-LE-003')
  })

  it('follows a change of blade or side', async () => {
    const finding = await addFinding(clients.operator, turbine)
    await addFinding(clients.operator, turbine, { blade: 'B', side: 'TE' })
    expect((await readData<Finding>(await change(finding.id, { blade: 'B', side: 'TE' }))).number).toBe(
      'B-TE-002',
    )
    expect((await readData<Finding>(await change(finding.id, { severity: 2 }))).number).toBe('B-TE-002')
  })

  it('is different for findings that are added at once', async () => {
    const added = await Promise.all(Array.from({ length: 10 }, () => addFinding(clients.operator, turbine)))
    expect(new Set(added.map(({ number }) => number)).size).toBe(10)
  })
})

describe('changing a finding', () => {
  it('keeps the other fields, and writes the changed ones to the audit log', async () => {
    const { id, updated_at, revision, ...before } = await addFinding(clients.operator, turbine, {
      severity: 2,
      length_mm: 50,
    })
    const after = await readData<Finding>(
      await change(id, { severity: 3, length_mm: 50, positions_m: [23, 21.2] }),
    )
    expect(after).toMatchObject({
      ...before,
      revision: revision + 1,
      severity: 3,
      positions_m: [21.2, 23],
      from_m: 21.2,
      to_m: 23,
      due_on: after.due_on,
    })
    const audit = await readData<{ changed: string[]; record_name: string }[]>(
      await clients.superadmin.get(`/api/audit?action=finding.edit&turbine_id=${turbine}`),
    )
    expect(audit[0]).toMatchObject({ record_name: 'A-LE-001', record_exists: true })
    expect(audit[0]?.changed.toSorted()).toEqual(['from_m', 'positions_m', 'severity', 'to_m'])
  })

  it('keeps a finding when its photo is deleted, without the mark', async () => {
    const photo = await uploadPhoto()
    const shape = { on: 'image', kind: 'point', points: [[0.5, 0.5]] }
    const { id } = await addFinding(clients.operator, turbine, { photo_id: photo.id, shape })
    await clients.admin.delete(`/api/turbines/${turbine}/photos?key=${photo.key}`)
    expect(await read(id)).toMatchObject({ photo_id: null, shape: null, thumb_url: null })
    expect((await change(id, { severity: 1 })).status).toBe(200)
  })

  it('keeps the mark of a photo only with that photo', async () => {
    const [photo, other] = [await uploadPhoto(), await uploadPhoto({}, 'b.jpg')]
    const shape = { on: 'image', kind: 'point', points: [[0.5, 0.5]] }
    const { id } = await addFinding(clients.operator, turbine, { photo_id: photo.id, shape })
    await change(id, { photo_id: photo.id, severity: 2 })
    expect(await read(id)).toMatchObject({ photo_id: photo.id, shape })
    await change(id, { photo_id: other.id })
    expect(await read(id)).toMatchObject({ photo_id: other.id, shape: null })
    await change(id, { photo_id: photo.id, shape })
    expect(await read(id)).toMatchObject({ photo_id: photo.id, shape })
  })
})

describe('the due date', () => {
  it('follows the severity and the deadlines of the company', async () => {
    const { id } = await addFinding(clients.operator, turbine, { severity: 3, found_on: '2026-01-31' })
    expect((await read(id)).due_on).toBe('2026-07-31')
    const deadlines = { deadline_3_months: 1 }
    await clients.superadmin.json('PUT', `/api/companies/${own}`, deadlines)
    expect((await read(id)).due_on).toBe('2026-02-28')
    await clients.superadmin.json('PUT', `/api/companies/${own}`, { deadline_3_months: null })
    const dueDates = []
    for (const severity of [null, 1, 2, 4, 5]) {
      dueDates.push((await readData<Finding>(await change(id, { severity }))).due_on)
    }
    expect(dueDates).toEqual([null, null, '2027-01-31', '2026-04-30', '2026-01-31'])
  })

  it('can be set by hand with a reason', async () => {
    const { id } = await addFinding(clients.operator, turbine, { severity: 3 })
    const own_due_on = '2027-03-01'
    const after = await readData<Finding>(
      await change(id, { own_due_on, due_reason: 'Vinç martta gelecek.' }),
    )
    expect(after).toMatchObject({ due_on: own_due_on, due_reason: 'Vinç martta gelecek.' })
  })
})

describe('a comment about a finding', () => {
  it('names the finding of the turbine, and stays when the finding is deleted', async () => {
    const { id, number } = await addFinding(clients.operator, turbine)
    await publishAll(clients.operator, turbine)
    await awaitReports(clients.operator, turbine)
    const comments = `/api/turbines/${turbine}/comments`
    const comment = await readData<Comment>(
      await clients.customer.json('POST', comments, { comment: 'Ne zaman?', finding_id: id }),
    )
    expect(comment).toMatchObject({ finding_id: id, finding_number: number })
    const other = await makeTurbine(testApp, { company_id: own })
    const wrong = await clients.customer.json('POST', `/api/turbines/${other}/comments`, {
      comment: 'x',
      finding_id: id,
    })
    expect(await readError(wrong)).toEqual([404, 'finding_not_found'])
    await clients.operator.delete(findingsOf(turbine, `/${id}`))
    const [kept] = await readData<Comment[]>(await clients.viewer.get(comments))
    expect(kept).toMatchObject({ id: comment.id, finding_id: null, finding_number: null })
    // Customers see the finding until the next version.
    const late = await clients.customer.json('POST', comments, { comment: 'x', finding_id: id })
    expect(await readError(late)).toEqual([404, 'finding_not_found'])
  })

  it('stays with the team if nobody has published the finding, also when it is deleted', async () => {
    const { id } = await addFinding(clients.operator, turbine)
    const comments = `/api/turbines/${turbine}/comments`
    await clients.operator.json('POST', comments, { comment: 'Emin miyiz?', finding_id: id })
    const texts = async (client: Client) =>
      (await readData<Comment[]>(await client.get(comments))).map(({ comment }) => comment)
    expect([await texts(clients.operator), await texts(clients.viewer)]).toEqual([['Emin miyiz?'], []])
    await clients.operator.delete(findingsOf(turbine, `/${id}`))
    expect([await texts(clients.operator), await texts(clients.viewer)]).toEqual([['Emin miyiz?'], []])
  })
})
