import severities from '#content/findings/severities.json' with { type: 'json' }
import types from '#content/findings/types.json' with { type: 'json' }
import { type FindingMeasure, FindingSeverities, FindingTypes } from '#domain/findings/finding-type.ts'

/** The editable types. The server does not start if the table is wrong. */
export const { types: FINDING_TYPES } = FindingTypes.parse(types)

const byId = new Map(FINDING_TYPES.map((type) => [type.id, type]))

/** The severities with a deadline, in months. */
export const DEADLINES = FindingSeverities.parse(severities).filter(({ severity }) => severity > 1)

export function isFindingType(id: string): boolean {
  return byId.has(id)
}

/** The name of a type; the id of a removed type. */
export function typeName(id: string, language: 'tr' | 'en'): string {
  return byId.get(id)?.[language] ?? id
}

/** The measures that a form asks for; none for a removed type. */
export function measuresOf(id: string): FindingMeasure[] {
  const measures = byId.get(id)?.measures ?? []
  return measures.filter((measure) => measure !== 'place')
}
