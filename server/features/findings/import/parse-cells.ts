import { FINDING_STATUSES, type FindingDraft, POSITIONS_MAX } from '#domain/findings/finding.ts'
import { FINDING_MEASURES, FINDING_SIDES, SEVERITIES } from '#domain/findings/finding-type.ts'
import { BLADES } from '#domain/photo.ts'
import type { Language } from '#domain/text/language.ts'
import { foldForSearch } from '#domain/text/turkish.ts'
import { numberFault, parseNumber } from '#domain/text/typed-number.ts'
import { BLADE_LENGTH_MAX_M } from '#domain/turbine.ts'
import { FINDING_WORDS, type FindingColumn } from '#server/features/findings/files/finding-table.ts'
import { FINDING_TYPES } from '#server/features/findings/finding-types.ts'

/** The fields of a cell, or the code of a sentence in `content/errors`. */
type ParsedCell = { fields: Partial<FindingDraft> } | { issue: string }

/** How a file writes its cells. */
export interface CellFormat {
  /** The distance of its origin of places from the root, in metres. */
  hubRadius: number
  /** The thousands separator, given the file's decimal separator. */
  thousands: readonly ('.' | ',')[]
  /** True for a type in use at the turbine, even if removed from the table. */
  isUsedType: (id: string) => boolean
}

type Parser = (text: string, format: CellFormat) => ParsedCell

/** Texts of several languages and their meaning. */
type Meanings<Value> = Map<string, Value>

