import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Role } from '#domain/permissions.ts'
import type { OwnUser, User } from '#domain/user.ts'
import { sendNotices } from '#server/features/notices/send-notices.ts'
import { unsubscribeToken } from '#server/features/notices/unsubscribe-token.ts'
import { runMaintenance } from '#server/start/maintenance.ts'
import {
  type Account,
  type Client,
  makeCompany,
  makeTurbine,
  makeUser,
  makeVisitor,
  readData,
  readError,
  signIn,
} from '../../support/builders.ts'
import { addFinding } from '../../support/finding-setup.ts'
import { moveInspection } from '../../support/publish-inspection.ts'
import { MailServer, readMail, refusal } from '../../support/servers/mail-server.ts'
import { TestApp } from '../../support/test-app.ts'

const YEAR = 2026
/** 8 o'clock in Istanbul. */
const MORNING = new Date('2026-11-25T05:00:00.000Z')
const LATER = new Date('2026-11-25T06:00:00.000Z')
const NEXT_DAY = new Date('2026-11-26T05:00:00.000Z')

let mailServer: MailServer
let testApp: TestApp
let company: number
let turbine: number
let operator: Account & { client: Client }
let manager: Account & { client: Client }
let customer: Account & { client: Client }

beforeAll(async () => {
  mailServer = await MailServer.start()
  testApp = await TestApp.open({
    SMTP_URL: mailServer.url,
    ORIGIN: 'https://kanat.example',
    TRUST_PROXY: '1',
  })
})
afterAll(async () => {
  await testApp[Symbol.asyncDispose]()
  await mailServer[Symbol.asyncDispose]()
})
beforeEach(async () => {
  // Of the tests before, nothing waits any more.
  await testApp.services.db.write.updateTable('user').set({ is_active: 0 }).execute()
  await testApp.services.mailer.close(10_000)
  mailServer.received.length = 0
  mailServer.onMail = () => {}
  company = await makeCompany(testApp)
  turbine = await makeTurbine(testApp, { company_id: company, turbine_name: 'Yayla 7' })
  operator = await open('operator')
  manager = await open('company_manager')
  customer = await open('customer')
})

async function open(role: Role, of = company) {
  const account = await makeUser(testApp, { role, company_id: of })
  return { ...account, client: await signIn(testApp, account) }
}

/** The mails that are sent in a maintenance at this time, by their addresses. */
async function mailsAt(now: Date) {
  mailServer.received.length = 0
  await sendNotices(testApp.services, now)
  await testApp.services.mailer.close(10_000)
  return new Map(mailServer.received.map(({ to, source }) => [to.join(), readMail(source)]))
}

const recipientsAt = async (now: Date) => [...(await mailsAt(now)).keys()].sort()
const sendToReview = () => moveInspection(operator.client, turbine, YEAR, 'in_review')
const choose = (client: Client, id: number, inspections: boolean) =>
  client.json('PUT', `/api/users/${id}/notices`, { inspections })
const ownChoice = async ({ client }: { client: Client }) => {
  const answer = await client.get('/api/auth/profile')
  return ((await answer.json()) as { user: OwnUser }).user.inspection_notices
}

describe('the mail about inspections that wait', () => {
  it('goes to those who may publish and have not sent the inspection on, with links and nothing else', async () => {
    await addFinding(operator.client, turbine, { severity: 3, year: YEAR })
    await sendToReview()
    const stranger = await open('admin', await makeCompany(testApp))
    const mails = await mailsAt(MORNING)
    expect([...mails.keys()]).toEqual([manager.email])
    expect(mails.has(stranger.email)).toBe(false)
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

    await sendToReview()
    const review = { decision: 'returned', finding_ids: [finding.id], remark: 'Ölçü eksik.' }
    const path = `/api/turbines/${turbine}/inspections/${YEAR}`
    expect((await manager.client.json('POST', `${path}/reviews`, review)).status).toBe(200)
    await moveInspection(manager.client, turbine, YEAR, 'open')
    const mails = await mailsAt(NEXT_DAY)
    expect([...mails.keys()]).toEqual([operator.email])
    expect(mails.get(operator.email)?.text).toContain('1 bulgunuz düzeltilmek üzere geri gönderildi.')
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

describe('the link that ends the mails', () => {
  const visitor = () => makeVisitor(testApp)
  const address = (id = operator.id) =>
    `/api/notices/unsubscribe?token=${unsubscribeToken(id, testApp.services.tokenSecret)}`
  let networks = 0
  const from = (place = `10.1.0.${++networks}`) => ({ 'X-Forwarded-For': place })
  const ask = (path: string, headers: Record<string, string> = from()) =>
    visitor().send('GET', path, undefined, headers)
  const end = (path: string, headers: Record<string, string> = from()) =>
    visitor().send('POST', path, 'List-Unsubscribe=One-Click', {
      'Content-Type': 'application/x-www-form-urlencoded',
      ...headers,
    })

  it('is in each mail as RFC 8058 wants it, and one click ends the mails without a sign-in', async () => {
    await addFinding(operator.client, turbine, { severity: 3, year: YEAR })
    const mail = (await mailsAt(MORNING)).get(operator.email)
    expect(mail?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    const [, link = ''] =
      /^<(https:\/\/kanat\.example\/.+)>$/.exec(mail?.headers['list-unsubscribe'] ?? '') ?? []
    expect(mail?.text).toContain(link)
    const path = link.replace('https://kanat.example', '')
    expect(path).toBe(address())

    const answer = await end(path)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('E-postalar durduruldu')
    expect(await ownChoice(operator)).toBe(false)
    expect((await end(path)).status).toBe(200)
    expect(await recipientsAt(NEXT_DAY)).toEqual([])
  })

  it('asks with a button when it is opened, and changes nothing', async () => {
    const answer = await ask(address())
    expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
    const page = await answer.text()
    expect(page).toContain('lang="tr"')
    expect(page).toMatch(/<form method="post">.*<button type="submit">E-postaları durdur<\/button><\/form>/)
    expect(await ownChoice(operator)).toBe(true)
    const { write } = testApp.services.db
    await write.updateTable('user').set({ language: 'en' }).where('id', '=', operator.id).execute()
    expect(await (await ask(address())).text()).toMatch(/lang="en"[\s\S]*Stop the e-mails/)
    expect(await (await end(address())).text()).toContain('The e-mails have stopped')
  })

  it('is refused if this installation has not made it, and tells nothing of users who are gone', async () => {
    const own = address()
    for (const path of [
      own.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      own.replace(`=${operator.id}.`, `=${manager.id}.`),
      `/api/notices/unsubscribe?token=${unsubscribeToken(operator.id, 'another secret')}`,
      '/api/notices/unsubscribe?token=x',
      '/api/notices/unsubscribe',
    ]) {
      expect(await readError(await ask(path))).toEqual([400, 'validation_failed'])
      expect(await readError(await end(path))).toEqual([400, 'validation_failed'])
    }
    expect(await Promise.all([operator, manager].map(ownChoice))).toEqual([true, true])
    expect((await end(address(999_999))).status).toBe(200)
  })

  it('is opened so often from one network, and no more', async () => {
    const headers = from('10.2.0.1')
    for (let n = 0; n < 60; n += 1) expect((await ask(address(), headers)).status).toBe(200)
    const refused = await end(address(), headers)
    expect(await readError(refused)).toEqual([429, 'too_many_requests'])
    expect(refused.headers.get('Retry-After')).toMatch(/^\d+$/)
    expect((await end(address())).status).toBe(200)
  })
})
