import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import canonicalize from 'canonicalize'
import { findingNumber } from '#domain/findings/finding-rules.ts'
import { PUBLISHED_FIELDS } from '#domain/inspections/published-fields.ts'
import { registerFaults } from '#server/features/signing-keys/seal-queries.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { isMissingTable } from '#server/infrastructure/database/database-errors.ts'
import { idList } from '#server/infrastructure/database/differing-sql.ts'
import { readInGroups } from '#server/infrastructure/database/in-groups.ts'
import { findPrevious } from './seal-older-versions.ts'
import type { SealedDocument, SealedFinding } from './sealed-document.ts'
import { type SealedPeople, versionStatement } from './sign-version.ts'
import {
  type PublicKeys,
  readPublicKeys,
  signatureFault,
  type VersionFault,
  verifyChains,
} from './verify-chain.ts'

export interface VerifiedVersions {
  versions: number
  /** How many older than signatures are not signed yet, which maintenance does. */
  unsigned: number
  faults: VersionFault[]
}

/**
 * Checks every sealed version: its document has the stored SHA-256 and is canonical, its signature is valid, and the rows on the screens
 * match; and each inspection's list of versions. A version older than releases without a document is skipped: maintenance seals it.
 */
export async function verifyVersions(db: Reader): Promise<VerifiedVersions> {
  const faults: VersionFault[] = []
  let versions = 0
  let unsigned = 0
  let last = 0
  const keys = await orNothing(() => readPublicKeys(db))
  for (;;) {
    const row = await orNothing(() => findVersionAfter(db, last))
    if (!row) break
    last = row.id
    if (isOlder(row)) unsigned += 1
    if (row.document === null && row.sha256 === null && isOlder(row)) continue
    versions += 1
    const found = await faultsOf(db, row, keys ?? new Map())
    // If its turbine was deleted meanwhile, some rows were gone already.
    if (found.length > 0 && (await versionExists(db, row.id))) faults.push(...found)
  }
  if (keys) faults.push(...(await verifyChains(db, keys)))
  for (const subject of (await orNothing(() => registerFaults(db))) ?? [])
    faults.push({ kind: 'seal', subject })
  return { versions, unsigned, faults }
}

type VersionRow = NonNullable<Awaited<ReturnType<typeof findVersionAfter>>>

/** Undefined in a former version's database, without the table. */
async function orNothing<Result>(read: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await read()
  } catch (error) {
    if (isMissingTable(error)) return undefined
    throw error
  }
}

