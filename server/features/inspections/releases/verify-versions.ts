import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import canonicalize from 'canonicalize'
import { OBSERVATION_FIELDS } from '#domain/findings/finding.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { isMissingTable } from '#server/infrastructure/database/database-errors.ts'
import type { SealedDocument, SealedFinding } from './sealed-document.ts'

/** What is wrong with a version. */
export interface VersionFault {
  /** `seal`: the document is not what was sealed. `rows`: what the screens show differs from the document. */
  kind: 'seal' | 'rows'
  /** For the operator. */
  subject: string
}

/**
 * Checks every sealed version: that its document has the stored SHA-256 and is canonical, and that the rows which the screens show say the
 * same. A version of before releases without a document is left out: the maintenance seals it.
 */
export async function verifyVersions(db: Reader): Promise<{ versions: number; faults: VersionFault[] }> {
  const faults: VersionFault[] = []
  let versions = 0
  let last = 0
  for (;;) {
    const row = await findVersionAfter(db, last)
    if (!row) return { versions, faults }
    last = row.id
    if (row.document === null && row.sha256 === null) continue
    versions += 1
    const found = await faultsOf(db, row)
    // If its turbine was deleted meanwhile, some of its rows were gone already.
    if (found.length > 0 && (await versionExists(db, row.id))) faults.push(...found)
  }
}

type VersionRow = NonNullable<Awaited<ReturnType<typeof findVersionAfter>>>

/** Undefined after the last one, and in a database of before releases, which has no versions. */
async function findVersionAfter(db: Reader, id: number) {
  try {
    return await db
      .selectFrom('inspection_version')
      .selectAll()
      .where('id', '>', id)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
  } catch (error) {
    if (isMissingTable(error)) return undefined
    throw error
  }
}

async function versionExists(db: Reader, id: number): Promise<boolean> {
  const row = await db.selectFrom('inspection_version').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

async function faultsOf(db: Reader, row: VersionRow): Promise<VersionFault[]> {
  const name = `turbine ${row.turbine_id}, ${row.year}, version ${row.version}`
  const seal = (text: string): VersionFault => ({ kind: 'seal', subject: `${name}: ${text}` })
  const rows = (text: string): VersionFault => ({ kind: 'rows', subject: `${name}: ${text}` })
  if (row.document === null || row.sha256 === null)
    return [seal(`its ${row.document === null ? 'document' : 'SHA-256'} is gone`)]
  const faults: VersionFault[] = []
  if (createHash('sha256').update(row.document).digest('hex') !== row.sha256)
    faults.push(seal('its document does not have the stored SHA-256'))
  const document = parsed(row.document)
  if (document === undefined) return [...faults, seal('its document is not JSON')]
  if (canonicalize(document) !== row.document) faults.push(seal('its document is not canonical'))
  if (!isDocument(document)) return [...faults, seal('its document lacks parts')]
  const differing = [
    ...headDifferences(row, document),
    ...(await findingDifferences(db, row.id, document.findings)),
    ...(await photoDifferences(db, document)),
  ]
  return [...faults, ...differing.map(rows)]
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
  if (fields !== null) pairs.push(['inspection', parsed(fields), document.inspection])
  return pairs.flatMap(([name, stored, sealed]) =>
    isDeepStrictEqual(stored, sealed) ? [] : [`${name} differs`],
  )
}

async function findingDifferences(
  db: Reader,
  versionId: number,
  sealed: readonly SealedFinding[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('published_finding')
    .selectAll()
    .where('version_id', '=', versionId)
    .orderBy('id')
    .execute()
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
    // The link to a deleted photo is gone from the rows.
    if (row.photo_id === null && !(await hasPhoto(db, finding.photo_id)))
      values.set('photo_id', finding.photo_id)
    // The document names no earlier finding that was not published then.
    if (finding.earlier_id === null) values.set('earlier_id', null)
    const said = new Map<string, unknown>(Object.entries(finding))
    const fields = ['serial', 'created_at', ...OBSERVATION_FIELDS].filter(
      (field) => !isDeepStrictEqual(values.get(field), said.get(field)),
    )
    if (fields.length > 0) differences.push(`finding ${finding.number} differs in ${fields.join(', ')}`)
  }
  return [...differences, ...[...left.keys()].map((id) => `the row of finding ${id} is not in the document`)]
}

async function hasPhoto(db: Reader, id: number | null): Promise<boolean> {
  if (id === null) return false
  return (await db.selectFrom('photo').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** A photo that is still there is the sealed one. One that was deleted after the version was published is no difference. */
async function photoDifferences(db: Reader, { turbine, year, photos }: SealedDocument): Promise<string[]> {
  const rows = await db
    .selectFrom('photo')
    .select(['id', 'key', 'sha256', 'size'])
    .where('turbine_id', '=', turbine.id)
    .where('year', '=', year)
    .execute()
  const present = new Map(rows.map((row) => [row.id, row]))
  return photos.flatMap(({ id, key, sha256, size, name }) => {
    const row = present.get(id)
    const isSame = !row || (row.key === key && row.sha256 === sha256 && row.size === size)
    return isSame ? [] : [`the row of photo ${name} differs`]
  })
}
