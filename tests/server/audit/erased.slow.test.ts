import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { maintain } from '#server/commands/actions/maintain.ts'
import { backUp } from '#server/features/backup/back-up.ts'
import { deleteUser, insertUser, setPassword } from '#server/features/users/user-queries.ts'
import { readConfig } from '#server/infrastructure/config.ts'
import { openSqlite } from '#server/infrastructure/database/sqlite/sqlite-database.ts'
import { startServer } from '#server/start/start-server.ts'
import { makeUser, signIn, signInAs } from '../../support/accounts.ts'
import { jpeg, makeCompany, makeTurbine } from '../../support/builders.ts'
import { TestApp, temporaryFolder } from '../../support/test-app.ts'
import { withDatabase } from '../start/data-folder.ts'

/** The number of occurrences of each text in the database with its WAL, and in a new backup. */
async function occurrences(
  testApp: TestApp,
  texts: string[],
): Promise<[text: string, live: number, saved: number][]> {
  const folder = await temporaryFolder()
  try {
    await backUp(testApp.dir, folder)
    const [live, saved] = [await databaseBytes(testApp.dir), await databaseBytes(folder)]
    return texts.map((text) => [text, live.split(text).length - 1, saved.split(text).length - 1])
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function databaseBytes(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('kanat.db'))
  const files = await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')))
  return files.join('')
}

/** Expects that the files contain every text before `erase`, and after it no text more often than `left`. */
async function expectErased(
  testApp: TestApp,
  texts: string[],
  erase: () => Promise<Response>,
  left: Record<string, number> = {},
): Promise<void> {
  for (const [text, live] of await occurrences(testApp, texts)) {
    expect([text, live > 0]).toEqual([text, true])
  }
  expect((await erase()).status).toBe(200)
  await testApp.services.db.eraseDeleted()
  const expected = texts.map((text) => [text, left[text] ?? 0, left[text] ?? 0])
  expect(await occurrences(testApp, texts)).toEqual(expected)
}

const rowOf = (testApp: TestApp, sql: string, ...values: unknown[]) =>
  withDatabase(testApp.dir, (database) => database.prepare(sql).get(...values)) as Record<string, string>

/** The e-mail address stays in the audit log for a year, see the privacy page. */
const auditEntries = (testApp: TestApp, email: string): number =>
  withDatabase(testApp.dir, (database) =>
    database
      .prepare('select sum((user_email = $email) + (record_name = $email)) from audit')
      .pluck()
      .get({ email }),
  ) as number

describe('after erasing, the files of the database and of a backup contain nothing', () => {
  it('of a deleted user, except the e-mail address in the audit log', async () => {
    await using testApp = await TestApp.open()
    const superadmin = await signInAs(testApp, 'superadmin')
    const email = 'nilufer.gokdemir@ruzgar.example'
    const draft = { first_name: 'Nilüfer', last_name: 'Gökdemir', email, role: 'viewer', company_id: 999 }
    const password = 'rüzgâr-12'
    await superadmin.json('POST', '/api/users', { ...draft, password, is_active: true })
    const { id, password_hash } = rowOf(testApp, 'select id, password_hash from user where email = ?', email)
    await signIn(testApp, { id: Number(id), email, password, company_id: 999 })
    await superadmin.json('POST', '/api/auth/password-reset', { email })
    const session = rowOf(testApp, 'select id from session where user_id = ?', id)
    const mailed = rowOf(testApp, 'select password_sha256 from mailed_password where user_id = ?', id)

    const names = ['Nilüfer', 'Gökdemir'].map((name) => Buffer.from(name).toString('latin1'))
    const hashes = [password_hash, session.id, mailed.password_sha256].map(String)
    // The deletion writes one more entry.
    const left = { [email]: auditEntries(testApp, email) + 1 }
    await expectErased(
      testApp,
      [...names, ...hashes, email],
      () => superadmin.delete(`/api/users/${id}`),
      left,
    )
  })

  it('of a former password, e-mail address and name', async () => {
    await using testApp = await TestApp.open()
    const superadmin = await signInAs(testApp, 'superadmin')
    const email = 'eski.adres@ruzgar.example'
    const { id } = await makeUser(testApp, { email })
    const hash = () => String(rowOf(testApp, 'select password_hash from user where id = ?', id).password_hash)
    const url = `/api/users/${id}`
    await expectErased(testApp, [hash()], () =>
      superadmin.json('PUT', `${url}/password`, { password: 'başka-bir-34' }),
    )
    await superadmin.json('PUT', url, { first_name: 'Firstname-before', last_name: 'Lastname-before' })
    const renamed = { first_name: 'Can', last_name: 'Deniz', email: 'yeni@ruzgar.example' }
    await expectErased(
      testApp,
      ['Firstname-before', 'Lastname-before', email],
      () => superadmin.json('PUT', url, renamed),
      { [email]: auditEntries(testApp, email) + 1 },
    )
    const self = await signIn(testApp, {
      id,
      email: renamed.email,
      password: 'başka-bir-34',
      company_id: 999,
    })
    const change = { current_password: 'başka-bir-34', password: 'üçüncü-parola-56' }
    await expectErased(testApp, [hash()], () => self.json('PUT', '/api/auth/password', change))
  })

  it('of an ended session', async () => {
    await using testApp = await TestApp.open()
    const account = await makeUser(testApp)
    const client = await signIn(testApp, account)
    const { id } = rowOf(testApp, 'select id from session where user_id = ?', account.id)
    await expectErased(testApp, [String(id)], () => client.json('POST', '/api/auth/logout', {}))
  })

  it('of edited and deleted comments, photos, turbines and companies', async () => {
    await using testApp = await TestApp.open()
    const superadmin = await signInAs(testApp, 'superadmin')
    const company = await makeCompany(testApp, 'Silinen Enerji')
    const details = {
      phone: '+90 232 555 01 23',
      address: 'Silinen Mahalle 7',
      contact_email: 'iletisim@silinen.example',
    }
    await superadmin.json('PUT', `/api/companies/${company}`, details)
    const turbine = await makeTurbine(testApp, { company_id: company, coordinates: '38.123456,26.654321' })
    const url = `/api/turbines/${turbine}`
    const write = async (comment: string) => {
      const answer = await superadmin.json('POST', `${url}/comments`, { comment })
      return ((await answer.json()) as { data: { id: number } }).data.id
    }
    const edited = await write('An opinion that changes. ')
    await expectErased(testApp, ['An opinion that changes.'], () =>
      superadmin.json('PUT', `${url}/comments/${edited}`, { comment: 'Another one.' }),
    )
    const deleted = await write('An opinion that goes.')
    await expectErased(testApp, ['An opinion that goes.'], () =>
      superadmin.delete(`${url}/comments/${deleted}`),
    )
    await superadmin.upload(turbine, { 'a.jpg': await jpeg() })
    const photo = rowOf(testApp, 'select key, sha256 from photo')
    await expectErased(testApp, [String(photo.sha256)], () =>
      superadmin.delete(`${url}/photos?key=${encodeURIComponent(String(photo.key))}`),
    )
    await expectErased(testApp, ['38.123456,26.654321', 'Another one.'], () => superadmin.delete(url))
    await expectErased(testApp, Object.values(details), () => superadmin.delete(`/api/companies/${company}`))
  })

  it('of deleted users whose pages SQLite has rearranged', async () => {
    await using testApp = await TestApp.open()
    const { write } = testApp.services.db
    const superadmin = await signInAs(testApp, 'superadmin')
    const live: { id: number; texts: string[] }[] = []
    const removedTexts: string[] = []
    const random = randomNumbers(7)
    const word = (most = 300) => {
      const padding = 'x'.repeat(Math.floor(random() * random() * most))
      return `${Math.floor(random() * 1e12).toString(36)}-${Math.floor(random() * 1e12).toString(36)}${padding}`
    }
    await write.transaction().execute(async (transaction) => {
      for (let n = 0; n < 4000; n += 1) {
        const index = Math.floor(random() * live.length)
        const one = live[index]
        const choice = random()
        if (!one || live.length < 50 || choice < 0.5) {
          const texts = [word(), word(), word(), word()]
          const [first_name = '', last_name = '', email = '', password_hash = ''] = texts
          const user = {
            first_name,
            last_name,
            email,
            password_hash,
            role: 'viewer',
            company_id: 999,
          } as const
          live.push({ id: await insertUser(transaction, { ...user, is_active: true }), texts })
        } else if (choice < 0.75) {
          await deleteUser(transaction, one.id)
          live.splice(index, 1)
          removedTexts.push(...one.texts)
        } else {
          removedTexts.push(...one.texts.splice(3))
          one.texts.push(word())
          await setPassword(transaction, one.id, one.texts[3] ?? '')
        }
      }
    })
    expect((await superadmin.delete(`/api/users/${live[0]?.id}`)).status).toBe(200)
    await testApp.services.db.eraseDeleted()
    const bytes = await databaseBytes(testApp.dir)
    expect(removedTexts.length).toBeGreaterThan(2000)
    expect(removedTexts.filter((text) => bytes.includes(text.slice(0, 15)))).toEqual([])
  })
})

/** The same numbers from 0 to 1 for the same seed. @see https://en.wikipedia.org/wiki/Linear_congruential_generator */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

it('erases nothing while another process reads, and everything when that has ended', async () => {
  await using testApp = await TestApp.open()
  const superadmin = await signInAs(testApp, 'superadmin')
  const { id } = await makeUser(testApp, { email: 'okunan@ruzgar.example' })
  const { password_hash } = rowOf(testApp, 'select password_hash from user where id = ?', id)
  const reading = new SQLite(join(testApp.dir, 'kanat.db'), { readonly: true })
  reading.exec('begin')
  reading.prepare('select count(*) from user').get()

  expect((await superadmin.delete(`/api/users/${id}`)).status).toBe(200)
  expect(await databaseBytes(testApp.dir)).toContain(password_hash)
  await expect(testApp.services.db.eraseDeleted()).rejects.toThrow(/reads the database/)

  reading.close()
  await testApp.services.db.eraseDeleted()
  expect(await databaseBytes(testApp.dir)).not.toContain(password_hash)
})

it('writes the whole database anew only once', async () => {
  const dir = await temporaryFolder()
  const db = await openSqlite(dir)
  withDatabase(dir, (database) => database.pragma('user_version = 0'))
  // Each time that SQLite writes the database anew, its schema gets another version.
  const version = () => withDatabase(dir, (database) => database.pragma('schema_version', { simple: true }))
  const versions = [version()]
  for (let n = 0; n < 2; n += 1) {
    await db.eraseDeleted()
    versions.push(version())
  }
  expect(versions[1]).not.toBe(versions[0])
  expect(versions[2]).toBe(versions[1])
  await db.close()
  await rm(dir, { recursive: true })
})

it('npm run maintain erases what an older version without secure_delete has left', async () => {
  const dir = await temporaryFolder()
  await (await openSqlite(dir)).close()
  withDatabase(dir, (database) => {
    database.pragma('user_version = 0')
    const insert = database.prepare(
      `insert into user (first_name, last_name, email, email_folded, role, company_id, password_hash, created_at, updated_at)
       values ('Ada', 'Yel', ?, ?, 'viewer', 999, 'an-old-hash', '', '')`,
    )
    for (let n = 0; n < 100; n += 1) insert.run(`old${n}@kanat.example`, `old${n}@kanat.example`)
    database.exec('delete from user where id > 1')
  })
  expect((await databaseBytes(dir)).split('an-old-hash').length).toBeGreaterThan(2)

  let printed = ''
  const call = {
    args: [],
    env: { DATA_DIR: dir },
    print: (text: string) => {
      printed += text
    },
    warn() {},
    ifInterrupted() {},
  }
  expect(await maintain(call)).toBe(0)
  expect(printed).toContain('is erased')
  expect((await databaseBytes(dir)).split('an-old-hash')).toHaveLength(2)
  const { close } = await startServer(readConfig({ DATA_DIR: dir }), pino({ level: 'silent' }))
  await expect(maintain(call)).rejects.toThrow()
  await close()
  await rm(dir, { recursive: true })
})
