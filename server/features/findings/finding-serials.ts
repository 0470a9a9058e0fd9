import type { FindingSide } from '#domain/findings/finding-type.ts'
import type { Blade } from '#domain/photo.ts'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'

/** The scope of serials: a side of a blade of a turbine. */
export interface SerialPlace {
  blade: Blade
  side: FindingSide
}

/** The next serial of a place. Serials of deleted findings are never reused. */
export async function nextSerial(
  db: Writer,
  turbineId: number,
  { blade, side }: SerialPlace,
): Promise<number> {
  const { last } = await db
    .insertInto('finding_serial')
    .values({ turbine_id: turbineId, blade, side, last: 1 })
    .onConflict((serial) =>
      serial
        .columns(['turbine_id', 'blade', 'side'])
        .doUpdateSet(({ eb }) => ({ last: eb('finding_serial.last', '+', 1) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}

/** The last serials of a turbine, by `serialKey`. */
export async function listSerials(db: Reader, turbineId: number): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('finding_serial')
    .select(['blade', 'side', 'last'])
    .where('turbine_id', '=', turbineId)
    .execute()
  return new Map(rows.map((row) => [serialKey(row), row.last]))
}

/** Sets the last serial of a place. Other transactions wait there until this one has ended. */
export async function setSerial(
  db: Writer,
  turbineId: number,
  { blade, side }: SerialPlace,
  last: number,
): Promise<void> {
  await db
    .insertInto('finding_serial')
    .values({ turbine_id: turbineId, blade, side, last })
    .onConflict((serial) => serial.columns(['turbine_id', 'blade', 'side']).doUpdateSet({ last }))
    .execute()
}

/** As `listSerials`. Other transactions wait at these places until this one has ended. */
export async function lockSerials(
  db: Writer,
  turbineId: number,
  places: readonly SerialPlace[],
): Promise<Map<string, number>> {
  if (places.length === 0) return new Map()
  const rows = await db
    .insertInto('finding_serial')
    .values(
      places
        // In one order, which prevents deadlocks.
        .toSorted((a, b) => serialKey(a).localeCompare(serialKey(b)))
        .map(({ blade, side }) => ({ turbine_id: turbineId, blade, side, last: 0 })),
    )
    // An update, because a row that only conflicts would not be locked.
    .onConflict((serial) =>
      serial
        .columns(['turbine_id', 'blade', 'side'])
        .doUpdateSet(({ ref }) => ({ last: ref('finding_serial.last') })),
    )
    .returning(['blade', 'side', 'last'])
    .execute()
  return new Map(rows.map((row) => [serialKey(row), row.last]))
}

export function serialKey({ blade, side }: SerialPlace): string {
  return `${blade}-${side}`
}
