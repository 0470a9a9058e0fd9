import { createHash, sign } from 'node:crypto'
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DOSSIER_COMMANDS, type DossierJob } from '#domain/inspections/dossier.ts'
import type { Seal, SigningKey } from '#domain/inspections/signing-key.ts'
import { manageKeys } from '#server/commands/actions/keys.ts'
import { backUp } from '#server/features/backup/back-up.ts'
import { verifyVersions } from '#server/features/inspections/releases/verify-versions.ts'
import { registerOlderSeals, registerSeals } from '#server/features/signing-keys/seal-queries.ts'
import { movePrivateKey } from '#server/features/signing-keys/signing-key-queries.ts'
import { openPostgres } from '#server/infrastructure/database/postgres/postgres-database.ts'
import { makeVisitor } from '../../support/accounts.ts'
import { company, operator, setUpCompany, testApp } from '../../support/app-setup.ts'
import { makeTurbine, readData, readError } from '../../support/builders.ts'
import { command, isProven, orderDossier, unpackedDossier } from '../../support/dossier-setup.ts'
import { addFinding } from '../../support/finding-setup.ts'
import { moveInspection, publishWithoutReports } from '../../support/publish-inspection.ts'
import { isOnPostgres } from '../../support/servers/test-databases.ts'
import { temporaryFolder } from '../../support/test-app.ts'
import { readHealth } from '../stored/stray-setup.ts'

const YEAR = 2026
let turbine: number
let keyFile: string
let folder: string

setUpCompany('file', ['operator'])
beforeEach(async () => {
  keyFile = join(testApp.services.config.secretsDir, 'signing-key.pem')
  folder = await temporaryFolder()
  turbine = await turbineWithFinding()
  await publishWithoutReports(operator, turbine, YEAR)
})
afterEach(() => rm(folder, { recursive: true }))

async function turbineWithFinding(): Promise<number> {
  const id = await makeTurbine(testApp, { company_id: company })
  await addFinding(operator, id, { severity: 3, year: YEAR })
  return id
}

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
const listKeys = async () => readData<SigningKey[]>(await makeVisitor(testApp).get('/api/keys'))
const listSeals = async (query = '') => readData<Seal[]>(await makeVisitor(testApp).get(`/api/seals${query}`))
const entryOf = async (dossier: string) =>
  listSeals(`?sha256=${sha256(await readFile(join(dossier, 'inspection.json')))}`)
const registerFaults = async () => (await verifyVersions(testApp.services.db.read)).faults
const secretIn = (pem: string) => pem.split('\n')[1] ?? 'nothing'

/** What a thief of the key makes of a dossier: another document, an earlier date, and everything signed again. */
async function forge(dossier: string, key: string): Promise<void> {
  const document = (await readFile(join(dossier, 'inspection.json'), 'utf8'))
    .replace(/"published_at":"[^"]+"/, '"published_at":"2026-01-02T03:04:05.000Z"')
    .replace(/"severity":3/, '"severity":1')
  await writeFile(join(dossier, 'inspection.json'), document)
  const sums = (await readFile(join(dossier, 'SHA256SUMS'), 'utf8')).replace(
    /\w+(?= [ *]inspection\.json)/,
    sha256(document),
  )
  await writeFile(join(dossier, 'SHA256SUMS'), sums)
  await writeFile(join(dossier, 'SHA256SUMS.sig'), sign(null, Buffer.from(sums), key))
}

