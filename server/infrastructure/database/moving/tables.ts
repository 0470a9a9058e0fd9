import SQLite from 'better-sqlite3'
import { migrate } from '#server/infrastructure/database/sqlite/migrate.ts'

/** A table of this version of Kanat, in SQLite and PostgreSQL alike. */
export interface Table {
  name: string
  columns: { name: string; type: 'INTEGER' | 'REAL' | 'TEXT' }[]
  /** The columns of its primary key. */
  key: string[]
  /** True if the database generates its ids. */
  isNumbered: boolean
}

/**
 * The tables of an installation, each after those that its foreign keys reference. Without `migration` and `installation`, which each
 * database fills itself, and `job`, which only SQLite has.
 */
export function listTables(): Table[] {
  const connection = new SQLite(':memory:')
  try {
    migrate(connection)
    const names = connection
      .prepare(
        `select name from sqlite_schema where type = 'table' and name not in ('migration', 'installation', 'job') and name not like 'sqlite\\_%' escape '\\' order by name`,
      )
      .pluck()
      .all() as string[]
    return parentsFirst(connection, names).map((name) => readTable(connection, name))
  } finally {
    connection.close()
  }
}

function parentsFirst(connection: SQLite.Database, names: string[]): string[] {
  const sorted = new Set<string>()
  const visit = (name: string) => {
    const parents = connection
      .prepare(`select "table" from pragma_foreign_key_list(?) where "table" <> ? order by "table"`)
      .pluck()
      .all(name, name) as string[]
    for (const parent of parents) if (!sorted.has(parent)) visit(parent)
    sorted.add(name)
  }
  for (const name of names) visit(name)
  return [...sorted]
}

function readTable(connection: SQLite.Database, name: string): Table {
  const columns = connection
    .prepare('select name, type, pk from pragma_table_info(?) order by cid')
    .all(name) as (Table['columns'][number] & { pk: number })[]
  const keyColumns = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk)
  const key = keyColumns.map((column) => column.name)
  return {
    name,
    columns: columns.map((column) => ({ name: column.name, type: column.type })),
    key,
    isNumbered: key.join() === 'id' && keyColumns[0]?.type === 'INTEGER',
  }
}
