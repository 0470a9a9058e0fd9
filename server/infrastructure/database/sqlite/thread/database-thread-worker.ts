/** The worker thread of `DatabaseThreads`. It handles one request after the other. */
import { parentPort } from 'node:worker_threads'
import SQLite from 'better-sqlite3'
import { type Answer, NEXT_PART, type Part, type Request } from './messages.ts'

/** Rows per message: the main thread turns them into objects in about a millisecond. */
const PART_ROWS = 250
/** Page cache of a connection, in KiB. */
const CACHE_KIB = 16_384

const reading = new Map<string, SQLite.Database>()
let rest: Omit<Part, 'isLast'> = { columns: [], rows: [] }

parentPort?.on('message', (message: Request | typeof NEXT_PART) => {
  parentPort?.postMessage(answer(message))
})

function answer(message: Request | typeof NEXT_PART): Answer {
  try {
    if (message === NEXT_PART) return nextPart()
    rest = { columns: [], rows: [] }
    if (message.work === 'close') close(message.file)
    else rest = read(message.file, message.sql, message.parameters)
    return nextPart()
  } catch (error) {
    const { message: text, code } = error as Error & { code?: string }
    return { failure: { message: text, code: error instanceof SQLite.SqliteError ? code : undefined } }
  }
}

function nextPart(): Part {
  const { columns, rows } = rest
  rest = { columns, rows: rows.slice(PART_ROWS) }
  return { columns, rows: rows.slice(0, PART_ROWS), isLast: rows.length <= PART_ROWS }
}

function read(file: string, sql: string, parameters: readonly unknown[]): Omit<Part, 'isLast'> {
  const statement = connectionTo(file).prepare<unknown[], unknown[]>(sql).raw()
  return { columns: statement.columns().map(({ name }) => name), rows: statement.all(...parameters) }
}

function connectionTo(file: string): SQLite.Database {
  let connection = reading.get(file)
  if (!connection) {
    connection = new SQLite(file, { readonly: true })
    connection.pragma('query_only = ON')
    connection.pragma('temp_store = MEMORY')
    connection.pragma(`cache_size = ${-CACHE_KIB}`)
    reading.set(file, connection)
  }
  return connection
}

function close(file: string): void {
  reading.get(file)?.close()
  reading.delete(file)
}