describe('a leaked key', () => {
  it('is disowned: the register does not have a forged, back-dated dossier that both commands prove', async () => {
    const genuine = await unpackedDossier(operator, turbine, join(folder, 'genuine'))
    const forged = await unpackedDossier(operator, turbine, join(folder, 'forged'))
    const key = await readFile(keyFile, 'utf8')
    const former = (await listKeys())[0]
    const printed = await command(testApp, manageKeys, ['revoke', '--from', '2026-11-20'])
    await forge(forged, key)
    expect(await isProven(forged, [...DOSSIER_COMMANDS])).toBe(true)

    expect(await listKeys()).toMatchObject([
      { until: null, revoked_from: null },
      { id: former?.id, until: expect.any(String), revoked_from: '2026-11-20T00:00:00.000Z' },
    ])
    expect(printed).toContain(`The signatures of the key ${former?.id} are no proof from 2026-11-20T00`)
    expect(await entryOf(forged)).toEqual([])
    expect(await entryOf(genuine)).toMatchObject([{ number: expect.any(Number) }])
    const readme = await readFile(join(genuine, 'README.txt'), 'utf8')
    const { origin } = testApp.services.config
    expect(readme.split(`  curl "${origin}/api/seals?sha256=$(sha256sum inspection.json`)).toHaveLength(3)
    expect(readme).toContain('"revoked_from"')
    const again = await unpackedDossier(operator, turbine, join(folder, 'again'))
    expect(await readFile(join(again, 'public-key.pem'), 'utf8')).toBe((await listKeys())[0]?.public_key)
  })

  it('can be a former one: then the current key stays', async () => {
    const [current, former] = await listKeys()
    await command(testApp, manageKeys, ['revoke', '--from', '2026-10-01', '--key', former?.id ?? ''])
    expect((await listKeys()).slice(0, 2)).toEqual([
      current,
      { ...former, revoked_from: '2026-10-01T00:00:00.000Z' },
    ])
    for (const args of [['revoke'], ['revoke', '--from', '20.11.2026'], ['rotate', '--key', 'x']])
      await expect(command(testApp, manageKeys, args)).rejects.toThrow('npm run keys -- list')
    await expect(
      command(testApp, manageKeys, ['revoke', '--from', '2026-10-01', '--key', 'x']),
    ).rejects.toThrow('There is no key x')
  })
})

describe('the private key', () => {
  it('is in its file only, never in the database, a backup or an answer; a former one is deleted', async () => {
    const former = await readFile(keyFile, 'utf8')
    expect((await stat(keyFile)).mode & 0o777).toBe(0o600)
    expect((await stat(testApp.services.config.secretsDir)).mode & 0o777).toBe(0o700)
    const printed = await command(testApp, manageKeys, ['rotate'])
    const key = await readFile(keyFile, 'utf8')
    expect(key).not.toContain(secretIn(former))
    const answers = JSON.stringify([await listKeys(), await listSeals(), printed])
    const dossier = await unpackedDossier(operator, turbine, join(folder, 'dossier'))
    let stored = answers + (await testApp.storedText()) + (await readFile(`${dossier}.zip`, 'latin1'))
    if (!isOnPostgres) {
      const { files, database } = await backedUp()
      expect(files.filter((name) => name.includes('secret') || name.includes('.pem'))).toEqual([])
      stored += database
    }
    for (const secret of ['PRIVATE', secretIn(key), secretIn(former)]) expect(stored).not.toContain(secret)
  })

  it('moves from the database of an earlier version to its file', async () => {
    const { db } = testApp.services
    const key = await readFile(keyFile, 'utf8')
    await rm(keyFile)
    await db.write.updateTable('signing_key').set({ private_key: key }).where('is_current', '=', 1).execute()
    expect(await testApp.storedText()).toContain(secretIn(key))
    await movePrivateKey(testApp.services)
    expect(await readFile(keyFile, 'utf8')).toBe(key)
    expect(await testApp.storedText()).not.toContain(secretIn(key))
  })

  it('is missing after a restore: nothing is published or sealed, health warns, and a rotation helps', async () => {
    const next = await turbineWithFinding()
    for (const harm of [() => rename(keyFile, join(folder, 'kept')), () => writeFile(keyFile, 'x')]) {
      await harm()
      const answer = await moveInspection(operator, next, YEAR, 'published', 'Test')
      expect(await readError(answer)).toEqual([503, 'signing_key_unavailable'])
      expect(await listSeals(`?after=${(await listSeals()).length}`)).toEqual([])
      const job: DossierJob = await orderDossier(operator, turbine)
      expect(job).toMatchObject({ state: 'failed', error: 'signing_key_unavailable' })
      expect(await readHealth(testApp)).toEqual([200, ['signing_key']])
    }
    await rename(join(folder, 'kept'), keyFile)
    expect(await readHealth(testApp)).toEqual([200, undefined])
    await rm(keyFile)
    await command(testApp, manageKeys, ['rotate'])
    await publishWithoutReports(operator, next, YEAR)
    expect(await orderDossier(operator, turbine)).toMatchObject({ state: 'done' })
    expect(await readHealth(testApp)).toEqual([200, undefined])
  })
})

