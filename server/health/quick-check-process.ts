/** Prints `ok`, or the first damage that is found in the database that the argument names. */
import { setPriority } from 'node:os'
import SQLite from 'better-sqlite3'
import { isDamage } from './quick-check.ts'

// Whoever waits for an answer of the server goes first.
setPriority(10)
process.stdout.write(firstDamage(process.argv[2] ?? ''))

function firstDamage(file: string): string {
  try {
    const database = new SQLite(file, { readonly: true })
    return String(database.pragma('quick_check(1)', { simple: true }))
  } catch (error) {
    if (error instanceof Error && isDamage(error)) return error.message
    throw error
  }
}
