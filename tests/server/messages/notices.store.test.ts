import { describe, expect, it } from 'vitest'
import type { User } from '#domain/user.ts'
import { sendNotices } from '#server/features/notices/send-notices.ts'
import { runMaintenance } from '#server/start/maintenance.ts'
import { type Client, makeVisitor } from '../../support/accounts.ts'
import { makeCompany, readData, readError } from '../../support/builders.ts'
import { addFinding } from '../../support/finding-setup.ts'
import { moveInspection } from '../../support/publish-inspection.ts'
import { refusal } from '../../support/servers/mail-server.ts'
import {
  company,
  customer,
  LATER,
  MORNING,
  mailServer,
  mailsAt,
  manager,
  NEXT_DAY,
  open,
  operator,
  ownChoice,
  recipientsAt,
  setUpNotices,
  testApp,
  turbine,
  YEAR,
} from './notice-setup.ts'

setUpNotices()

const sendToReview = () => moveInspection(operator.client, turbine, YEAR, 'in_review')
const choose = (client: Client, id: number, inspections: boolean) =>
  client.json('PUT', `/api/users/${id}/notices`, { inspections })

describe('the mail about inspections that wait', () => {
  it('goes to those who may publish and have not sent the inspection on, with links and nothing else', async () => {
    await addFinding(operator.client, turbine, { severity: 3, year: YEAR })
    await sendToReview()
    await open('admin', await makeCompany(testApp))
    const mails = await mailsAt(MORNING)
    expect([...mails.keys()]).toEqual([manager.email])
    const mail = mails.get(manager.email)
    expect(mail?.headers.subject).toBe('1 denetim sizi bekliyor')
    for (const body of [mail?.text, mail?.html]) {
      expect(body).toContain('Yayla 7, 2026 denetimi')
      expect(body).toContain('Onayınızı bekliyor.')
      expect(body).toContain(`https://kanat.example/dashboard/turbine/${turbine}`)
    }
  })

  it('tells those who have marked that findings were sent back, and what is still open', async () => {
    const finding = await addFinding(operator.client, turbine, { severity: 3, year: YEAR })
    await addFinding(operator.client, turbine, { severity: 3, year: YEAR - 1, found_on: `${YEAR - 1}-05-01` })
    const open = (await mailsAt(MORNING)).get(operator.email)
    expect(open?.headers.subject).toBe('2 denetim sizi bekliyor')
    expect(open?.text).toContain('Açık; işaretlediğiniz bulgular henüz gönderilmedi.')
    expect(open?.text).toContain('Yayla 7, 2025 denetimi')
    for (const year of [YEAR, YEAR - 1]) {
      const link = `https://kanat.example/dashboard/turbine/${turbine}?year=${year}&section=inspection`
      expect(open?.text.split(/\s+/)).toContain(link)
      expect(open?.html).toContain(`"${link.replace('&', '&amp;')}"`)
    }

    await sendToReview()
    const review = { decision: 'returned', finding_ids: [finding.id], remark: 'Ölçü eksik.' }
    const path = `/api/turbines/${turbine}/inspections/${YEAR}`
    expect((await manager.client.json('POST', `${path}/reviews`, review)).status).toBe(200)
    await moveInspection(manager.client, turbine, YEAR, 'open')
    const mails = await mailsAt(NEXT_DAY)
    expect([...mails.keys()]).toEqual([operator.email])
    expect(mails.get(operator.email)?.text).toContain('1 bulgunuz düzeltilmek üzere geri gönderildi.')
  })

  it('is not sent for findings that were sent back, if the inspection is published all the same', async () => {
    const finding = await addFinding(operator.client, turbine, { severity: 3, year: YEAR })
    await sendToReview()
    const review = { decision: 'returned', finding_ids: [finding.id], remark: 'Ölçü eksik.' }
    const path = `/api/turbines/${turbine}/inspections/${YEAR}`
    expect((await manager.client.json('POST', `${path}/reviews`, review)).status).toBe(200)
    expect((await moveInspection(manager.client, turbine, YEAR, 'published')).status).toBe(200)
    expect((await mailsAt(MORNING)).get(operator.email)?.text).not.toContain('geri gönderildi')
  })

  it('is sent in the default time zone to a company whose zone this runtime does not know', async () => {
    await addFinding(operator.client, turbine, { severity: 3, year: YEAR })
    const { write } = testApp.services.db
    await write.updateTable('company').set({ time_zone: 'Mars/Base' }).where('id', '=', company).execute()
    expect(await recipientsAt(MORNING)).toEqual([operator.email])
    expect(await recipientsAt(NEXT_DAY)).toEqual([operator.email])
  })

  it('is sent once a day, in the morning of the company, and not if nothing waits', async () => {
    expect(await recipientsAt(MORNING)).toEqual([])
    await addFinding(operator.client, turbine, { severity: 3, year: YEAR })
    expect(await recipientsAt(new Date('2026-11-25T03:59:00.000Z'))).toEqual([])
    expect(await recipientsAt(new Date('2026-11-25T09:00:00.000Z'))).toEqual([])
    expect(await recipientsAt(MORNING)).toEqual([operator.email])
    expect(await recipientsAt(LATER)).toEqual([])
    expect(await recipientsAt(NEXT_DAY)).toEqual([operator.email])
    const { write } = testApp.services.db
    await write
      .updateTable('company')
      .set({ time_zone: 'America/New_York' })
      .where('id', '=', company)
      .execute()
    expect(await recipientsAt(new Date('2026-11-27T05:00:00.000Z'))).toEqual([])
    expect(await recipientsAt(new Date('2026-11-27T13:00:00.000Z'))).toEqual([operator.email])
  })

  it('is sent by one of several servers', async () => {
    await addFinding(operator.client, turbine, { severity: 3, year: YEAR })
    const sent = await Promise.all([1, 2, 3].map(() => sendNotices(testApp.services, MORNING)))
    await testApp.services.mailer.close(10_000)
    expect(sent.sort()).toEqual([0, 0, 1])
    expect(mailServer.received.map(({ to }) => to)).toEqual([[operator.email]])
  })

  it('is tried again in the next hour if the mail server has refused it', async () => {
    await addFinding(operator.client, turbine, { severity: 3, year: YEAR })
    mailServer.onMail = () => {
      throw refusal(550)
    }
    expect(await recipientsAt(MORNING)).toEqual([])
    mailServer.onMail = () => {}
    expect(await recipientsAt(LATER)).toEqual([operator.email])
  })

  it('has the language of the last sign-in', async () => {
    await addFinding(operator.client, turbine, { severity: 3, year: YEAR })
    const { write } = testApp.services.db
    await write.updateTable('user').set({ language: 'en' }).where('id', '=', operator.id).execute()
    const mail = (await mailsAt(MORNING)).get(operator.email)
    expect(mail?.headers.subject).toBe('1 inspection is waiting for you')
    expect(mail?.text).toContain('Yayla 7, inspection of 2026: Open; the findings that you marked')
  })

  it.each([
    ['is not active', { is_active: 0 }],
    ['has an address that is not confirmed', { email_confirmed: 0 }],
  ] as const)('is not sent to a user who %s', async (_, change) => {
    await addFinding(operator.client, turbine, { severity: 3, year: YEAR })
    await testApp.services.db.write.updateTable('user').set(change).where('id', '=', operator.id).execute()
    expect(await recipientsAt(MORNING)).toEqual([])
  })

  it('is a part of the maintenance, and needs a mail server', async () => {
    await addFinding(operator.client, turbine, { severity: 3, year: YEAR })
    const { services } = testApp
    const { smtpUrl: _, ...config } = services.config
    expect(await sendNotices({ ...services, config: { ...config, smtpUrl: undefined } }, MORNING)).toBe(0)
    // Somewhere it is morning.
    const hour = new Date().getUTCHours()
    const offset = ((8 - hour + 36) % 24) - 12
    const time_zone = offset === 0 ? 'UTC' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`
    await services.db.write.updateTable('company').set({ time_zone }).where('id', '=', company).execute()
    await runMaintenance(services)
    await services.mailer.close(10_000)
    expect(mailServer.received.map(({ to }) => to)).toEqual([[operator.email]])
  })
})

describe('the choice', () => {
  it('is on for the team and off for customers and viewers until somebody chooses', async () => {
    const viewer = await open('viewer')
    expect(await Promise.all([operator, manager, customer, viewer].map(ownChoice))).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect(await readData(await choose(customer.client, customer.id, true))).toEqual({ inspections: true })
    await choose(operator.client, operator.id, false)
    expect(await Promise.all([customer, operator].map(ownChoice))).toEqual([true, false])
    await addFinding(operator.client, turbine, { severity: 3, year: YEAR })
    expect(await recipientsAt(MORNING)).toEqual([])
  })

  it('is that of the user, or of who may edit the user, and is in the audit log', async () => {
    const admin = await open('admin')
    const superadmin = await open('superadmin', 999)
    const stranger = await open('admin', await makeCompany(testApp))
    const refusals = await Promise.all([
      choose(manager.client, operator.id, false),
      choose(customer.client, 999_999, false),
      choose(stranger.client, operator.id, false),
      choose(admin.client, superadmin.id, false),
      choose(makeVisitor(testApp), operator.id, false),
    ])
    expect(await Promise.all(refusals.map(readError))).toEqual([
      [403, 'forbidden'],
      [403, 'forbidden'],
      [404, 'user_not_found'],
      [404, 'user_not_found'],
      [401, 'unauthenticated'],
    ])
    expect((await choose(admin.client, operator.id, false)).status).toBe(200)
    expect((await choose(admin.client, operator.id, false)).status).toBe(200)
    const users = await readData<User[]>(await admin.client.get('/api/users'))
    expect(users.find(({ id }) => id === operator.id)).toMatchObject({ inspection_notices: false })
    const entries = await testApp.services.db.read
      .selectFrom('audit')
      .select(['action', 'user_id', 'changed'])
      .where('action', '=', 'user.set-notices')
      .where('record_id', '=', String(operator.id))
      .execute()
    expect(entries).toEqual([
      { action: 'user.set-notices', user_id: admin.id, changed: '["inspection_notices"]' },
    ])
  })
})
