import { ISSUES_LISTED_MAX } from '#domain/limits.ts'
import { PhotoExif } from '#domain/photo.ts'
import {
  differingFields,
  isPlace,
  type PhotoMove,
  type PhotoPlace,
  type PlaceChange,
  placeAfter,
  type RecordedMove,
  type UnlinkedByMove,
} from '#domain/pictures/photo-move.ts'
import type { Turbine } from '#domain/turbine.ts'
import type { SignedInCaller } from '#server/core/access/signed-in-caller.ts'
import { writeAuditEntry } from '#server/core/audit/audit-log.ts'
import type { ApiContext } from '#server/core/env.ts'
import { listKeepingFindings, moveFindings } from '#server/features/findings/move-findings.ts'
import { recordPlaces } from '#server/features/inspections/releases/moved-photos.ts'
import { captureMonth } from '#server/features/photos/photo-month.ts'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'
import { idList } from '#server/infrastructure/database/differing-sql.ts'
import { readInGroups } from '#server/infrastructure/database/in-groups.ts'
import { ApiError, invalid } from '#server/infrastructure/errors.ts'
import { mapInTurns, yieldToEventLoop } from '#server/infrastructure/in-turns.ts'

/** Photos changed by one statement, and audit entries written at once: some milliseconds of work. */
const CHANGED_AT_ONCE = 100

/** A photo to move. */
interface MovedPhoto extends RecordedMove {
  id: number
  name: string
  month: number
}

/**
 * Moves photos of a turbine, all or none; their findings follow. Files keep their keys, and versions stay unchanged. A photo already there
 * is skipped.
 *
 * @returns the findings that lose their earlier one
 * @throws ApiError `photo_not_found`; `validation_failed` if a photo of a blade would be in no room; `finding_published`
 */
export async function movePhotos(
  transaction: Writer,
  c: ApiContext,
  { caller, turbine }: { caller: SignedInCaller; turbine: Turbine },
  { photo_ids, ...change }: PhotoMove,
): Promise<UnlinkedByMove[]> {
  const moved = await planMove(transaction, turbine, photo_ids, change)
  if (moved.length === 0) return []
  const ids = moved.map(({ id }) => id)
  await refusePublished(transaction, ids)
  const years = moved.flatMap(({ from, to }) => [from.year, to.year])
  await recordPlaces(transaction, c.var.services.config.secretsDir, turbine.id, ids, years)
  await storePlaces(transaction, moved, change)
  const moves = new Map(moved.map(({ id, from, to }) => [id, { from, to }]))
  const unlinked = await moveFindings(transaction, c, { caller, turbine }, moves)
  for (const [index, { id, name, from, to }] of moved.entries()) {
    await writeAuditEntry(transaction, c, {
      action: 'photo.move',
      record: { id, name },
      turbine,
      changed: differingFields(from, to),
      moved: { from, to },
      by: caller,
    })
    if (index % CHANGED_AT_ONCE === 0) await yieldToEventLoop()
  }
  return unlinked
}

/** The photos that change their place. */
async function planMove(
  db: Reader,
  turbine: Turbine,
  photoIds: readonly number[],
  change: PlaceChange,
): Promise<MovedPhoto[]> {
  const distinct = [...new Set(photoIds)]
  const rows = await readInGroups(distinct, (group) =>
    db
      .selectFrom('photo')
      .select(['id', 'original_name', 'category', 'blade', 'room', 'year', 'month', 'exif', 'uploaded_at'])
      .where('turbine_id', '=', turbine.id)
      .where('id', 'in', idList(db, group))
      .orderBy('id')
      .execute(),
  )
  if (rows.length !== distinct.length) throw new ApiError('photo_not_found')
  const planned = await mapInTurns(rows, (row): MovedPhoto[] => {
    const { id, original_name: name, category, blade, room, year, month, exif, uploaded_at } = row
    const from: PhotoPlace = { category, blade, room, year }
    const to = placeAfter(from, change)
    if (differingFields(from, to).length === 0) return []
    if (!isPlace(to)) throw invalid('room', 'room_required')
    if (to.year === year) return [{ id, name, from, to, month }]
    const read = exif === null ? undefined : PhotoExif.parse(JSON.parse(exif))
    return [
      { id, name, from, to, month: captureMonth(read, to.year, turbine.time_zone, new Date(uploaded_at)) },
    ]
  })
  return planned.flat()
}

/** @throws ApiError `finding_published` with the findings that block the move */
async function refusePublished(db: Reader, photoIds: readonly number[]): Promise<void> {
  const keeping = await listKeepingFindings(db, photoIds)
  if (keeping.length === 0) return
  const more = keeping.length - ISSUES_LISTED_MAX
  throw new ApiError('finding_published', {
    details: {
      findings: keeping.slice(0, ISSUES_LISTED_MAX),
      ...(more > 0 && { more_findings: more }),
    },
  })
}

/** Photos of one month get the same values. */
async function storePlaces(db: Writer, moved: readonly MovedPhoto[], change: PlaceChange): Promise<void> {
  const { category, blade, room, year } = change
  const place = {
    ...(category !== undefined && { category }),
    ...(blade !== undefined && { blade }),
    ...(room !== undefined && { room }),
    ...(year !== undefined && { year }),
  }
  for (const [month, photos] of Map.groupBy(moved, (photo) => photo.month)) {
    for (let begin = 0; begin < photos.length; begin += CHANGED_AT_ONCE) {
      const group = photos.slice(begin, begin + CHANGED_AT_ONCE).map(({ id }) => id)
      await db
        .updateTable('photo')
        .set({ ...place, month })
        .where('id', 'in', idList(db, group))
        .execute()
      await yieldToEventLoop()
    }
  }
}
