import type { Pool, PoolClient } from 'pg'
import { COUNTS_LOCK } from './advisory-locks.ts'
import type { Count, Counts } from './counts.ts'
import { repeatOnConflict } from './repeat-on-conflict.ts'

/**
 * Counts in the table `limit_count`. They have connections of their own: they neither wait for the transactions of the server, nor
 * raise the revision.
 */
export class CountsInPostgres implements Counts {
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
  }

  change(keys: readonly string[], change: (counts: (Count | undefined)[]) => Count[]): Promise<void> {
    return repeatOnConflict(() => this.#change(keys, change))
  }

  async #change(keys: readonly string[], change: (counts: (Count | undefined)[]) => Count[]): Promise<void> {
    const client = await this.#pool.connect()
    let broken = true
    try {
      await client.query(
        `begin isolation level read committed read write; select pg_advisory_xact_lock(${COUNTS_LOCK})`,
      )
      const found = await this.#read(client, keys)
      await this.#write(client, keys, change(keys.map((key) => found.get(key))))
      await client.query('commit')
      broken = false
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
    await this.#pool.query('delete from limit_count where key = $1', [key])
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

  async #write(client: PoolClient, keys: readonly string[], counts: Count[]): Promise<void> {
    await client.query(
      `insert into limit_count (key, counted, pending, ends_at)
       select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[])
       on conflict (key) do update
       set counted = excluded.counted, pending = excluded.pending, ends_at = excluded.ends_at`,
      [
        keys,
        counts.map(({ counted }) => counted),
        counts.map(({ pending }) => pending),
        counts.map(({ endsAt }) => endsAt),
      ],
    )
  }
}
