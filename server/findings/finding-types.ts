import severities from '#content/findings/severities.json' with { type: 'json' }
import types from '#content/findings/types.json' with { type: 'json' }
import { FindingSeverities, FindingTypes } from '#domain/finding-type.ts'

/** The tables that an editor may have changed. The server does not start if they are wrong. */
const ids = new Set(FindingTypes.parse(types).types.map(({ id }) => id))

/** The severities with a deadline, in months. */
export const DEADLINES = FindingSeverities.parse(severities).filter(({ severity }) => severity > 1)

export function isFindingType(id: string): boolean {
  return ids.has(id)
}
