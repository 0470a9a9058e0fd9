import { isDeepStrictEqual } from 'node:util'
import { OBSERVATION_FIELDS } from '#domain/findings/finding.ts'
import { findingNumber } from '#domain/findings/finding-rules.ts'
import type { FindingSide } from '#domain/findings/finding-type.ts'
import { InspectionFields } from '#domain/inspections/inspection.ts'
import type { InspectionChange } from '#domain/inspections/version.ts'
import type { Blade } from '#domain/photo.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { answerOthers } from '#server/infrastructure/in-turns.ts'
import { EMPTY_FIELDS, savedFields, shownFields, type WorkRow } from './inspection-work.ts'
import { listSealedPhotos, type SealedDocument } from './sealed-document.ts'
import type { StoredVersion } from './version-queries.ts'

type FindingRow = { id: number; serial: number; blade: Blade; side: FindingSide } & Record<string, unknown>
/** The names of photos by their ids. */
type Photos = Map<number, string>

interface Compared {
  fields: InspectionFields
  findings: Map<number, FindingRow>
  photos: Photos
}

/** What a version says otherwise than the one before it. The first version has no changes. */
export async function listChangesOfVersion(
  db: Reader,
  version: StoredVersion,
  before: StoredVersion | undefined,
): Promise<InspectionChange[]> {
  if (!before) return []
  return compare(await readSealed(db, before), await readSealed(db, version))
}

/** What is not published yet: everything that differs from the newest version, and every finding before the first one. */
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
  // Photos are visible as soon as they are there: before the first version, they are no changes.
  if (!version)
    return compare(
      { ...NOTHING, fields: savedFields(row) },
      { ...NOTHING, fields: savedFields(row), findings },
    )
  const live = await listSealedPhotos(db, row.turbine_id, row.year)
  const before = await readVersion(db, version)
  const known =
    version.document === null
      ? namesOf(live.filter(({ uploaded_at }) => uploaded_at <= version.published_at))
      : before.photos
  return compare(
    { ...before, fields: shownFields(row), photos: known },
    { fields: savedFields(row), findings, photos: namesOf(live) },
  )
}

const NOTHING: Compared = { fields: EMPTY_FIELDS, findings: new Map(), photos: new Map() }

/** What a version says. Its document names no earlier finding that was not published then, though its rows do. */
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
    fields: version.fields === null ? EMPTY_FIELDS : (JSON.parse(version.fields) as InspectionFields),
    findings: new Map(rows.map((finding) => [finding.id, finding as unknown as FindingRow])),
    photos: namesOf(document?.photos ?? []),
  }
}

function namesOf(photos: readonly { id: number; name: string }[]): Photos {
  return new Map(photos.map(({ id, name }) => [id, name]))
}

async function compare(before: Compared, after: Compared): Promise<InspectionChange[]> {
  const changes = Object.keys(InspectionFields.shape).flatMap((name) => {
    const field = name as keyof InspectionFields
    return changeOf(
      { record: 'inspection', id: 0, name: '' },
      field,
      before.fields[field],
      after.fields[field],
    )
  })
  for (const id of new Set([...before.findings.keys(), ...after.findings.keys()])) {
    changes.push(...findingChanges(before.findings.get(id), after.findings.get(id)))
    if (changes.length % 100 === 0) await answerOthers()
  }
  for (const id of new Set([...before.photos.keys(), ...after.photos.keys()])) {
    const [old, now] = [before.photos.get(id), after.photos.get(id)]
    const record = { record: 'photo', id, name: now ?? old ?? '' } as const
    // A photo keeps its name and its bytes: it is there or not.
    if (old === undefined || now === undefined)
      changes.push(...changeOf(record, 'name', old ?? null, now ?? null))
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
  return [
    ...(before.serial === after.serial ? [] : number),
    ...OBSERVATION_FIELDS.flatMap((field) =>
      changeOf(record, field, answered(before, field), answered(after, field)),
    ),
  ]
}

/** The columns of JSON as the API answers them. */
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
