import { inspect } from 'node:util'

/** What was thrown, as an Error: JavaScript can throw any value, and some libraries do. */
export function asError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown
  return new Error(`This was thrown, which is no error: ${textOf(thrown)}`, { cause: thrown })
}

/** The beginning of what the value looks like, for the log. */
function textOf(value: unknown): string {
  try {
    return inspect(value, { depth: 0, maxStringLength: 200, breakLength: Number.POSITIVE_INFINITY })
  } catch {
    return `a value of the type ${typeof value}`
  }
}
