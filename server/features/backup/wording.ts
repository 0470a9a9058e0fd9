import { databaseSentence } from '#server/infrastructure/database/database-errors.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import type { Problem } from './problem.ts'

/** One line a problem, sorted by kind. */
export function problemLines(problems: readonly Problem[]): string {
  return problems
    .map(({ kind, subject }) => `${kind.padEnd(18)}  ${subject}\n`)
    .sort()
    .join('')
}

/** Size and duration as text: `1234.5 MB, in 2.3 s`. @param start the value of `performance.now()` at the start */
export function amount(bytes: number, start: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB, in ${((performance.now() - start) / 1000).toFixed(1)} s`
}

/** The sentence of a command before exit code 1. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ApiError && error.code === 'signing_key_unavailable') return String(error.cause)
  return databaseSentence(error) ?? (error instanceof Error ? error.message : String(error))
}