describe('the register', () => {
  it('has every publication once, in one chain, also of those at the same moment', async () => {
    const turbines = await Promise.all(Array.from({ length: 4 }, turbineWithFinding))
    await Promise.all(turbines.map((id) => publishWithoutReports(operator, id, YEAR)))
    const seals = await listSeals()
    expect(seals.map(({ number }) => number)).toEqual(seals.map((_, index) => index + 1))
    for (const [index, { previous }] of seals.entries()) {
      const { at, number, sha256: hash, previous: before } = seals[index - 1] ?? {}
      // As `jq -cS` writes an entry.
      const line = JSON.stringify({ at, number, previous: before, sha256: hash })
      expect(previous).toBe(index === 0 ? null : sha256(line))
    }
    expect(Object.keys(seals[0] ?? {}).sort()).toEqual(['at', 'number', 'previous', 'sha256'])
    expect(await listSeals('?after=1')).toEqual(seals.slice(1))
    expect(await registerFaults()).toEqual([])
  })

  it('names a changed, a missing and an inserted entry', async () => {
    const { write } = testApp.services.db
    const { number, ...last } = (await listSeals()).at(-2) as Seal
    const change = (values: Partial<Seal>) =>
      write.updateTable('seal').set(values).where('number', '=', number).execute()
    await change({ at: '2026-01-02T03:04:05.000Z' })
    expect((await registerFaults()).map(({ subject }) => subject)).toEqual([
      `register: entry ${number} has an earlier time than the one before it`,
      `register: entry ${number + 1} does not follow from the one before it`,
    ])
    await change(last)
    await write.deleteFrom('seal').where('number', '=', number).execute()
    expect((await registerFaults()).map(({ subject }) => subject)).toEqual([
      `register: entry ${number} is gone`,
      expect.stringContaining('is not in the register'),
    ])
    await write
      .insertInto('seal')
      .values({ number, ...last })
      .execute()
    expect(await registerFaults()).toEqual([])
  })

  it('gets the versions of earlier versions of Kanat once, in the order of their publication, and keeps its entries', async () => {
    const { db, transactions } = testApp.services
    const before = await listSeals()
    await db.write.deleteFrom('seal').execute()
    // Two servers start at the same moment.
    const { databaseUrl } = testApp.services.config
    const other = databaseUrl === undefined ? db : await openPostgres(databaseUrl)
    await Promise.all([db, other].map(({ write }) => write.transaction().execute(registerOlderSeals)))
    if (other !== db) await other.close()
    const after = await listSeals()
    expect(after.map((seal) => seal.sha256)).toEqual(before.map((seal) => seal.sha256))
    expect(after[0]).toEqual(before[0])
    await transactions.run((transaction) =>
      registerSeals(transaction, [{ sha256: sha256('gone'), at: new Date().toISOString() }]),
    )
    expect(await registerFaults()).toEqual([])
  })

  it('gives a version that was inserted later by hand the present time, not its false date', async () => {
    const { db, transactions } = testApp.services
    const last = (await listSeals()).at(-1) as Seal
    await db.write.deleteFrom('seal').where('number', '=', last.number).execute()
    await db.write
      .updateTable('inspection_version')
      .set({ published_at: '2026-01-02T03:04:05.000Z' })
      .where('sha256', '=', last.sha256)
      .execute()
    const start = new Date().toISOString()
    await transactions.run(registerOlderSeals)
    const [entry] = await listSeals(`?sha256=${last.sha256}`)
    expect(entry && entry.at >= start).toBe(true)
  })

  it('does not go back in time when a publication has waited for a later one', async () => {
    const { at } = (await listSeals()).at(-1) as Seal
    const waited = { sha256: sha256('waited'), at: '2026-01-02T03:04:05.000Z' }
    await testApp.services.transactions.run((transaction) => registerSeals(transaction, [waited]))
    expect(await listSeals(`?sha256=${waited.sha256}`)).toMatchObject([{ at }])
  })
})

async function backedUp(): Promise<{ files: string[]; database: string }> {
  const to = join(folder, 'backup')
  await backUp(testApp.dir, to)
  const database = await readFile(join(to, 'kanat.db'), 'latin1')
  return { files: await readdir(to, { recursive: true }), database }
}
