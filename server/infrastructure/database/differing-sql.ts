/** Expressions that differ between SQLite and PostgreSQL. */
import { type Kysely, PostgresAdapter, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader, Writer } from './database.ts'

/** True for connections and transactions of PostgreSQL. Only this folder uses it. */
export function isPostgres(db: Reader | Writer): boolean {
  return (db as Kysely<unknown>).getExecutor().adapter instanceof PostgresAdapter
}

/** All ids as one bound value, because their number is limited: `where('id', 'in', idList(db, ids))`. */
export function idList(db: Reader, ids: readonly number[]): RawBuilder<number> {
  const json = JSON.stringify(ids)
  return isPostgres(db)
    ? sql`(select cast(value as bigint) from json_array_elements_text(cast(${json} as json)))`
    : sql`(select value from json_each(${json}))`
}

/** The ids as a table with the columns `id` and `rank`, which ascends in their order: one bound value, as in `idList`. */
export function rankedIds(db: Reader, ids: readonly number[]): RawBuilder<{ id: number; rank: number }> {
  const json = JSON.stringify(ids)
  return isPostgres(db)
    ? sql`(select cast(value as bigint) as id, ordinality as rank
        from json_array_elements_text(cast(${json} as json)) with ordinality)`
    : sql`(select value as id, key as rank from json_each(${json}))`
}

/** The rows as one JSON list of pairs of these two numeric columns. Parsing an object with years as keys takes twice as long. */
export function pairsOfNumbers(db: Reader, first: string, second: string): RawBuilder<string> {
  const columns = sql.join([sql.ref(first), sql.ref(second)])
  return isPostgres(db)
    ? sql`coalesce(cast(json_agg(json_build_array(${columns})) as text), '[]')`
    : sql`json_group_array(json_array(${columns}))`
}

/** The number in a text column. PostgreSQL, unlike SQLite, refuses other texts, and gets null for them. */
export function numberInText(db: Reader, column: string): RawBuilder<number | null> {
  const text = sql.ref(column)
  return isPostgres(db)
    ? sql`case when ${text} ~ '^[0-9]{1,18}$' then cast(${text} as bigint) end`
    : sql`cast(${text} as integer)`
}

/** The day some months after another one, as in `2026-11-21`, clamped to the end of its month. Null if either is null. */
export function laterDay(
  db: Reader,
  day: string,
  months: RawBuilder<number | null>,
): RawBuilder<string | null> {
  const from = sql.ref(day)
  return isPostgres(db)
    ? sql`to_char(cast(${from} as date) + make_interval(months => cast(${months} as integer)), 'YYYY-MM-DD')`
    : sql`min(
        date(${from}, '+' || ${months} || ' months'),
        date(${from}, 'start of month', '+' || (${months} + 1) || ' months', '-1 day'))`
}

/** The letters that `foldForSearch` makes equal. */
const EQUAL_LETTERS: Record<string, string> = {
  a: 'aAâÂ',
  c: 'cCçÇ',
  g: 'gGğĞ',
  i: 'iIıİîÎ',
  o: 'oOöÖ',
  s: 'sSşŞ',
  u: 'uUüÜûÛ',
}

/**
 * True if a column has a text folded by `foldForSearch`, in any case and with any Turkish marks: no database folds Turkish letters, so each
 * letter is a class of those that are equal.
 */
export function containsFolded(db: Reader, column: string, folded: string): RawBuilder<SqlBool> {
  const classes = [...folded].map((letter) => {
    const letters = EQUAL_LETTERS[letter] ?? [...new Set([letter, letter.toUpperCase()])].join('')
    if (/[\p{L}\p{N}]/u.test(letter)) return letters.length > 1 ? `[${letters}]` : letters
    // A sign alone in a class has no meaning. These two have one in a class of PostgreSQL.
    return isPostgres(db) && /[\\^]/.test(letter) ? `\\${letter}` : `[${letter}]`
  })
  if (isPostgres(db)) return sql`${sql.ref(column)} ~ ${classes.join('')}`
  // LIKE knows only ASCII letters in any case, but is eight times as fast as GLOB: it leaves few texts to compare.
  const like = [...folded].map((letter) =>
    letter in EQUAL_LETTERS || letter > '~' ? '_' : letter.replace(/[!%_]/, '!$&'),
  )
  return sql`(${sql.ref(column)} like ${`%${like.join('')}%`} escape '!' and ${sql.ref(column)} glob ${`*${classes.join('')}*`})`
}
