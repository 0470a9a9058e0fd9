import type { Finding } from '#domain/findings/finding.ts'
import { mayContinue } from '#domain/findings/finding-links.ts'
import { findingNumber, numberAt } from '#domain/findings/finding-rules.ts'
import type { KeepingFinding, RecordedMove, UnlinkedByMove } from '#domain/pictures/photo-move.ts'
import type { Turbine } from '#domain/turbine.ts'
import type { SignedInCaller } from '#server/core/access/signed-in-caller.ts'
import { writeAuditEntry } from '#server/core/audit/audit-log.ts'
import type { ApiContext } from '#server/core/env.ts'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'
import { idList } from '#server/infrastructure/database/differing-sql.ts'
import { readInGroups } from '#server/infrastructure/database/in-groups.ts'
import { mapInTurns, yieldToEventLoop } from '#server/infrastructure/in-turns.ts'
import { findFinding, linkFinding } from './finding-queries.ts'
import { nextSerial } from './finding-serials.ts'
import { describeUnlinked } from './store-change.ts'
import { asFinding, findingsOfTurbine, selectFinding } from './visible-findings.ts'

/** The published findings on these photos, not counting withdrawn versions, by id. */
export async function listKeepingFindings(
  db: Reader,
  photoIds: readonly number[],
): Promise<KeepingFinding[]> {
  const rows = await readInGroups(photoIds, (group) => {
    const published = db
      .selectFrom('published_finding')
      .innerJoin('inspection_version', 'inspection_version.id', 'published_finding.version_id')
      .where('inspection_version.withdrawn_at', 'is', null)
    const columns = [
      'published_finding.version_id',
      'published_finding.id',
      'published_finding.blade',
      'published_finding.side',
      'published_finding.serial',
      'published_finding.kept_number',
      'published_finding.year',
      'photo.id as photo_id',
      'photo.original_name as photo_name',
    ] as const
    const ids = idList(db, group)
    // The second one is for a finding that got this photo after the publication.
    return published
      .innerJoin('photo', 'photo.id', 'published_finding.photo_id')
      .select(columns)
      .where('photo.id', 'in', ids)
      .union(
        published
          .innerJoin('finding', 'finding.id', 'published_finding.id')
          .innerJoin('photo', 'photo.id', 'finding.photo_id')
          .select(columns)
          .where('photo.id', 'in', ids),
      )
      .execute()
  })
  // The newest version names the finding.
  const newest = new Map(rows.sort((a, b) => a.version_id - b.version_id).map((row) => [row.id, row]))
  return [...newest.values()]
    .sort((a, b) => a.id - b.id)
    .map((row) => {
      const { id, year, photo_id, photo_name } = row
      return { id, number: findingNumber(row), year, photo_id, photo_name }
    })
}

/** A finding on a moved photo, as it will be. */
interface Follower {
  finding: Finding
  after: Pick<Finding, 'blade' | 'room' | 'year' | 'found_on'>
  /** The names of its changed fields. */
  changed: string[]
}

/** A finding that continues another one. */
interface Link {
  later: Finding
  earlier: Finding
}

/**
 * Moves the findings of moved photos, with their numbers. Links that no longer fit are removed, as on an edit.
 *
 * @param moves by the ids of the photos
 * @returns the findings that lose their earlier one
 */
export async function moveFindings(
  transaction: Writer,
  c: ApiContext,
  { caller, turbine }: { caller: SignedInCaller; turbine: Turbine },
  moves: ReadonlyMap<number, RecordedMove>,
): Promise<UnlinkedByMove[]> {
  const followers = (await listOnPhotos(transaction, turbine.id, [...moves.keys()])).flatMap((finding) =>
    followPhoto(finding, moves),
  )
  const afterOf = new Map(followers.map((follower) => [follower.finding.id, follower]))
  const links = await listLinks(transaction, turbine.id, followers)
  const asItWillBe = (finding: Finding) => afterOf.get(finding.id)?.after ?? finding
  const isKept = ({ later, earlier }: Link) => mayContinue(asItWillBe(later), asItWillBe(earlier))
  // A link fits before and after the move, but not while only one end has moved.
  for (const { later } of links) await setEarlier(transaction, later.id, null)
  for (const follower of followers) {
    await storeFollower(transaction, follower)
    await yieldToEventLoop()
  }
  for (const { later, earlier } of links.filter(isKept)) await setEarlier(transaction, later.id, earlier.id)

  const of = { action: 'finding.edit', turbine, by: caller } as const
  const lost = links.filter((link) => !isKept(link))
  for (const { later } of lost) {
    const follower = afterOf.get(later.id)
    if (follower) {
      follower.changed.push('earlier_id')
      continue
    }
    await linkFinding(transaction, later.id, null)
    await writeAuditEntry(transaction, c, { ...of, ...describeUnlinked(later) })
  }
  for (const { finding, changed } of followers) {
    const record = { id: finding.id, name: finding.number }
    await writeAuditEntry(transaction, c, { ...of, record, changed })
    await yieldToEventLoop()
  }
  return lost.map(({ later, earlier }) => ({ id: later.id, number: later.number, earlier_id: earlier.id }))
}

