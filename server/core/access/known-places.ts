import type { Reader, Writer } from '#server/infrastructure/database/database.ts'

/** How long a place stays known after the last sign-in, in milliseconds. */
export const PLACES_KEPT_MS = 30 * 24 * 60 * 60 * 1000
/** Maximum known places of a user, the latest ones. */
const PLACES_PER_USER = 20

/** True if the user signed in from this place in the last 30 days. @param place the network, as `subnet` returns it */
export async function isKnownPlace(
  db: Reader,
  userId: number,
  place: string,
  now = Date.now(),
): Promise<boolean> {
  const row = await db
    .selectFrom('known_place')
    .select('place')
    .where('user_id', '=', userId)
    .where('place', '=', place)
    .where('seen_at', '>=', new Date(now - PLACES_KEPT_MS).toISOString())
    .executeTakeFirst()
  return row !== undefined
}

/** Stores the place of a sign-in, in the transaction that opens the session. */
export async function rememberPlace(
  transaction: Writer,
  userId: number,
  place: string,
  now = new Date(),
): Promise<void> {
  const seen_at = now.toISOString()
  await transaction
    .insertInto('known_place')
    .values({ user_id: userId, place, seen_at })
    .onConflict((known) => known.columns(['user_id', 'place']).doUpdateSet({ seen_at }))
    .execute()
  await transaction
    .deleteFrom('known_place')
    .where('user_id', '=', userId)
    // The others may have times from a clock that was ahead.
    .where('place', '!=', place)
    .where('place', 'not in', (query) =>
      query
        .selectFrom('known_place')
        .select('place')
        .where('user_id', '=', userId)
        .where('place', '!=', place)
        .orderBy('seen_at', 'desc')
        .orderBy('place')
        .limit(PLACES_PER_USER - 1),
    )
    .execute()
}

/** Forgets the places of a user, whose password, address or factor has changed: a thief may have signed in there. */
export async function forgetPlaces(transaction: Writer, userId: number): Promise<void> {
  await transaction.deleteFrom('known_place').where('user_id', '=', userId).execute()
}
