import { createHash } from 'node:crypto'
import { UNSOLVED_STATUSES } from '#domain/findings/finding.ts'
import { isSolved, stateOfPublished } from '#domain/findings/finding-rules.ts'
import { SEVERITIES, type Severity } from '#domain/findings/finding-type.ts'
import { type PublishSheet, SHEET_NAMES_MAX } from '#domain/inspections/publish-sheet.ts'
import { missingReasons } from '#domain/inspections/state.ts'
import type { InspectionChange } from '#domain/inspections/version.ts'
import type { Caller } from '#domain/permissions.ts'
import { BLADES, roomLabel } from '#domain/photo.ts'
import type { Turbine, TurbineState } from '#domain/turbine.ts'
import { listToldOfPublication } from '#server/features/notifications/write-notifications.ts'
import { isInspected } from '#server/features/turbines/turbine-queries.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import type { WorkRow } from './inspection-work.ts'
import { listUnpublishedChanges } from './list-changes.ts'
import { readLastVersion } from './sign-version.ts'
import { readTransitionFacts } from './transition-facts.ts'
import { getVersion } from './version-queries.ts'

/**
 * The preview of a publication: its changes for customers, its gaps, and what needs a reason. The transition checks the same facts.
 *
 * @param row of `findWork`
 * @param sendsMails false without a mail server
 */
export async function readPublishSheet(
  db: Reader,
  caller: Caller,
  turbine: Turbine,
  row: WorkRow,
  sendsMails: boolean,
): Promise<PublishSheet> {
  const { year, published_version } = row
  const facts = await readTransitionFacts(db, caller, turbine, row)
  const findings = await listPresentFindings(db, turbine.id, year)
  const version =
    published_version === null ? undefined : await getVersion(db, caller, turbine.id, year, published_version)
  const { photos, looked_at, undecided, is_reviewed } = facts
  return {
    version: (await readLastVersion(db, turbine.id, year)) + 1,
    letter: { before: turbine.state, after: await letterAfter(db, turbine, year, findings, photos) },
    findings: findings.length,
    severities: [...SEVERITIES.toReversed(), null].map((severity) => ({
      severity,
      count: findings.filter((finding) => finding.severity === severity).length,
    })),
    ...countChanged(await listUnpublishedChanges(db, row, version)),
    solved: findings.filter(isSolved).length,
    undecided: is_reviewed ? undecided : null,
    photos,
    unlooked: Math.max(0, photos - looked_at),
    rooms: BLADES.length * turbine.rooms,
    rooms_without_photos: await countRoomsWithoutPhotos(db, turbine, year),
    without_distance: findings.filter(({ from_m, positions_m }) => from_m === null && positions_m === '[]')
      .length,
    told: await countTold(db, turbine, caller, sendsMails),
    fingerprint: await publishFingerprint(db, turbine.id, year),
    missing: missingReasons('published', facts),
  }
}

/** A hash of a publication's content, changed by any mark, move, inspection of a photo or decision. */
export async function publishFingerprint(db: Reader, turbineId: number, year: number): Promise<string> {
  const findings = await db
    .selectFrom('finding')
    .leftJoin('finding_review', 'finding_review.finding_id', 'finding.id')
    .select(['finding.id', 'finding.revision', 'finding_review.id as review_id'])
    .where('finding.turbine_id', '=', turbineId)
    .where('finding.year', '=', year)
    .orderBy('finding.id')
    .execute()
  const photos = await db
    .selectFrom('photo')
    .select(['id', 'looked_at', 'category', 'blade', 'room'])
    .where('turbine_id', '=', turbineId)
    .where('year', '=', year)
    .orderBy('id')
    .execute()
  const values = [
    ...findings.map(({ id, revision, review_id }) => [id, revision, review_id]),
    ...photos.map(({ id, looked_at, category, blade, room }) => [
      id,
      looked_at !== null,
      category,
      blade,
      room,
    ]),
  ]
  return createHash('sha256').update(JSON.stringify(values)).digest('hex')
}

