import { namesBeforeBaseline } from '../support/names-before-baseline.ts'
import type { TestDatabase } from '../support/servers/test-databases.ts'
import { withClient } from './database-setup.ts'

/** Fills an empty database as the last version before 1.0.0 has left it. @param schema that of the baseline, with rows */
export async function makeBeforeBaseline(database: TestDatabase, schema: string): Promise<void> {
  await withClient(database, async (own) => {
    await own.query(schema)
    await own.query(
      'create table migration (name text collate "C" primary key, ran_at text collate "C" not null)',
    )
    await own.query('insert into migration select name, $2 from unnest($1::text[]) as name', [
      namesBeforeBaseline(),
      '2026-11-27',
    ])
  })
}
