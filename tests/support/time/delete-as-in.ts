import type { Services } from '#server/features/open-features.ts'
import { deleteByAge } from '#server/start/delete-by-age.ts'

const HOUR_MS = 60 * 60 * 1000

/** Deletes by age as at this time, on a server that has run all the time until then. @param now in milliseconds since 1970 */
export async function deleteAsIn(services: Services, now: number): Promise<void> {
  const clock_at = new Date(now - HOUR_MS).toISOString()
  await services.db.write.updateTable('installation').set({ clock_at, differing_runs: 0 }).execute()
  await deleteByAge(services, now, HOUR_MS)
}
