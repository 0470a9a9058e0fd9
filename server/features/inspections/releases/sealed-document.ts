import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { FindingFields } from '#domain/findings/finding.ts'
import { findingNumber } from '#domain/findings/finding-rules.ts'
import type { FindingSide } from '#domain/findings/finding-type.ts'
import type { InspectionFields } from '#domain/inspections/inspection.ts'
import { PUBLISHED_FIELDS } from '#domain/inspections/published-fields.ts'
import type { Blade } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { idList } from '#server/infrastructure/database/differing-sql.ts'
import { readInGroups } from '#server/infrastructure/database/in-groups.ts'
import { mapInTurns, yieldToEventLoop } from '#server/infrastructure/in-turns.ts'

/**
 * The format of the document, incremented with each change of the fields for readers of old ones. `kanat-inspection-1` had neither
 * `previous`, `looked_at` nor `undecided`, an empty `inspection` without a saved form, and times of photo inspections.
 */
const FORMAT = 'kanat-inspection-2'

/** The sealed content beside findings and photos. */
export interface SealedVersion {
  version: number
  published_at: string
  /** The author of the publication; null for one older than releases. */
  person: string | null
  /** The SHA-256 of the previous version, even if withdrawn; null for the first one. */
  previous: string | null
  reason: string
  unlooked_reason: string
  /** The number of inspected photos. */
  looked_at: number
  /** The number of undecided findings; null without a review. */
  undecided: number | null
  inspection: InspectionFields
}

/** A finding as in the tables `finding` and `published_finding`. */
export interface ObservedRow {
  id: number
  serial: number
  kept_number: string | null
  blade: Blade
  side: FindingSide
  shape: string | null
  positions_m: string
  status: string
  own_due_on: string | null
  created_at: string
  earlier_id: number | null
  user_name: string
  person_id: string | null
}

/** A photo in the document. */
export interface SealedPhoto {
  id: number
  key: string
  name: string
  sha256: string
  size: number
  category: string
  room: string | null
  blade: string | null
  month: number
  uploaded_at: string
}

/** A finding in the document. People are named by random ids. */
export interface SealedFinding extends Omit<FindingFields, 'status' | 'own_due_on' | 'due_reason'> {
  id: number
  number: string
  serial: number
  /** As of the publication; the follow-up of a finding is not sealed. */
  status: string
  /** Null without an author in the database. */
  person: string | null
  created_at: string
}

/** What both formats share, and what only the newer one has. */
export interface SealedDocument
  extends Omit<SealedVersion, 'previous' | 'looked_at' | 'undecided'>,
    Partial<Pick<SealedVersion, 'previous' | 'looked_at' | 'undecided'>> {
  format: string
  turbine: { id: number; name: string; code: string; city: string }
  year: number
  findings: SealedFinding[]
  photos: SealedPhoto[]
}

/**
 * Makes the canonical JSON of a version (RFC 8785), in turns: a thousand findings and five thousand photos are some megabytes.
 *
 * @returns the text and its SHA-256 in hexadecimal digits
 */
export async function sealVersion(
  db: Reader,
  turbine: Pick<Turbine, 'id' | 'turbine_name' | 'code' | 'city'>,
  year: number,
  version: SealedVersion,
  findings: readonly ObservedRow[],
  photos: readonly SealedPhoto[],
): Promise<{ document: string; sha256: string }> {
  const document: SealedDocument = {
    ...version,
    format: FORMAT,
    turbine: { id: turbine.id, name: turbine.turbine_name, code: turbine.code, city: turbine.city },
    year,
    findings: [],
    photos: [],
  }
  const named = await findNamed(db, turbine.id, year, findings)
  const sealed = await mapInTurns(findings, (row) =>
    asSealedFinding({ ...row, earlier_id: named.has(row.earlier_id) ? row.earlier_id : null }),
  )
  const text = await canonicalizeInTurns(document, { findings: sealed, photos })
  return { document: text, sha256: createHash('sha256').update(text).digest('hex') }
}

/**
 * The earlier findings that the document may name: of the version itself, and published ones of other years. For customers, its readers, no
 * other one exists.
 */
async function findNamed(
  db: Reader,
  turbineId: number,
  year: number,
  findings: readonly ObservedRow[],
): Promise<ReadonlySet<number | null>> {
  const published = await readInGroups(
    findings.flatMap(({ earlier_id }) => earlier_id ?? []),
    (group) =>
      db
        .selectFrom('published_finding')
        .select('id')
        .where('turbine_id', '=', turbineId)
        .where('year', '!=', year)
        .where('is_current', '=', 1)
        .where('id', 'in', idList(db, group))
        .execute(),
  )
  return new Set([...findings, ...published].map(({ id }) => id))
}

/** Canonical JSON of an object with long lists. Members are sorted by UTF-16 code units, as the RFC says. */
async function canonicalizeInTurns(
  object: object,
  lists: Record<string, readonly object[]>,
): Promise<string> {
  const members: string[] = []
  for (const [name, value] of Object.entries({ ...object, ...lists }).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const list = lists[name]
    const text = list ? `[${(await mapInTurns([...list], canonicalText)).join(',')}]` : canonicalText(value)
    members.push(`${canonicalText(name)}:${text}`)
    await yieldToEventLoop()
  }
  return `{${members.join(',')}}`
}

function canonicalText(value: unknown): string {
  const text = canonicalize(value)
  if (text === undefined) throw new Error('A value without JSON cannot be sealed.')
  return text
}

function asSealedFinding(row: ObservedRow): SealedFinding {
  const values = new Map<string, unknown>(Object.entries(row))
  const observation = Object.fromEntries(PUBLISHED_FIELDS.finding.map((field) => [field, values.get(field)]))
  return {
    ...(observation as Omit<FindingFields, 'status' | 'own_due_on' | 'due_reason'> & { serial: number }),
    shape: row.shape === null ? null : JSON.parse(row.shape),
    positions_m: JSON.parse(row.positions_m),
    id: row.id,
    number: findingNumber(row),
    status: row.status,
    person: row.person_id,
    created_at: row.created_at,
  }
}

/** The photos of a year, ordered by id. */
export async function listSealedPhotos(db: Reader, turbineId: number, year: number): Promise<SealedPhoto[]> {
  const ids = await db
    .selectFrom('photo')
    .select('id')
    .where('turbine_id', '=', turbineId)
    .where('year', '=', year)
    .orderBy('id')
    .execute()
  return readInGroups(
    ids.map(({ id }) => id),
    (group) =>
      db
        .selectFrom('photo')
        .select([
          'id',
          'key',
          'original_name as name',
          'sha256',
          'size',
          'category',
          'room',
          'blade',
          'month',
          'uploaded_at',
        ])
        .where('id', 'in', idList(db, group))
        .orderBy('id')
        .execute(),
  )
}
