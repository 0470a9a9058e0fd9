import type { Kysely } from 'kysely'
import {
  type Count,
  type Counts,
  type CountsChange,
  isEmpty,
} from '#server/infrastructure/database/counts.ts'
import { repeatOnConflict } from '#server/infrastructure/database/repeat-on-conflict.ts'

/** A table that only PostgreSQL has. */
export interface CountSchema {
  limit_count: { key: string; counted: number; pending: number; ends_at: number }
}

/** Counts in the table `limit_count`, on a separate connection: they neither wait for the server's transactions, nor raise the revision. */
export class CountsInPostgres implements Counts {
  readonly #db: Kysely<CountSchema>

  constructor(db: Kysely<CountSchema>) {
    this.#db = db
  }

  async change(
    keys: readonly string[],
    change: (found: (Count | undefined)[]) => CountsChange,
  ): Promise<void> {
    const refusal = await repeatOnConflict(() =>
      this.#db.transaction().execute((transaction) => store(transaction, keys, change)),
    )
    if (refusal) throw refusal
  }

  async delete(key: string): Promise<void> {
    await this.#db.deleteFrom('limit_count').where('key', '=', key).execute()
  }

  async deleteEnded(now = Date.now()): Promise<void> {
    await this.#db.deleteFrom('limit_count').where('ends_at', '<=', now).execute()
  }
}

/** @returns the refusal of the change, which must not roll back its counts */
async function store(
  db: Kysely<CountSchema>,
  keys: readonly string[],
  change: (found: (Count | undefined)[]) => CountsChange,
): Promise<Error | undefined> {
  const rows = await db
    .selectFrom('limit_count')
    .select(['key', 'counted', 'pending', 'ends_at as endsAt'])
    .where('key', 'in', keys)
    .execute()
  const found = new Map<string, Count>(rows.map(({ key, ...count }) => [key, count]))
  const { counts, refusal } = change(keys.map((key) => found.get(key)))
  const changed = keys.flatMap((key, index) => {
    const count = counts[index] as Count
    return count === found.get(key) ? [] : [{ key, count }]
  })
  const kept = changed.filter(({ count }) => !isEmpty(count))
  const emptied = changed.filter(({ count }) => isEmpty(count)).map(({ key }) => key)
  if (kept.length > 0) {
    await db
      .insertInto('limit_count')
      .values(
        kept.map(({ key, count: { counted, pending, endsAt } }) => ({
          key,
          counted,
          pending,
          ends_at: endsAt,
        })),
      )
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet(({ ref }) => ({
          counted: ref('excluded.counted'),
          pending: ref('excluded.pending'),
          ends_at: ref('excluded.ends_at'),
        })),
      )
      .execute()
  }
  if (emptied.length > 0) await db.deleteFrom('limit_count').where('key', 'in', emptied).execute()
  return refusal
}
