/** The few expressions that SQLite and PostgreSQL write differently. */
import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'
import type { Reader, Writer } from './database.ts'

/** True for connections and transactions of PostgreSQL. Only this folder asks for it. */
export function isPostgres(db: Reader | Writer): boolean {
  return (db as Kysely<unknown>).getExecutor().adapter instanceof PostgresAdapter
}

/** All ids as one value of the statement, because the number of values is limited: `where('id', 'in', idList(db, ids))`. */
export function idList(db: Reader, ids: readonly number[]): RawBuilder<number> {
  const json = JSON.stringify(ids)
  return isPostgres(db)
    ? sql`(select cast(value as bigint) from json_array_elements_text(cast(${json} as json)))`
    : sql`(select value from json_each(${json}))`
}

/** The different values of a column of numbers, in any order, as a JSON array. */
export function distinctNumbers(db: Reader, column: string): RawBuilder<string> {
  const values = sql.ref(column)
  return isPostgres(db)
    ? sql`coalesce(cast(json_agg(distinct ${values}) as text), '[]')`
    : sql`json_group_array(distinct ${values})`
}

/** The number that a column of texts contains. PostgreSQL, unlike SQLite, refuses texts that are no number, and gets null for them. */
export function numberInText(db: Reader, column: string): RawBuilder<number | null> {
  const text = sql.ref(column)
  return isPostgres(db)
    ? sql`case when ${text} ~ '^[0-9]{1,18}$' then cast(${text} as bigint) end`
    : sql`cast(${text} as integer)`
}
