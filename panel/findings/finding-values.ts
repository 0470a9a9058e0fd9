import { type Finding, type FindingDraft, FindingFields } from '#domain/findings/finding.ts'
import { sideOfRoom } from '#domain/findings/finding-rules.ts'
import {
  FINDING_MEASURES,
  type FindingMeasure,
  type FindingSide,
  type Severity,
} from '#domain/findings/finding-type.ts'
import type { Blade, Photo } from '#domain/photo.ts'
import { decimalText, parseDecimal, parsePlace, placeText } from './place-text.ts'

/** What a form holds while somebody fills it in. Numbers are texts, so that nothing typed is lost. */
export interface FindingValues {
  type: string | undefined
  severity: Severity | null
  blade: Blade | undefined
  side: FindingSide | undefined
  /** `34.6–37.1`, `21.2; 22.2; 23`, or one place. In metres from the root. */
  place: string
  measures: Partial<Record<FindingMeasure, string>>
  text: string
  status: FindingFields['status']
  earlierId: number | null
}

/** What the next finding can repeat. */
export type FindingKind = Pick<FindingValues, 'type' | 'severity' | 'side'>

/** The field of a form with a fault. */
export type FaultyField = 'type' | 'blade' | 'side' | 'place' | FindingMeasure

export function newValues(photo: Pick<Photo, 'blade' | 'room'>, kind?: FindingKind): FindingValues {
  const ownSide = photo.room === null ? undefined : sideOfRoom(photo.room)
  return {
    type: kind?.type,
    severity: kind?.severity ?? null,
    blade: photo.blade ?? undefined,
    side: kind?.side ?? ownSide,
    place: '',
    measures: {},
    text: '',
    status: 'open',
    earlierId: null,
  }
}

export function valuesOf(finding: Finding, locale: string): FindingValues {
  const { type, severity, blade, side, text, status, earlier_id: earlierId } = finding
  const measures = FINDING_MEASURES.flatMap((measure) => {
    const value = finding[measure]
    return value === null ? [] : [[measure, decimalText(locale, value)]]
  })
  const place = placeText(locale, finding)
  return {
    type,
    severity,
    blade,
    side,
    place,
    text,
    status,
    earlierId,
    measures: Object.fromEntries(measures),
  }
}

/** The first field with a fault, in the order of the form. */
export function faultOf(values: FindingValues): FaultyField | undefined {
  const { type, blade, side, place, measures } = values
  if (type === undefined) return 'type'
  if (blade === undefined) return 'blade'
  if (side === undefined) return 'side'
  const parsed = parsePlace(place)
  if (!parsed || (parsed.to_m !== null && parsed.from_m !== null && parsed.to_m < parsed.from_m))
    return 'place'
  return FINDING_MEASURES.find((measure) => !isMeasure(measure, measures[measure] ?? ''))
}

/** The fields for the API; only for values without a fault. */
export function fieldsOf(values: FindingValues): FindingDraft {
  const { type = '', blade, side, severity, place, measures, text, status, earlierId: earlier_id } = values
  const numbers = FINDING_MEASURES.map((measure) => [measure, parseDecimal(measures[measure] ?? '') ?? null])
  return {
    type,
    severity,
    text,
    status,
    earlier_id,
    ...(blade && { blade }),
    ...(side && { side }),
    ...parsePlace(place),
    ...Object.fromEntries(numbers),
  }
}

export function areSameValues(one: FindingValues, other: FindingValues): boolean {
  return JSON.stringify(fieldsOf(one)) === JSON.stringify(fieldsOf(other))
}

function isMeasure(measure: FindingMeasure, text: string): boolean {
  const value = parseDecimal(text)
  return value !== undefined && FindingFields.shape[measure].safeParse(value).success
}