/** The first words of a name such as `Peeling, flaking`, which people write alone. */
const HEADWORD = /^[^,(]+/

/** Full names come last, because they override first words of other names. */
const TYPES: Meanings<string> = new Map([
  ...FINDING_TYPES.flatMap(({ id, tr, en }) =>
    [tr, en].map((name) => [foldForSearch(HEADWORD.exec(name)?.[0] ?? name), id] as const),
  ),
  ...FINDING_TYPES.flatMap(({ id, tr, en }) =>
    [id, tr, en].map((name) => [foldForSearch(name), id] as const),
  ),
])
const WORDS = Object.values(FINDING_WORDS)
const STATUSES: Meanings<(typeof FINDING_STATUSES)[number]> = new Map(
  FINDING_STATUSES.flatMap((status) =>
    [status, ...WORDS.map(({ statuses }) => statuses[status])].map(
      (name) => [foldForSearch(name), status] as const,
    ),
  ),
)
const UNGRADED = new Set(['-', '–', 'n/a', ...WORDS.map(({ ungraded }) => foldForSearch(ungraded))])

/** The imported columns. Cells have single blanks, except in `FREE_COLUMNS`. */
export const PARSERS: Partial<Record<FindingColumn, Parser>> = {
  blade: (text) => oneOf('blade', BLADES, text),
  side: (text) => oneOf('side', FINDING_SIDES, text),
  room: (text) => ({ fields: { room: text } }),
  type: (text, { isUsedType }) => {
    const type = TYPES.get(foldForSearch(text)) ?? (isUsedType(text) ? text : undefined)
    return type === undefined ? { issue: 'invalid_finding_type' } : { fields: { type } }
  },
  severity: (text) => {
    const folded = foldForSearch(text)
    if (UNGRADED.has(folded)) return { fields: { severity: null } }
    // `3,0`, as a decimal column shows it.
    const severity = SEVERITIES.find((each) => String(each) === folded.replace(/[.,]0+$/, ''))
    return severity === undefined ? { issue: 'invalid' } : { fields: { severity } }
  },
  place: parsePlace,
  text: (text) => ({ fields: { text } }),
  status: (text) => {
    const status = STATUSES.get(foldForSearch(text))
    return status === undefined ? { issue: 'invalid' } : { fields: { status } }
  },
  year: (text) => (/^\d{4}$/.test(text) ? { fields: { year: Number(text) } } : { issue: 'year_digits' }),
  found_on: (text) => parseDay(text, (found_on) => ({ found_on, year: Number(found_on.slice(0, 4)) })),
  own_due_on: (text) => parseDay(text, (own_due_on) => ({ own_due_on })),
  due_reason: (text) => ({ fields: { due_reason: text } }),
  ...Object.fromEntries(
    FINDING_MEASURES.map((measure): [FindingColumn, Parser] => [
      measure,
      (text, { thousands }) => {
        const value = parseNumber(text)
        if (numberFault(text) === 'thousands') return { issue: 'ambiguous_number' }
        if (value == null || value < 0) return { issue: 'number_format' }
        return isAmbiguous(text, thousands) ? { issue: 'ambiguous_number' } : { fields: { [measure]: value } }
      },
    ]),
  ),
}

/** Text columns, cleaned as a form cleans them. */
export const FREE_COLUMNS: readonly FindingColumn[] = ['room', 'text', 'due_reason']

/** The valid values of a column, as our own file writes them; undefined for a column without a list. */
export function valuesIn(column: FindingColumn, language: Language): readonly string[] | undefined {
  const { ungraded, statuses } = FINDING_WORDS[language]
  switch (column) {
    case 'blade':
      return BLADES
    case 'side':
      return FINDING_SIDES
    case 'type':
      return FINDING_TYPES.map((type) => type[language])
    case 'severity':
      return [...SEVERITIES.map(String), ungraded]
    case 'status':
      return FINDING_STATUSES.map((status) => statuses[status])
    default:
      return undefined
  }
}

function oneOf(field: string, values: readonly string[], text: string): ParsedCell {
  const value = values.find((each) => each === text.toUpperCase())
  return value === undefined ? { issue: 'invalid' } : { fields: { [field]: value } }
}

const NUMBER = String.raw`\d+(?:[.,]\d+)?`
const NUMBERS = new RegExp(NUMBER, 'g')
const RANGE = new RegExp(`^(${NUMBER}) ?m? ?(?:-|–|to|à|ile|…) ?(${NUMBER}) ?m?$`, 'i')
/** Numbers separated by `;`, `/`, `and` or `ve`. A comma separates only before a space. */
const PLACES = new RegExp(`^${NUMBER}(?:(?: ?[;/] ?| ?, | and | ve | )${NUMBER})* ?m?$`, 'i')
/** A number with optional thousands separators. */
const WITH_THOUSANDS = { '.': /^[1-9]\d{0,2}\.\d{3}$/, ',': /^[1-9]\d{0,2},\d{3}$/ }

/** `34.6 to 37.1`, `21,2; 22,2; 23,0` or one number, in metres. */
function parsePlace(text: string, { hubRadius, thousands }: CellFormat): ParsedCell {
  const range = RANGE.exec(text)
  if (!range && !PLACES.test(text))
    return { issue: numberFault(text) === 'thousands' ? 'ambiguous_number' : 'invalid_place' }
  const texts = range ? range.slice(1) : (text.match(NUMBERS) ?? [])
  if (texts.length > POSITIONS_MAX) return { issue: 'too_big' }
  if (texts.some((each) => isAmbiguous(each, thousands))) return { issue: 'ambiguous_number' }
  const metres = texts.map((each) => fromRoot(parseNumber(each) ?? 0, hubRadius))
  if (metres.some((each) => each < 0)) return { issue: 'before_root' }
  if (metres.some((each) => each > BLADE_LENGTH_MAX_M)) return { issue: 'too_big' }
  const [from_m = null, to_m = null] = metres
  return { fields: range || metres.length === 1 ? { from_m, to_m: to_m ?? from_m } : { positions_m: metres } }
}

/** In millimetre steps, so that the subtraction is exact. */
function fromRoot(metres: number, hubRadius: number): number {
  return Math.round((metres - hubRadius) * 1000) / 1000
}

/** True for `1.250` in a file with decimal commas: it is 1250 there, and 1.25 elsewhere. */
function isAmbiguous(text: string, thousands: CellFormat['thousands']): boolean {
  return thousands.some((separator) => WITH_THOUSANDS[separator].test(text))
}

function parseDay(text: string, fieldsOf: (day: string) => Partial<FindingDraft>): ParsedCell {
  if (isAmbiguousDay(text)) return { issue: 'ambiguous_day' }
  const day = dayOf(text)
  return day === undefined ? { issue: 'day_format' } : { fields: fieldsOf(day) }
}

/** True for `7/8/2026`, in July or August. */
function isAmbiguousDay(text: string): boolean {
  const [, one, other] = /^(\d{1,2})\/(\d{1,2})\/\d{4}$/.exec(text) ?? []
  return one !== other && Number(one) <= 12 && Number(other) <= 12
}

/** `2026-11-21`, `21.11.2026` or `21/11/2026`, as the first. */
function dayOf(text: string): string | undefined {
  const [, day, month, year] = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(text) ?? []
  const iso = year ? `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}` : text
  // `8/15/2026` has no month 15.
  return /^\d{4}-(?:0\d|1[0-2])-\d\d$/.test(iso) ? iso : undefined
}
