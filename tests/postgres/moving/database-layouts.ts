/** Reads the tables of a database in a form that SQLite and PostgreSQL have in common. */
import type SQLite from 'better-sqlite3'
import type { Client } from 'pg'

export interface Layout {
  columns: string[]
  primaryKey: string
  foreignKeys: string[]
  unique: string[]
  indexes: string[]
  checks: string[]
  triggers: string[]
}

const TYPES: Record<string, string> = { INTEGER: 'bigint', REAL: 'double precision', TEXT: 'text' }

/** The tables of SQLite, with the names of types that PostgreSQL has. */
export function sqliteLayout(connection: SQLite.Database): Record<string, Layout> {
  const all = <Row>(statement: string) => connection.prepare(statement).all() as Row[]
  const tables = all<{ name: string; sql: string }>(
    `select name, sql from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name`,
  )
  return Object.fromEntries(
    tables.map(({ name, sql }) => {
      const columns = all<SqliteColumn>(`select * from pragma_table_info('${name}') order by name`)
      const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk)
      const indexes = all<{ name: string; origin: string }>(`select * from pragma_index_list('${name}')`).map(
        (index) => ({
          ...index,
          columns: all<{ name: string }>(`select name from pragma_index_info('${index.name}') order by seqno`)
            .map((column) => column.name)
            .join(', '),
        }),
      )
      const foreignKeys = all<SqliteForeignKey>(`select * from pragma_foreign_key_list('${name}')`)
      return [
        name,
        {
          columns: columns.map((column) => {
            const isRequired = column.notnull === 1 || column.pk > 0
            return `${column.name} ${TYPES[column.type]}${isRequired ? ' not null' : ''}${defaultOf(column.dflt_value)}`
          }),
          primaryKey: key.map((column) => column.name).join(', '),
          foreignKeys: foreignKeys
            .map(
              (one) =>
                `${one.from} to ${one.table} ${one.to}, ${one.on_delete.toLowerCase()}${deferralOf(one.from, sql)}`,
            )
            .sort(),
          unique: indexes
            .filter(({ origin }) => origin === 'u')
            .map(({ columns: list }) => list)
            .sort(),
          indexes: indexes
            .filter(({ origin }) => origin === 'c')
            .map((index) => `${index.name} (${index.columns})`)
            .sort(),
          checks: checksIn(sql).map(meaningOf).sort(),
          triggers: all<{ name: string }>(
            `select name from sqlite_schema where type = 'trigger' and tbl_name = '${name}' order by name`,
          ).map((trigger) => trigger.name),
        },
      ]
    }),
  )
}

/** Only the text of the table says whether SQLite checks a foreign key at the end of the transaction. */
function deferralOf(column: string, sql: string): string {
  return new RegExp(`^ *${column} .*( deferrable initially deferred)`, 'm').exec(sql)?.[1] ?? ''
}

interface SqliteColumn {
  name: string
  type: string
  notnull: number
  pk: number
  dflt_value: string | null
}

interface SqliteForeignKey {
  from: string
  table: string
  to: string
  on_delete: string
}

/** The tables of PostgreSQL. */
export async function postgresLayout(client: Client): Promise<Record<string, Layout>> {
  const all = async <Row>(statement: string) => (await client.query(statement)).rows as Row[]
  const columns = await all<PostgresColumn>(
    `select table_name, column_name, data_type, is_nullable, column_default, collation_name
       from information_schema.columns where table_schema = 'public' order by column_name collate "C"`,
  )
  const constraints = await all<{ table: string; contype: string; definition: string }>(
    `select relname as table, contype, pg_get_constraintdef(pg_constraint.oid) as definition
       from pg_constraint join pg_class on pg_class.oid = conrelid where connamespace = 'public'::regnamespace`,
  )
  const indexes = await all<{ table: string; name: string; definition: string }>(
    `select tablename as table, indexname as name, indexdef as definition from pg_indexes
       where schemaname = 'public' and indexname not in (select conname from pg_constraint)`,
  )
  const triggers = await all<{ table: string; name: string }>(
    `select relname as table, tgname as name from pg_trigger join pg_class on pg_class.oid = tgrelid
       where not tgisinternal and relnamespace = 'public'::regnamespace order by tgname`,
  )
  const tables = [...new Set(columns.map((column) => column.table_name))].sort()
  return Object.fromEntries(
    tables.map((table) => {
      const definitions = (kind: string) =>
        constraints.filter((one) => one.table === table && one.contype === kind).map((one) => one.definition)
      return [
        table,
        {
          columns: columns
            .filter((column) => column.table_name === table)
            .map((column) => {
              const collation =
                column.data_type === 'text' && column.collation_name !== 'C' ? ' collated' : ''
              const isRequired = column.is_nullable === 'NO' ? ' not null' : ''
              return `${column.column_name} ${column.data_type}${collation}${isRequired}${defaultOf(column.column_default)}`
            }),
          primaryKey: definitions('p').map(listIn).join(),
          foreignKeys: definitions('f').map(foreignKeyIn).sort(),
          unique: definitions('u').map(listIn).sort(),
          indexes: indexes
            .filter((index) => index.table === table)
            .map((index) => `${index.name} (${listIn(index.definition)})`)
            .sort(),
          checks: definitions('c').map(meaningOf).sort(),
          triggers: triggers.filter((trigger) => trigger.table === table).map(({ name }) => name),
        },
      ]
    }),
  )
}

interface PostgresColumn {
  table_name: string
  column_name: string
  data_type: string
  is_nullable: string
  column_default: string | null
  collation_name: string | null
}

function defaultOf(value: string | null): string {
  return value === null ? '' : ` default ${value.replace('::text', '')}`
}

/** What the first parentheses of the definition contain. */
function listIn(definition: string): string {
  return /\(([^)]*)\)/.exec(definition)?.[1] ?? ''
}

function foreignKeyIn(definition: string): string {
  const parts = /\((\w+)\) REFERENCES "?(\w+)"?\((\w+)\)(?: ON DELETE (.+))?/.exec(definition)
  const [, from, table, to, onDelete = 'NO ACTION'] = parts ?? []
  return `${from} to ${table} ${to}, ${onDelete.toLowerCase()}`
}

/** The conditions of the checks of a `create table`. */
function checksIn(sql: string): string[] {
  return sql
    .split(/\bcheck \(/)
    .slice(1)
    .map((rest) => {
      let depth = 1
      let end = 0
      for (; depth > 0; end += 1) depth += { '(': 1, ')': -1 }[rest.charAt(end)] ?? 0
      return rest.slice(0, end - 1)
    })
}

/** The columns, numbers and texts of a condition. The databases write the rest of it differently. */
function meaningOf(condition: string): string {
  const words = condition.replaceAll('::text', '').match(/'[^']*'|\b[a-z_]+\b(?!\()|\d+/g) ?? []
  const keywords = 'in between and or is null not json bigint double precision'.split(' ')
  return [...new Set(words.filter((word) => !keywords.includes(word)))].sort().join(' ')
}
