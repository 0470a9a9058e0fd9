import { errorText } from '#panel/api/error-text.ts'
import { RequestError } from '#panel/api/request-error.ts'
import type { Text } from '#panel/words/use-text.ts'

/** True if somebody has changed a record since the preview. */
export function isStale(error: Error): boolean {
  return error instanceof RequestError && error.code === 'stale_revision'
}

/** What is wrong with the file, if the server says it. */
export function failureText(text: Text, error: unknown): string {
  const issues = error instanceof RequestError ? error.issues : []
  return issues.find(({ path }) => path === 'csv')?.message ?? errorText(text, error)
}
