import type { Reader } from '#server/infrastructure/database/database.ts'
import { yieldToEventLoop } from '#server/infrastructure/in-turns.ts'

const ENTRIES_AT_ONCE = 500

/**
 * The entries with greater ids, oldest first, as they are stored. Transactions are committed one after the other, so no later entry has a
 * smaller id.
 *
 * @param since an ISO time
 */
export async function* listEntriesAfter(db: Reader, id: number, since?: string) {
  let last = id
  for (;;) {
    let query = db.selectFrom('audit').selectAll().where('id', '>', last)
    if (since !== undefined) query = query.where('at', '>=', new Date(since).toISOString())
    const rows = await query.orderBy('id').limit(ENTRIES_AT_ONCE).execute()
    for (const { changed, moved, reassigned, ...row } of rows) {
      last = row.id
      yield {
        ...row,
        changed: JSON.parse(changed) as unknown,
        moved: moved === null ? null : (JSON.parse(moved) as unknown),
        reassigned: reassigned === null ? null : (JSON.parse(reassigned) as unknown),
      }
    }
    if (rows.length < ENTRIES_AT_ONCE) return
    // Between the pages, the process notices a signal, and that its reader has gone.
    await yieldToEventLoop()
  }
}
