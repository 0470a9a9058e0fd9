import { once } from 'node:events'
import { utimes, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { DoctorEntry } from '#domain/installation/doctor.ts'
import { examine, examineConfiguration } from '#server/features/installation/examine.ts'
import { type Config, readConfig } from '#server/infrastructure/config.ts'
import { signInAs } from '../../support/accounts.ts'
import { setUpApp, testApp } from '../../support/app-setup.ts'
import { folder, setUpFolder } from '../../support/folder-setup.ts'
import { MailServer } from '../../support/servers/mail-server.ts'

const SECRET = 'k3skin-sirke'
setUpApp('file', { env: { SMTP_URL: `smtp://ada:${SECRET}@127.0.0.1:1`, TOKEN_SECRET: SECRET.repeat(4) } })
setUpFolder('test')

const PUBLIC = { ORIGIN: 'https://kanat.example', TRUST_PROXY: '1', REQUIRE_SECOND_FACTOR: 'admins' }
const DAY_MS = 24 * 60 * 60 * 1000

/** The problems by check. */
function problemsOf(entries: DoctorEntry[]) {
  return Object.fromEntries(entries.map(({ check, problems }) => [check, problems]))
}

async function problemsWith(env: Record<string, string>) {
  return problemsOf(await examineConfiguration(configWith(env)))
}

function configWith(env: Record<string, string>): Config {
  return readConfig({ DATA_DIR: folder, ...env })
}

it('a new server on one machine has no mail, no public address and no backup', async () => {
  expect(await problemsWith({})).toMatchObject({
    mail: ['mail_not_set'],
    address: ['address_not_https'],
    proxy: [],
    backup: ['backup_unknown'],
    versions: [],
  })
})

it('a public server is asked for its proxy, its second factor and its contact form', async () => {
  const { ORIGIN } = PUBLIC
  expect(await problemsWith({ ORIGIN })).toMatchObject({
    proxy: ['proxy'],
    second_factor: ['second_factor_off'],
    contact: ['contact_simulated'],
  })
  expect(await problemsWith({ ...PUBLIC, PUBLIC_CONTACT_ENDPOINT: '/api/contact' })).toMatchObject({
    proxy: [],
    second_factor: [],
    contact: [],
  })
})

it.each([
  [2, []],
  [3, ['backup_old']],
])('a backup of %i days ago has the problems %j', async (days, problems) => {
  const file = join(folder, 'last-backup')
  await writeFile(file, '')
  const time = new Date(Date.now() - days * DAY_MS - 1000)
  await utimes(file, time, time)
  const entries = await examineConfiguration(configWith({}))
  expect(entries.find(({ check }) => check === 'backup')).toEqual({
    check: 'backup',
    problems,
    values: { days },
  })
})

it('a mail server that answers is well', async () => {
  await using mailServer = await MailServer.start()
  expect(await problemsWith({ SMTP_URL: mailServer.url })).toMatchObject({ mail: [] })
})

it('a mail server that never ends its answer is not well', async () => {
  const mailServer = createServer((socket) => {
    socket.on('error', () => {})
    socket.write('220 kanat.example\r\n')
    socket.on('data', () => setInterval(() => socket.write('250-wait\r\n'), 20).unref())
  })
  await once(mailServer.listen(0, '127.0.0.1'), 'listening')
  const { port } = mailServer.address() as AddressInfo
  const config = { ...configWith({ SMTP_URL: `smtp://127.0.0.1:${port}` }), timeFactor: 0.1 }
  const [mail] = await examineConfiguration(config)
  mailServer.close()
  expect(mail).toMatchObject({ problems: ['mail_unreachable'], values: { reason: 'ETIMEDOUT' } })
})

it('a database that does not answer leaves the other checks their results', async () => {
  const { services } = testApp
  const silent: unknown = new Proxy(() => silent, {
    get: (_, name) =>
      name === 'then'
        ? undefined
        : name.toString().startsWith('execute')
          ? () => new Promise(() => {})
          : silent,
  })
  const db = { ...services.db, read: silent } as typeof services.db
  const config = { ...services.config, timeFactor: 0.1 }
  const checks = (await examine({ ...services, db, config })).map(({ check }) => check)
  expect(checks).toEqual(expect.arrayContaining(['disk', 'versions', 'signing_key']))
  expect(checks).not.toContain('clock')
})

it('says what is wrong with the open installation, and never a secret', async () => {
  const superadmin = await signInAs(testApp, 'superadmin')
  await testApp.services.db.write.updateTable('installation').set({ stray_files: 2 }).execute()
  const answer = await superadmin.get('/api/doctor')
  const text = await answer.text()
  expect(text).not.toContain(SECRET)
  const { data } = JSON.parse(text) as { data: DoctorEntry[] }
  expect(problemsOf(data)).toMatchObject({
    mail: ['mail_unreachable'],
    database: [],
    clock: [],
    files: ['sweep'],
    signing_key: [],
  })
  const mail = data.find(({ check }) => check === 'mail')
  expect(mail?.values).toEqual({ host: '127.0.0.1', reason: expect.any(String) })
})
