/** An app with a real mail server, and a team whose inspections wait. */
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { Notification, NotificationChoices } from '#domain/notifications.ts'
import type { Role } from '#domain/permissions.ts'
import type { OwnUser } from '#domain/user.ts'
import { sendNotices } from '#server/features/notices/send-notices.ts'
import { type Account, type Client, makeUser, signIn } from '../../support/accounts.ts'
import { makeCompany, makeTurbine, readData } from '../../support/builders.ts'
import { addFinding } from '../../support/finding-setup.ts'
import { moveInspection } from '../../support/publish-inspection.ts'
import { MailServer, readMail } from '../../support/servers/mail-server.ts'
import { TestApp } from '../../support/test-app.ts'

export const YEAR = 2026
/** 8 o'clock in Istanbul. */
export const MORNING = new Date('2026-11-25T05:00:00.000Z')
export const LATER = new Date('2026-11-25T06:00:00.000Z')
export const NEXT_DAY = new Date('2026-11-26T05:00:00.000Z')

export let mailServer: MailServer
export let testApp: TestApp
export let company: number
export let turbine: number
export let operator: Account & { client: Client }
export let manager: Account & { client: Client }
export let customer: Account & { client: Client }

/** Call this once at the top of a test file. */
export function setUpNotices(): void {
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
}

/** A signed-in user, of the company by default. */
export async function open(role: Role, of = company) {
  const account = await makeUser(testApp, { role, company_id: of })
  return { ...account, client: await signIn(testApp, account) }
}

/** The mails that are sent in a maintenance at this time, by their addresses. */
export async function mailsAt(now: Date) {
  mailServer.received.length = 0
  await sendNotices(testApp.services, now)
  await testApp.services.mailer.close(10_000)
  return new Map(mailServer.received.map(({ to, source }) => [to.join(), readMail(source)]))
}

export const recipientsAt = async (now: Date) => [...(await mailsAt(now)).keys()].sort()

/** Whether a user gets the mails, as the user sees it. */
export const ownChoice = async ({ client }: { client: Client }) => {
  const answer = await client.get('/api/auth/profile')
  return ((await answer.json()) as { user: OwnUser }).user.inspection_notices
}

interface Answer {
  data: Notification[]
  next: string | null
  unread: number
}
export const list = async ({ client }: { client: Client }, query = '') =>
  (await (await client.get(`/api/notifications${query}`)).json()) as Answer
export const kindsOf = async (user: { client: Client }) => (await list(user)).data.map(({ kind }) => kind)
export const comment = async (client: Client, values: object) =>
  (await client.json('POST', `/api/turbines/${turbine}/comments`, values)).status
export const publish = async () => {
  const finding = await addFinding(operator.client, turbine, { severity: 4, year: YEAR })
  await moveInspection(operator.client, turbine, YEAR, 'in_review')
  const published = await moveInspection(manager.client, turbine, YEAR, 'published', 'Onaysız.')
  expect(published.status).toBe(200)
  return finding
}
export const choose = async (client: Client, change: Partial<NotificationChoices>) => {
  const before = await readData<NotificationChoices>(await client.get('/api/notifications/choices'))
  const answer = await client.json('PUT', '/api/notifications/choices', { ...before, ...change })
  expect(answer.status).toBe(200)
}
