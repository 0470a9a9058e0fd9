import { describe, expect, it } from 'vitest'
import type { NotificationChoices } from '#domain/notifications.ts'
import { DEFAULT_TIME_ZONE, laterDay, todayIn } from '#domain/time/today.ts'
import { tellEachDay } from '#server/features/notifications/tell-each-day.ts'
import { makeVisitor } from '../../support/accounts.ts'
import { readData } from '../../support/builders.ts'
import { addFinding } from '../../support/finding-setup.ts'
import { moveInspection } from '../../support/publish-inspection.ts'
import {
  choose,
  comment,
  customer,
  kindsOf,
  list,
  MORNING,
  mailsAt,
  manager,
  NEXT_DAY,
  open,
  operator,
  publish,
  setUpNotices,
  testApp,
  turbine,
  YEAR,
} from './notice-setup.ts'

setUpNotices()

describe('what was told and is otherwise now', () => {
  it('names the findings that are due still, and is gone with the last one', async () => {
    const due_on = laterDay(todayIn(DEFAULT_TIME_ZONE), 7)
    const day = { year: YEAR, own_due_on: due_on, due_reason: 'x' }
    const worst = await addFinding(operator.client, turbine, { ...day, severity: 4 })
    const other = await addFinding(operator.client, turbine, { ...day, side: 'TE', severity: 2 })
    await tellEachDay(testApp.services)
    const change = (id: number, values: object) =>
      operator.client.json('PUT', `/api/turbines/${turbine}/findings/${id}`, values)
    expect(await list(operator)).toMatchObject({
      data: [{ kind: 'due', findings: 2, finding: { id: worst.id } }],
    })
    await change(worst.id, { status: 'repaired' })
    expect(await list(operator)).toMatchObject({ data: [{ due_on, findings: 1, finding: { id: other.id } }] })
    await change(other.id, { own_due_on: laterDay(due_on, 90) })
    expect(await kindsOf(operator)).toEqual([])
  })

  it('does not say of an inspection that came back that it waits too long', async () => {
    await addFinding(operator.client, turbine, { severity: 1, year: YEAR })
    await moveInspection(operator.client, turbine, YEAR, 'in_review')
    const { write } = testApp.services.db
    await write
      .updateTable('inspection_work')
      .set({ since: '2026-01-01T08:00:00.000Z' })
      .where('turbine_id', '=', turbine)
      .execute()
    await tellEachDay(testApp.services)
    expect(await kindsOf(manager)).toContain('review_late')
    await moveInspection(manager.client, turbine, YEAR, 'open')
    await moveInspection(operator.client, turbine, YEAR, 'in_review')
    expect(await kindsOf(manager)).not.toContain('review_late')
  })

  it('is new still after a time in which nobody could read it', async () => {
    const finding = await publish()
    const admin = await open('admin')
    await comment(customer.client, { comment: 'Ne zaman?', finding_id: finding.id })
    await comment(operator.client, { comment: 'Yarın.', finding_id: finding.id })
    const [answer] = (await list(customer)).data
    await moveInspection(admin.client, turbine, YEAR, 'withdrawn', 'Yanlış.')
    expect(await list(customer)).toMatchObject({ data: [], unread: 0 })
    await customer.client.json('PUT', '/api/notifications/read', { up_to: (answer?.id ?? 0) + 9 })
    await choose(customer.client, { comment: { bell: true, mail: true } })
    await mailsAt(MORNING)
    await moveInspection(manager.client, turbine, YEAR, 'published', 'Düzeldi.')
    expect((await list(customer)).data).toMatchObject([
      { kind: 'published', read: false },
      { kind: 'comment', comment: 'Yarın.', read: false },
    ])
    expect((await mailsAt(NEXT_DAY)).get(customer.email)?.text).toContain('Yarın.')
  })
})

describe('the choice', () => {
  it('decides what the bell and the mail tell, by kind', async () => {
    await choose(customer.client, {
      published: { bell: false, mail: false },
      comment: { bell: true, mail: true },
    })
    await publish()
    await comment(customer.client, { comment: 'Merhaba' })
    await comment(operator.client, { comment: 'Yanıt' })
    expect(await kindsOf(customer)).toEqual(['comment'])
    const mail = (await mailsAt(MORNING)).get(customer.email)
    expect(mail?.text).toContain('Yanıt')
    expect(mail?.text).not.toContain('yayınlandı')
  })

  it('leaves what was not changed to the role', async () => {
    await choose(customer.client, { comment: { bell: true, mail: true } })
    const { write } = testApp.services.db
    await write.updateTable('user').set({ role: 'operator' }).where('id', '=', customer.id).execute()
    const choices = await readData<NotificationChoices>(
      await customer.client.get('/api/notifications/choices'),
    )
    expect(choices.inspections).toEqual({ mail: true })
  })

  it('is without any mail after the link of a mail', async () => {
    await publish()
    const mail = (await mailsAt(MORNING)).get(customer.email)
    const [, path = ''] =
      /<https:\/\/kanat\.example(\S+)>/.exec(String(mail?.headers['list-unsubscribe'])) ?? []
    expect((await makeVisitor(testApp).json('POST', path, {})).status).toBe(200)
    const choices = await readData<NotificationChoices>(
      await customer.client.get('/api/notifications/choices'),
    )
    expect(Object.values(choices).map(({ mail }) => mail)).not.toContain(true)
    expect(choices.published.bell).toBe(true)
  })
})
