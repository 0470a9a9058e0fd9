import { type Finding, type FindingDraft, FindingFields } from '#domain/findings/finding.ts'
import { isInside, sideOfPhoto } from '#domain/findings/finding-rules.ts'
import {
  FINDING_MEASURES,
  type FindingMeasure,
  type FindingSide,
  type Severity,
} from '#domain/findings/finding-type.ts'
import type { Blade, Photo } from '#domain/photo.ts'
import { measureFault, measureText, parseMeasure } from '#domain/text/typed-number.ts'
import { dayFault } from '#domain/time/typed-day.ts'
import type { MessageId } from '#panel/words/messages.ts'
import { hasThousands, parsePlace, placeText } from './place-text.ts'

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
  /** The day that was set by hand, as `2026-12-24`, or what is typed and is no day; empty if the severity gives it. */
  ownDueOn: string
  dueReason: string
  earlierId: number | null
}

/** What the next finding can repeat. */
export type FindingKind = Pick<FindingValues, 'type' | 'severity' | 'side'>

/** The field of a form with a fault. */
export type FaultyField =
  | 'type'
  | 'blade'
  | 'side'
  | 'place'
  | 'ownDueOn'
  | 'dueReason'
  | 'foundOn'
  | FindingMeasure

/** What a photo says about a new finding on it. */
type PhotoOfValues = Pick<Photo, 'blade' | 'room'> & Partial<Pick<Photo, 'category' | 'is_sphere'>>

export function newValues(photo: PhotoOfValues, kind?: FindingKind): FindingValues {
  const ownSide = sideOfPhoto(photo)
  return {
    type: kind?.type,
    severity: kind?.severity ?? null,
    blade: photo.blade ?? undefined,
    side: repeatedSide(ownSide, kind?.side),
    place: '',
    measures: {},
    text: '',
    status: 'open',
    ownDueOn: '',
    dueReason: '',
    earlierId: null,
  }
}

/** The side of the last finding is repeated, but not an outer one on a photo from the inside. */
function repeatedSide(ownSide: FindingSide | undefined, last: FindingSide | undefined) {
  if (ownSide !== undefined && last !== undefined && isInside(ownSide) && !isInside(last)) return ownSide
  return last ?? ownSide
}

export function valuesOf(finding: Finding, locale: string): FindingValues {
  const { type, severity, blade, side, text, status, earlier_id: earlierId } = finding
  const measures = FINDING_MEASURES.flatMap((measure) => {
    const value = finding[measure]
    return value === null ? [] : [[measure, measureText(locale, value)]]
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
    ownDueOn: finding.own_due_on ?? '',
    dueReason: finding.due_reason,
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
  const wrong = FINDING_MEASURES.find((measure) => !isMeasure(measure, measures[measure] ?? ''))
  if (wrong) return wrong
  if (dayFault(values.ownDueOn) !== undefined) return 'ownDueOn'
  return values.ownDueOn !== '' && values.dueReason.trim() === '' ? 'dueReason' : undefined
}

/** The sentence for a field with a fault. A field for a day has its own ones. */
export function faultMessage(
  field: Exclude<FaultyField, 'ownDueOn' | 'foundOn'>,
  { place, measures }: FindingValues,
): MessageId {
  if (field === 'type' || field === 'blade' || field === 'side' || field === 'dueReason')
    return `findings.fault.${field}`
  if (field === 'place') return hasThousands(place) ? 'field.number.thousands' : 'findings.fault.place'
  const typed = measures[field] ?? ''
  if (measureFault(typed) === 'thousands') return 'field.number.thousands'
  const number = parseMeasure(typed)
  const issue = FindingFields.shape[field].safeParse(number).error?.issues[0]
  const isFraction = typeof number === 'number' && issue?.code === 'invalid_type'
  return isFraction ? 'field.number.whole' : 'findings.fault.measure'
}

/** The fields for the API; only for values without a fault. */
export function fieldsOf(values: FindingValues): FindingDraft {
  const { type = '', blade, side, severity, place, measures, text, status, earlierId: earlier_id } = values
  const numbers = FINDING_MEASURES.map((measure) => [measure, parseMeasure(measures[measure] ?? '') ?? null])
  return {
    type,
    severity,
    text,
    status,
    earlier_id,
    own_due_on: values.ownDueOn || null,
    due_reason: values.dueReason,
    ...(blade && { blade }),
    ...(side && { side }),
    ...parsePlace(place),
    ...Object.fromEntries(numbers),
  }
}

export function areSameValues(a: FindingValues, b: FindingValues): boolean {
  return comparedText(a) === comparedText(b)
}

/** The fields, and the texts that say none, so that they count as changes. */
function comparedText(values: FindingValues): string {
  const { place, measures } = values
  const unread = [
    parsePlace(place) ? '' : place,
    ...FINDING_MEASURES.map((measure) => measures[measure] ?? '').filter(
      (typed) => parseMeasure(typed) === undefined,
    ),
  ]
  return JSON.stringify([fieldsOf(values), unread])
}

function isMeasure(measure: FindingMeasure, text: string): boolean {
  const value = parseMeasure(text)
  return value !== undefined && FindingFields.shape[measure].safeParse(value).success
}
