import type { Pool, PoolClient } from 'pg'
import {
  type Count,
  type Counts,
  type CountsChange,
  isEmpty,
} from '#server/infrastructure/database/counts.ts'
import { repeatOnConflict } from '#server/infrastructure/database/repeat-on-conflict.ts'
import { beginWith, COUNTS_LOCK } from './advisory-locks.ts'

/**
 * Counts in the table `limit_count`. They have connections of their own: they neither wait for the transactions of the server, nor
 * raise the revision.
 */
export class CountsInPostgres implements Counts {
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
  }

  async change(
    keys: readonly string[],
    change: (found: (Count | undefined)[]) => CountsChange,
  ): Promise<void> {
    const refusal = await repeatOnConflict(() => this.#store(keys, change))
    if (refusal) throw refusal
  }

  async #store(
    keys: readonly string[],
    change: (found: (Count | undefined)[]) => CountsChange,
  ): Promise<Error | undefined> {
    const client = await this.#pool.connect()
    let broken = true
    try {
      await client.query(beginWith(COUNTS_LOCK))
      const found = await this.#read(client, keys)
      const { counts, refusal } = change(keys.map((key) => found.get(key)))
      const changed = keys.flatMap((key, index) => {
        const count = counts[index] as Count
        return count === found.get(key) ? [] : [{ key, ...count }]
      })
      const kept = changed.filter((count) => !isEmpty(count))
      const emptied = changed.filter((count) => isEmpty(count) && found.has(count.key))
      if (kept.length > 0) await this.#write(client, kept)
      if (emptied.length > 0) await deleteKeys(client, emptied)
      await client.query('commit')
      broken = false
      return refusal
    } catch (error) {
      broken = await client.query('rollback').then(
        () => false,
        () => true,
      )
      throw error
    } finally {
      client.release(broken)
    }
  }

  async delete(key: string): Promise<void> {
    await deleteKeys(this.#pool, [{ key }])
  }

  async deleteEnded(now = Date.now()): Promise<void> {
    await this.#pool.query('delete from limit_count where ends_at <= $1', [now])
  }

  async #read(client: PoolClient, keys: readonly string[]): Promise<Map<string, Count>> {
    const { rows } = await client.query<Count & { key: string }>(
      'select key, counted, pending, ends_at as "endsAt" from limit_count where key = any($1)',
      [keys],
    )
    return new Map(rows.map(({ key, ...count }) => [key, count]))
  }

  async #write(client: PoolClient, counts: (Count & { key: string })[]): Promise<void> {
    await client.query(
      `insert into limit_count (key, counted, pending, ends_at)
       select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[])
       on conflict (key) do update
       set counted = excluded.counted, pending = excluded.pending, ends_at = excluded.ends_at`,
      [
        counts.map(({ key }) => key),
        counts.map(({ counted }) => counted),
        counts.map(({ pending }) => pending),
        counts.map(({ endsAt }) => endsAt),
      ],
    )
  }
}

async function deleteKeys(connection: Pool | PoolClient, counts: readonly { key: string }[]): Promise<void> {
  await connection.query('delete from limit_count where key = any($1)', [counts.map(({ key }) => key)])
}
