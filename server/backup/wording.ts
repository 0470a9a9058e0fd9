import { databaseSentence } from '#server/database/database-errors.ts'
import type { Finding } from './finding.ts'

/** A line for each finding, those of a kind together. */
export function findingLines(findings: readonly Finding[]): string {
  return findings
    .map(({ kind, subject }) => `${kind.padEnd(18)}  ${subject}\n`)
    .sort()
    .join('')
}

/** How much it was and how long it took: `1234.5 MB, in 2.3 s`. @param start by `performance.now()` */
export function amount(bytes: number, start: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB, in ${((performance.now() - start) / 1000).toFixed(1)} s`
}

/** What a command says before it exits with 1. */
export function sentenceOf(error: unknown): string {
  return databaseSentence(error) ?? (error instanceof Error ? error.message : String(error))
}
