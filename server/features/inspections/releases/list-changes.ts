import { isDeepStrictEqual } from 'node:util'
import { findingNumber, type Numbered } from '#domain/findings/finding-rules.ts'
import type { InspectionFields } from '#domain/inspections/inspection.ts'
import { PUBLISHED_FIELDS, type PublishedFacts } from '#domain/inspections/published-fields.ts'
import type { InspectionChange } from '#domain/inspections/version.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { yieldToEventLoop } from '#server/infrastructure/in-turns.ts'
import { BEFORE_RELEASES, EMPTY_FIELDS, presentFacts, shownFacts, type WorkRow } from './inspection-work.ts'
import { listSealedPhotos, type SealedDocument, type SealedPhoto } from './sealed-document.ts'
import type { StoredVersion } from './version-queries.ts'

type FindingRow = { id: number } & Numbered & Record<string, unknown>
/** The photos by their ids. */
type Photos = Map<number, ComparedPhoto>
type ComparedPhoto = Pick<SealedPhoto, 'id' | 'name' | 'category' | 'blade' | 'room'>

interface Compared {
  facts: PublishedFacts
  findings: Map<number, FindingRow>
  photos: Photos
}

/** The changes of a version from the previous one. The first version has none. */
export async function listChangesOfVersion(
  db: Reader,
  version: StoredVersion,
  before: StoredVersion | undefined,
): Promise<InspectionChange[]> {
  if (!before) return []
  return compare(await readSealed(db, before), await readSealed(db, version))
}

/** The unpublished changes: all differences from the newest version, or every finding before the first one. */
export async function listUnpublishedChanges(
  db: Reader,
  row: WorkRow,
  version: StoredVersion | undefined,
): Promise<InspectionChange[]> {
  const rows = await db
    .selectFrom('finding')
    .selectAll()
    .where('turbine_id', '=', row.turbine_id)
    .where('year', '=', row.year)
    .orderBy('id')
    .execute()
  const findings = new Map(rows.map((finding) => [finding.id, finding as FindingRow]))
  // Photos are visible at once: before the first version, they are no changes.
  if (!version) return compare(NOTHING, { ...NOTHING, findings })
  const live = await listSealedPhotos(db, row.turbine_id, row.year)
  const before = await readVersion(db, version)
  const known =
    version.document === null
      ? byId(live.filter(({ uploaded_at }) => uploaded_at <= version.published_at))
      : before.photos
  return compare(
    { ...before, facts: shownFacts(row), photos: known },
    { facts: presentFacts(row), findings, photos: byId(live) },
  )
}

const NOTHING: Compared = {
  facts: { ...EMPTY_FIELDS, looked_at: null, unlooked_reason: '' },
  findings: new Map(),
  photos: new Map(),
}

/** The content of a version. Its document omits earlier findings unpublished then, though its rows have them. */
async function readSealed(db: Reader, version: StoredVersion): Promise<Compared> {
  const read = await readVersion(db, version)
  if (version.document === null) return read
  for (const { id, earlier_id } of (JSON.parse(version.document) as SealedDocument).findings) {
    const row = read.findings.get(id)
    if (row) row.earlier_id = earlier_id
  }
  return read
}

/** The rows of a version. */
async function readVersion(db: Reader, version: StoredVersion): Promise<Compared> {
  const rows = await db
    .selectFrom('published_finding')
    .selectAll()
    .where('version_id', '=', version.id)
    .orderBy('id')
    .execute()
  const document = version.document === null ? undefined : (JSON.parse(version.document) as SealedDocument)
  return {
    facts: {
      ...(version.fields === null ? EMPTY_FIELDS : (JSON.parse(version.fields) as InspectionFields)),
      looked_at: version.user_name === BEFORE_RELEASES ? null : version.looked_at,
      unlooked_reason: version.unlooked_reason,
    },
    findings: new Map(rows.map((finding) => [finding.id, finding as unknown as FindingRow])),
    photos: byId(document?.photos ?? []),
  }
}

function byId(photos: readonly SealedPhoto[]): Photos {
  return new Map(photos.map((photo) => [photo.id, photo]))
}

async function compare(before: Compared, after: Compared): Promise<InspectionChange[]> {
  const record = { record: 'inspection', id: 0, name: '' } as const
  const changes = PUBLISHED_FIELDS.inspection.flatMap((field) => {
    const [old, now] = [before.facts[field], after.facts[field]]
    // An unknown count is no change.
    return field === 'looked_at' && (old === null || now === null) ? [] : changeOf(record, field, old, now)
  })
  for (const id of new Set([...before.findings.keys(), ...after.findings.keys()])) {
    changes.push(...findingChanges(before.findings.get(id), after.findings.get(id)))
    if (changes.length % 100 === 0) await yieldToEventLoop()
  }
  for (const id of new Set([...before.photos.keys(), ...after.photos.keys()])) {
    const [old, now] = [before.photos.get(id), after.photos.get(id)]
    const record = { record: 'photo', id, name: now?.name ?? old?.name ?? '' } as const
    if (old === undefined || now === undefined)
      changes.push(...changeOf(record, 'name', old?.name ?? null, now?.name ?? null))
    else
      changes.push(
        ...PUBLISHED_FIELDS.photo.flatMap((field) => changeOf(record, field, old[field], now[field])),
      )
  }
  return changes
}

function findingChanges(before: FindingRow | undefined, after: FindingRow | undefined): InspectionChange[] {
  const shown = after ?? before
  if (!shown) return []
  const record = { record: 'finding', id: shown.id, name: findingNumber(shown) } as const
  const number = changeOf(
    record,
    'number',
    before ? findingNumber(before) : null,
    after ? findingNumber(after) : null,
  )
  if (!before || !after) return number
  return PUBLISHED_FIELDS.finding.flatMap((field) => {
    if (field === 'serial') return before.serial === after.serial ? [] : number
    return changeOf(record, field, answered(before, field), answered(after, field))
  })
}

/** The JSON columns as the API answers them. */
function answered(row: FindingRow, field: string): unknown {
  const value = row[field]
  return (field === 'shape' || field === 'positions_m') && typeof value === 'string'
    ? JSON.parse(value)
    : value
}

function changeOf(
  record: Pick<InspectionChange, 'record' | 'id' | 'name'>,
  field: string,
  before: unknown,
  after: unknown,
): InspectionChange[] {
  return isDeepStrictEqual(before, after) ? [] : [{ ...record, field, before, after }]
}