async function listOnPhotos(db: Reader, turbineId: number, photoIds: readonly number[]): Promise<Finding[]> {
  const rows = await readInGroups(photoIds, (group) =>
    selectFinding(db, findingsOfTurbine(db, turbineId))
      .where('finding.photo_id', 'in', idList(db, group))
      .orderBy('finding.id')
      .execute(),
  )
  return mapInTurns(rows, asFinding)
}

/** The finding at its photo's new place. Values that differ from the photo's, or that it lacked, are a person's: they stay. */
function followPhoto(finding: Finding, moves: ReadonlyMap<number, RecordedMove>): Follower[] {
  const move = finding.photo_id === null ? undefined : moves.get(finding.photo_id)
  if (!move) return []
  const { from, to } = move
  const after = {
    blade: follow<Finding['blade'] | null>(finding.blade, from.blade, to.blade) ?? finding.blade,
    room: follow(finding.room, from.room, to.room),
    year: follow(finding.year, from.year, to.year),
    found_on: finding.found_on,
  }
  const changed = (['blade', 'room', 'year'] as const).filter((field) => after[field] !== finding[field])
  return changed.length === 0 ? [] : [{ finding, after, changed: [...changed] }]
}

function follow<Value>(own: Value, from: Value, to: Value): Value {
  return own === from ? to : own
}

/** The links of findings with a new blade or year, each once. */
async function listLinks(db: Reader, turbineId: number, followers: readonly Follower[]): Promise<Link[]> {
  const byId = new Map(followers.map(({ finding }) => [finding.id, finding]))
  const find = async (id: number | null) =>
    id === null ? undefined : (byId.get(id) ?? (await findFinding(db, turbineId, id)))
  const links = new Map<number, Link>()
  for (const { finding, changed } of followers) {
    if (!changed.includes('blade') && !changed.includes('year')) continue
    const earlier = await find(finding.earlier_id)
    if (earlier) links.set(finding.id, { later: finding, earlier })
    const later = await find(finding.later_id)
    if (later) links.set(later.id, { later, earlier: finding })
    await yieldToEventLoop()
  }
  return [...links.values()]
}

/** Without a new revision, because both ends are unchanged. */
async function setEarlier(db: Writer, id: number, earlier_id: number | null): Promise<void> {
  await db.updateTable('finding').set({ earlier_id }).where('id', '=', id).execute()
  await yieldToEventLoop()
}

async function storeFollower(db: Writer, { finding, after }: Follower): Promise<void> {
  const { blade, room, year } = after
  const numbered = blade === finding.blade ? {} : await keepNumber(db, finding, blade)
  await db
    .updateTable('finding')
    .set(({ eb }) => ({
      blade,
      room,
      year,
      ...numbered,
      updated_at: new Date().toISOString(),
      revision: eb('revision', '+', 1),
    }))
    .where('id', '=', finding.id)
    .execute()
}

/** The columns that preserve a finding's number on another blade. Back on its own blade, it has its serial again. */
async function keepNumber(
  db: Writer,
  { number, side, turbine_id }: Finding,
  blade: Finding['blade'],
): Promise<{ serial: number; kept_number: string | null }> {
  const place = { blade, side }
  const serial = Number(/\d+$/.exec(number)?.[0])
  if (numberAt(place, serial) === number) return { serial, kept_number: null }
  return { serial: await nextSerial(db, turbine_id, place), kept_number: number }
}