function findVersionAfter(db: Reader, id: number) {
  return db
    .selectFrom('inspection_version')
    .selectAll()
    .where('id', '>', id)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** True for an unsigned version older than signatures. A former version's database has no such column. */
function isOlder({ signature, signed_later }: VersionRow): boolean {
  return !signature && signed_later !== 0
}

async function versionExists(db: Reader, id: number): Promise<boolean> {
  const row = await db.selectFrom('inspection_version').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

async function faultsOf(db: Reader, row: VersionRow, keys: PublicKeys): Promise<VersionFault[]> {
  const name = `turbine ${row.turbine_id}, ${row.year}, version ${row.version}`
  const seal = (text: string): VersionFault => ({ kind: 'seal', subject: `${name}: ${text}` })
  const rows = (text: string): VersionFault => ({ kind: 'rows', subject: `${name}: ${text}` })
  if (row.document === null || row.sha256 === null)
    return [seal(`its ${row.document === null ? 'document' : 'SHA-256'} is gone`)]
  const faults = signatureFaults(row, keys).map(seal)
  if (createHash('sha256').update(row.document).digest('hex') !== row.sha256)
    faults.push(seal('its document does not have the stored SHA-256'))
  const document = parsed(row.document)
  if (document === undefined) return [...faults, seal('its document is not JSON')]
  if (canonicalize(document) !== row.document) faults.push(seal('its document is not canonical'))
  if (!isDocument(document)) return [...faults, seal('its document lacks parts')]
  const differing = [
    ...headDifferences(row, document),
    ...(await chainDifferences(db, row, document)),
    ...(await findingDifferences(db, row, document.findings)),
    ...(await photoDifferences(db, document)),
  ]
  return [...faults, ...differing.map(rows)]
}

function signatureFaults(row: VersionRow, keys: PublicKeys): string[] {
  if (isOlder(row)) return []
  const { signature, key_id } = row
  if (!signature) return ['its signature is gone']
  const fault = signatureFault(keys, versionStatement(row), { signature, key_id })
  return fault === undefined ? [] : [fault]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isDocument(value: unknown): value is SealedDocument {
  const { findings, photos, turbine } = (value ?? {}) as Partial<SealedDocument>
  return Array.isArray(findings) && Array.isArray(photos) && typeof turbine === 'object' && turbine !== null
}

function headDifferences(row: VersionRow, document: SealedDocument): string[] {
  const pairs: [string, unknown, unknown][] = [
    ['turbine', row.turbine_id, document.turbine.id],
    ['year', row.year, document.year],
    ['version', row.version, document.version],
    ['published_at', row.published_at, document.published_at],
    ['reason', row.reason, document.reason],
    ['unlooked_reason', row.unlooked_reason, document.unlooked_reason],
    ['photos', row.photos, document.photos.length],
  ]
  const { fields } = row
  // The older format of the document has neither.
  if (document.looked_at !== undefined) pairs.push(['looked_at', row.looked_at, document.looked_at])
  if (document.previous !== undefined) pairs.push(['previous', row.previous, document.previous])
  if (row.person_id !== undefined) pairs.push(['the publisher', row.person_id, document.person])
  if (fields !== null) pairs.push(['inspection', parsed(fields), document.inspection])
  return pairs.flatMap(([name, stored, sealed]) =>
    isDeepStrictEqual(stored, sealed) ? [] : [`${name} differs`],
  )
}

/** That it names the previous version, and the account that published it. */
async function chainDifferences(
  db: Reader,
  row: VersionRow,
  { previous }: SealedDocument,
): Promise<string[]> {
  const differences: string[] = []
  const before = await findPrevious(db, row)
  // A version older than signatures may not have been sealed yet.
  const isKnown = row.signature && (row.previous !== null || row.signed_later === 0)
  if (isKnown && (before?.sha256 ?? null) !== row.previous)
    differences.push('previous is not the version before it')
  if (previous === undefined || !row.person_id || row.user_id === null) return differences
  const person = await db
    .selectFrom('person')
    .select('user_id')
    .where('id', '=', row.person_id)
    .executeTakeFirst()
  return person?.user_id === row.user_id
    ? differences
    : [...differences, 'the account of the publisher differs']
}

async function findingDifferences(
  db: Reader,
  version: VersionRow,
  sealed: readonly SealedFinding[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('published_finding')
    .selectAll()
    .where('version_id', '=', version.id)
    .orderBy('id')
    .execute()
  const names = namesOf(version)
  const left = new Map(rows.map((row) => [row.id, row]))
  const differences: string[] = []
  for (const finding of sealed) {
    const row = left.get(finding.id)
    left.delete(finding.id)
    if (!row) {
      differences.push(`finding ${finding.number} has no row`)
      continue
    }
    const values = new Map<string, unknown>(Object.entries(row))
    values.set('shape', row.shape === null ? null : parsed(row.shape))
    values.set('positions_m', parsed(row.positions_m))
    // The rows lose the link to a deleted photo.
    if (row.photo_id === null && !(await hasPhoto(db, finding.photo_id)))
      values.set('photo_id', finding.photo_id)
    // The document omits earlier findings unpublished then.
    if (finding.earlier_id === null) values.set('earlier_id', null)
    const said = new Map<string, unknown>(Object.entries(finding))
    values.set('person', row.person_id)
    values.set('number', findingNumber(row))
    const people = row.person_id === undefined ? [] : ['person']
    const fields = ['created_at', 'number', ...people, ...PUBLISHED_FIELDS.finding].filter(
      (field) => !isDeepStrictEqual(values.get(field), said.get(field)),
    )
    if (fields.length > 0) differences.push(`finding ${finding.number} differs in ${fields.join(', ')}`)
    if (!isNamed(names, row)) differences.push(`the name of who has found ${finding.number} differs`)
  }
  if (!isNamed(names, version)) differences.push('the name of the publisher differs')
  return [...differences, ...[...left.keys()].map((id) => `the row of finding ${id} is not in the document`)]
}

/** The signed names; undefined for an unsigned version. */
function namesOf({ people }: VersionRow): ReadonlySet<string> | undefined {
  const { names } = (people ? (parsed(people) ?? {}) : {}) as Partial<SealedPeople>
  return names && new Set(names.map(([person, name]) => `${person} ${name}`))
}

function isNamed(
  names: ReadonlySet<string> | undefined,
  { person_id, user_name }: { person_id: string | null; user_name: string },
): boolean {
  return !names || person_id === null || names.has(`${person_id} ${user_name}`)
}

async function hasPhoto(db: Reader, id: number | null): Promise<boolean> {
  if (id === null) return false
  return (await db.selectFrom('photo').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** A remaining photo is the sealed one. One deleted after the publication is no difference. */
async function photoDifferences(db: Reader, { turbine, photos }: SealedDocument): Promise<string[]> {
  // Including those moved to another year since.
  const rows = await readInGroups(
    photos.map(({ id }) => id),
    (group) =>
      db
        .selectFrom('photo')
        .select(['id', 'key', 'sha256', 'size'])
        .where('turbine_id', '=', turbine.id)
        .where('id', 'in', idList(db, group))
        .execute(),
  )
  const present = new Map(rows.map((row) => [row.id, row]))
  return photos.flatMap(({ id, key, sha256, size, name }) => {
    const row = present.get(id)
    const isSame = !row || (row.key === key && row.sha256 === sha256 && row.size === size)
    return isSame ? [] : [`the row of photo ${name} differs`]
  })
}
