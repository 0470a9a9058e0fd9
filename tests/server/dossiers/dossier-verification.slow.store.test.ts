import { createHash } from 'node:crypto'
import { appendFile, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pino from 'pino'
import { beforeEach, describe, expect, it } from 'vitest'
import type { SigningKey } from '#domain/inspections/signing-key.ts'
import { writeDossier } from '#server/commands/actions/dossier.ts'
import { manageKeys } from '#server/commands/actions/keys.ts'
import { getCurrentKey } from '#server/features/signing-keys/signing-key-queries.ts'
import { openServices } from '#server/start/services.ts'
import { type Client, makeVisitor, signInAs } from '../../support/accounts.ts'
import { setUpApp, testApp } from '../../support/app-setup.ts'
import { jpeg, makeCompany, makeTurbine, readData } from '../../support/builders.ts'
import { command, commandsOf, isProven, unpack, unpackedDossier } from '../../support/dossier-setup.ts'
import { findOverstatement } from '../../support/figures/figures.ts'
import { checkByOtherPrograms } from '../../support/files/read-zip.ts'
import { addFinding } from '../../support/finding-setup.ts'
import { makeReport } from '../../support/inspection-setup.ts'
import { publishWithoutReports } from '../../support/publish-inspection.ts'
import { isOnPostgres } from '../../support/servers/test-databases.ts'
import { temporaryFolder } from '../../support/test-app.ts'

const YEAR = 2026
/** What the page of the contract promises. */
const COMMANDS = [
  'sha256sum -c SHA256SUMS',
  'openssl pkeyutl -verify -pubin -inkey public-key.pem -rawin -in SHA256SUMS -sigfile SHA256SUMS.sig',
]
/** What the README names beside them: the signature of the publication. */
const CHAIN =
  'openssl pkeyutl -verify -pubin -inkey chain/version-1.pem -rawin -in chain/version-1.txt -sigfile chain/version-1.sig'
let turbine: number
let operator: Client
let folder: string
let number = 0

setUpApp('file')
beforeEach(async ({ onTestFinished }) => {
  const parent = await temporaryFolder()
  folder = join(parent, 'dossier')
  onTestFinished(() => rm(parent, { recursive: true }))
  const company = await makeCompany(testApp)
  operator = await signInAs(testApp, 'operator', company)
  number += 1
  turbine = await makeTurbine(testApp, { company_id: company, code: `Ç ${number}`, turbine_name: 'Çeşme' })
  await addFinding(operator, turbine, { severity: 3, year: YEAR, text: 'Çatlak' })
  const fields = { year: String(YEAR) }
  await operator.upload(turbine, { 'a.jpg': await jpeg(), 'b.jpg': await jpeg({ width: 900 }) }, fields)
  await publishWithoutReports(operator, turbine, YEAR)
})

const listKeys = async () => readData<SigningKey[]>(await makeVisitor(testApp).get('/api/keys'))

async function filesIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

describe('the two commands', () => {
  it('prove an unpacked dossier, and find a changed byte in any of its files', async () => {
    await makeReport(operator, turbine, 'tr', YEAR)
    await unpackedDossier(operator, turbine, folder)
    expect(await checkByOtherPrograms(`${folder}.zip`)).toContain('unzip')
    expect(await commandsOf(folder)).toEqual([...COMMANDS, CHAIN])
    expect(await isProven(folder, [...COMMANDS, CHAIN])).toBe(true)
    const sha256 = createHash('sha256')
      .update(await readFile(join(folder, 'inspection.json')))
      .digest('hex')
    expect(await readFile(join(folder, 'chain/version-1.txt'), 'utf8')).toContain(`document: ${sha256}\n`)
    const files = await filesIn(folder)
    expect(files).toHaveLength(11)
    let found = 0
    const expectFound = async (file: string, change: number | string) => {
      expect([file, change, await isProven(folder, COMMANDS)]).toEqual([file, change, false])
      found += 1
    }
    for (const file of files) {
      const bytes = await readFile(file)
      for (const at of [0, bytes.length >> 1, bytes.length - 1]) {
        const changed = Buffer.from(bytes)
        changed[at] = (changed[at] as number) ^ 1
        await writeFile(file, changed)
        await expectFound(file, at)
      }
      await writeFile(file, bytes)
      await appendFile(file, 'x')
      await expectFound(file, 'longer')
      await rm(file)
      await expectFound(file, 'gone')
      await writeFile(file, bytes)
    }
    expect(await isProven(folder, COMMANDS)).toBe(true)
    const counted = { id: 'changed_dossiers', value: found, unit: 'count', of: files.length } as const
    const test = 'tests/server/dossiers/dossier-verification.slow.store.test.ts'
    expect(findOverstatement({ ...counted, test })).toBeUndefined()
  })

  it('prove one with derivatives', async () => {
    await unpackedDossier(operator, turbine, folder, { photos: 'derivatives' })
    expect(await isProven(folder, COMMANDS)).toBe(true)
  })

  it('find a seal that was made with another key than that of the installation', async () => {
    await unpackedDossier(operator, turbine, folder)
    const { id, public_key } = (await listKeys())[0] as SigningKey
    expect(await readFile(join(folder, 'public-key.pem'), 'utf8')).toBe(public_key)
    const readme = await readFile(join(folder, 'README.txt'), 'utf8')
    expect(readme.split(id)).toHaveLength(3)
    expect(readme).toContain(`${testApp.services.config.origin}/api/keys`)
    expect(readme).toContain('Mühürlü denetim dosyası')
    expect(readme).toContain('Sealed inspection dossier')
  })
})

describe('the keys', () => {
  it('change, and what a former one has signed is proven for ever', async () => {
    await unpackedDossier(operator, turbine, folder)
    const before = await listKeys()
    const printed = await command(testApp, manageKeys, ['rotate'])
    const after = await listKeys()
    expect(after).toHaveLength(before.length + 1)
    expect(printed).toBe(`The key ${after[0]?.id} signs from now on.\n`)
    expect(after[0]).toMatchObject({ until: null })
    expect(after[1]).toEqual({ ...before[0], until: after[0]?.from })
    expect(after.map((key) => key.public_key)).toContain(
      await readFile(join(folder, 'public-key.pem'), 'utf8'),
    )
    expect(await isProven(folder, COMMANDS)).toBe(true)
    const second = `${folder}-2`
    await unpackedDossier(operator, turbine, second)
    expect(await readFile(join(second, 'public-key.pem'), 'utf8')).toBe(after[0]?.public_key)
    expect(await isProven(second, COMMANDS)).toBe(true)
    expect(await command(testApp, manageKeys, ['list'])).toContain(
      `${before[0]?.id}  ${before[0]?.from}  ${after[0]?.from}\n`,
    )
  })

  it('are made once, also by two servers at the same moment', async () => {
    await testApp.services.db.write.deleteFrom('dossier').execute()
    await testApp.services.db.write.deleteFrom('signing_key').execute()
    expect(await listKeys()).toEqual([])
    const other = await openServices(testApp.services.config, pino({ level: 'silent' }))
    // Two connections of one process to SQLite cannot wait for each other.
    const second = isOnPostgres ? other : testApp.services
    try {
      const keys = await Promise.all(
        [testApp.services, second, testApp.services, second].map(({ transactions }) =>
          transactions.run((db) => getCurrentKey(db, testApp.services.config.secretsDir)),
        ),
      )
      expect(new Set(keys.map(({ id }) => id))).toEqual(new Set((await listKeys()).map(({ id }) => id)))
      expect(await listKeys()).toHaveLength(1)
    } finally {
      await other.jobs.close()
      await other.db.close()
      other.images.close()
    }
  })
})

describe('npm run dossier', () => {
  it('writes a dossier that the two commands prove', async () => {
    const zip = `${folder}.zip`
    const printed = await command(testApp, writeDossier, [`Ç ${number}`, String(YEAR), zip])
    expect(printed).toMatch(/: version 1 of 2026, 2 reports and photos, \d\.\d MB\.\n$/)
    await unpack(zip, folder)
    expect(await isProven(folder, COMMANDS)).toBe(true)
    await expect(command(testApp, writeDossier, [String(turbine), String(YEAR), zip])).rejects.toThrow(
      'exists already',
    )
    expect(await isProven(await unpack(zip, folder), COMMANDS)).toBe(true)
  })

  it('says what is missing, and makes no installation', async () => {
    const zip = `${folder}.zip`
    await expect(command(testApp, writeDossier, ['99999', String(YEAR), zip])).rejects.toThrow(
      'No turbine has the id or code 99999',
    )
    await expect(command(testApp, writeDossier, [String(turbine), '2020', zip])).rejects.toThrow(
      'is not published',
    )
    await expect(command(testApp, writeDossier, [String(turbine)])).rejects.toThrow(
      'npm run dossier -- TURBINE YEAR',
    )
    const empty = await temporaryFolder()
    const call = { args: [String(turbine), String(YEAR)], print() {}, warn() {}, ifInterrupted() {} }
    await expect(writeDossier({ ...call, env: { DATA_DIR: empty } })).rejects.toThrow()
    expect(await readdir(empty)).toEqual([])
    await rm(empty, { recursive: true })
  })

  it('names a photo whose file has changed, and leaves no file', async () => {
    const { key, size } = await testApp.services.db.read
      .selectFrom('photo')
      .select(['key', 'size'])
      .where('turbine_id', '=', turbine)
      .where('original_name', '=', 'b.jpg')
      .executeTakeFirstOrThrow()
    await testApp.putFile({ name: key, isDerivative: false }, Buffer.alloc(size))
    const zip = `${folder}.zip`
    await expect(command(testApp, writeDossier, [String(turbine), String(YEAR), zip])).rejects.toThrow(
      'The file of b.jpg is missing or has changed',
    )
    await expect(readFile(zip)).rejects.toThrow('ENOENT')
  })
})
