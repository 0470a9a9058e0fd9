import type { IntlShape } from 'react-intl'
import severities from '#content/findings/severities.json'
import types from '#content/findings/types.json'
import type { Finding } from '#domain/findings/finding.ts'
import type { FindingMeasure, FindingSide, Severity } from '#domain/findings/finding-type.ts'
import type { Language } from '#domain/text/language.ts'
import { METRES_FORMAT } from '#domain/text/number-formats.ts'

const byId = new Map(types.types.map((type) => [type.id, type]))

/** The types of findings that occur on this side first, then the others, each in the order of the table. */
export function typesFor(side: FindingSide) {
  const occurs = (type: (typeof types.types)[number]) => type.sides.includes(side)
  return [...types.types.filter(occurs), ...types.types.filter((type) => !occurs(type))]
}

/** The name of a type; the id of a type that is no longer in the table. */
export function typeName(language: Language, id: string): string {
  return byId.get(id)?.[language] ?? id
}

/** The family of a type; undefined if the type is no longer in the table. */
export function familyOf(id: string): string | undefined {
  return byId.get(id)?.family
}

/** What a form asks for: the measures of the type. */
export function measuresOf(id: string): FindingMeasure[] {
  const measures = byId.get(id)?.measures ?? []
  return measures.filter((measure) => measure !== 'place') as FindingMeasure[]
}

/** The name of a severity and what it says to do. */
export function severityWords(language: Language, severity: Severity): { name: string; action: string } {
  return (severities.find((each) => each.severity === severity) ?? severities[0])?.[language] as {
    name: string
    action: string
  }
}

/** Where along the blade: `34.6–37.1 m`, or the single places; empty if it is unknown. */
export function placeWords(
  intl: IntlShape,
  { from_m, to_m, positions_m }: Pick<Finding, 'from_m' | 'to_m' | 'positions_m'>,
): string {
  const metres = (value: number) => intl.formatNumber(value, METRES_FORMAT)
  if (positions_m.length > 0) return `${intl.formatList(positions_m.map(metres))} m`
  if (from_m === null) return ''
  return to_m === null || to_m === from_m ? `${metres(from_m)} m` : `${metres(from_m)}–${metres(to_m)} m`
}