/** The newest other year with a published, non-empty inspection, or null. */
async function findInspectedBefore(db: Reader, turbineId: number, year: number): Promise<number | null> {
  const { newest } = await db
    .selectFrom('inspection_work')
    .select(({ fn }) => fn.max('year').as('newest'))
    .where('turbine_id', '=', turbineId)
    .where('published_version', 'is not', null)
    .where('year', '!=', year)
    .where(isInspected)
    .executeTakeFirstOrThrow()
  return newest
}

type PresentFinding = Awaited<ReturnType<typeof listPresentFindings>>[number]

function listPresentFindings(db: Reader, turbineId: number, year: number) {
  return db
    .selectFrom('finding')
    .select(['id', 'severity', 'status', 'found_on', 'earlier_id', 'from_m', 'positions_m'])
    .where('turbine_id', '=', turbineId)
    .where('year', '=', year)
    .execute()
}

/** The turbine's state as in `turbine-queries.ts`, with the findings of this year published beside the others. */
async function letterAfter(
  db: Reader,
  { id }: Turbine,
  year: number,
  present: readonly PresentFinding[],
  photos: number,
): Promise<TurbineState> {
  const others = await db
    .selectFrom('published_finding')
    .select(['id', 'severity', 'status', 'found_on', 'earlier_id'])
    .where('turbine_id', '=', id)
    .where('is_current', '=', 1)
    .where('year', '<>', year)
    .execute()
  const here = new Set(present.map((finding) => finding.id))
  const published = [...present, ...others.filter((finding) => !here.has(finding.id))]
  const continuing = new Map<number | null, string>()
  for (const { earlier_id, found_on } of published)
    if (found_on > (continuing.get(earlier_id) ?? '')) continuing.set(earlier_id, found_on)
  const unsolved = published.filter(
    (finding) =>
      (UNSOLVED_STATUSES as readonly string[]).includes(finding.status) &&
      !((continuing.get(finding.id) ?? '') > finding.found_on),
  )
  const graded = unsolved.flatMap(({ severity }) => severity ?? [])
  const worst = graded.length === 0 ? null : (Math.max(...graded) as Severity)
  const isEmpty = photos === 0 && present.length === 0
  const inspected = isEmpty ? await findInspectedBefore(db, id, year) : year
  return stateOfPublished(inspected, worst, unsolved.length - graded.length)
}

function countChanged(
  changes: readonly InspectionChange[],
): Pick<PublishSheet, 'added' | 'changed' | 'removed'> {
  const ofFindings = changes.filter(({ record }) => record === 'finding')
  const count = (wanted: (change: InspectionChange) => boolean) =>
    new Set(ofFindings.filter(wanted).map(({ id }) => id)).size
  const isAdded = ({ field, before }: InspectionChange) => field === 'number' && before === null
  const isRemoved = ({ field, after }: InspectionChange) => field === 'number' && after === null
  return {
    added: count(isAdded),
    removed: count(isRemoved),
    changed: count((change) => !isAdded(change) && !isRemoved(change)),
  }
}

async function countRoomsWithoutPhotos(db: Reader, { id, rooms }: Turbine, year: number): Promise<number> {
  const rows = await db
    .selectFrom('photo')
    .select(['blade', 'room'])
    .distinct()
    .where('turbine_id', '=', id)
    .where('year', '=', year)
    .where('category', '=', 'blade')
    .execute()
  const shown = new Set(rows.map(({ blade, room }) => `${blade} ${room}`))
  const numbers = Array.from({ length: rooms }, (_, index) => index + 1)
  const hasPhoto = (blade: string, room: number) =>
    shown.has(`${blade} ${room}`) || shown.has(`${blade} ${roomLabel(room)}`)
  return BLADES.flatMap((blade) => numbers.filter((room) => !hasPhoto(blade, room))).length
}

async function countTold(
  db: Reader,
  turbine: Turbine,
  caller: Caller,
  sendsMails: boolean,
): Promise<PublishSheet['told']> {
  const told = await listToldOfPublication(db, turbine, caller.id)
  return {
    count: told.length,
    mailed: sendsMails ? told.filter(({ mail }) => mail).length : 0,
    names: told.slice(0, SHEET_NAMES_MAX).map(({ name }) => name),
  }
}
