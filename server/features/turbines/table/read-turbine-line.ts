import { withSingleBlanks } from '#domain/text/blanks.ts'
import {
  type Angle,
  isOnEarth,
  looksSwapped,
  type Place,
  placeOf,
  readAngle,
  readPlace,
  swapAxes,
} from '#domain/text/coordinates.ts'
import type { Language } from '#domain/text/language.ts'
import { foldForSearch } from '#domain/text/turkish.ts'
import { measureFault, numberFault, parseMeasure, parseNumber } from '#domain/text/typed-number.ts'
import { TurbineFields, TurbineStatus } from '#domain/turbine.ts'
import { issuesOf } from '#server/core/http/validate.ts'
import { type CellIssue, shorten } from '#server/core/tables/cell-issue.ts'
import type { TableLine } from '#server/core/tables/read-table.ts'
import { TURBINE_WORDS, type TurbineColumn } from './turbine-table.ts'

export type TurbineIssue = CellIssue<TurbineColumn>

/** The possible fields of a line, without the company. */
export type SaidFields = Partial<Omit<TurbineFields, 'company_id'>>
const SaidFields = TurbineFields.omit({ company_id: true }).partial()

/** The values of a line. */
export interface ReadTurbine {
  line: number
  code: string
  cells: TableLine<TurbineColumn>['cells']
  fields: SaidFields
  /** The skipped parts of the line. */
  remarks: TurbineIssue[]
  /** The coordinates as written, if they look swapped and the caller has not answered. */
  asked: Place | undefined
}

export interface RefusedTurbine {
  line: number
  code: string
  issues: TurbineIssue[]
}

/** The longest cell, in characters. */
const CELL_MAX_LENGTH = 800

/** The columns whose empty cells mean no value. */
const CLEARED: readonly TurbineColumn[] = [
  'turbine_name',
  'site_name',
  'coordinates',
  'blade_length',
  'manufacturer',
  'model',
  'serial_number',
  'hub_height',
]

const STATUSES = new Map(
  TurbineStatus.options.flatMap((status) =>
    [status, ...Object.values(TURBINE_WORDS).map(({ statuses }) => statuses[status])].map(
      (name) => [foldForSearch(name), status] as const,
    ),
  ),
)

/** The valid values of a column; undefined for a column without a list. */
export function valuesIn(column: TurbineColumn, language: Language): readonly string[] | undefined {
  return column === 'status' ? Object.values(TURBINE_WORDS[language].statuses) : undefined
}

/**
 * Reads a line without the existing turbines.
 *
 * @param isSwapped the caller's answer about the line's coordinates
 */
export function readTurbineLine(
  { line, cells, openQuote }: TableLine<TurbineColumn>,
  columns: ReadonlySet<TurbineColumn>,
  isSwapped: boolean | undefined,
): ReadTurbine | RefusedTurbine {
  const code = shorten(cells.get('code') ?? '')
  const refuse = (issues: TurbineIssue[]) => ({ line, code, issues })
  if (openQuote !== undefined) return refuse([{ column: openQuote, code: 'open_quote' }])
  const tooLong = [...cells].filter(([, text]) => text.length > CELL_MAX_LENGTH)
  if (tooLong.length > 0)
    return refuse(tooLong.map(([column, text]) => ({ column, code: 'too_big', value: shorten(text) })))
  const issues: TurbineIssue[] = []
  const draft: Record<string, unknown> = {}
  for (const column of columns) {
    const text = cells.get(column)
    if (text === undefined) {
      if (CLEARED.includes(column)) draft[column] = ['turbine_name', 'site_name'].includes(column) ? '' : null
      continue
    }
    const parsed = parseCell(column, text)
    if ('issue' in parsed) issues.push({ column, code: parsed.issue, value: shorten(text) })
    else Object.assign(draft, parsed.fields)
  }
  if (!cells.has('code')) issues.push({ column: 'code', code: 'required' })
  const remarks: TurbineIssue[] = []
  const written = readCoordinates(cells)
  let asked: Place | undefined
  if (written && 'issue' in written) issues.push(written.issue)
  else if (written) {
    const { place, column, value } = written
    const isNowhere = Number(place.latitude) === 0 && Number(place.longitude) === 0
    if (isNowhere) remarks.push({ column, code: 'no_coordinates' })
    else if (looksSwapped(place) && isSwapped === undefined) asked = place
    const said = isSwapped && looksSwapped(place) ? swapAxes(place) : place
    if (!asked && !isOnEarth(said)) issues.push({ column, code: 'invalid_coordinates', value })
    draft.coordinates = isNowhere || asked ? null : `${said.latitude},${said.longitude}`
  } else if (columns.has('latitude') && columns.has('longitude')) draft.coordinates = null
  if (issues.length > 0) return refuse(issues)
  const checked = SaidFields.safeParse(draft)
  if (!checked.success) return refuse(cellIssues(issuesOf(checked.error, draft), cells))
  return { line, code: checked.data.code ?? code, cells, fields: checked.data as SaidFields, remarks, asked }
}

/** The issues of fields, mapped to their cells. */
export function cellIssues(
  issues: readonly { path: string; code: string }[],
  cells: TableLine<TurbineColumn>['cells'],
): TurbineIssue[] {
  return issues.map(({ path, code }) => {
    const column = (path.split('.')[0] === 'company_id' ? 'company' : path.split('.')[0]) as TurbineColumn
    const value = cells.get(column)
    return { column, code, value: value === undefined ? undefined : shorten(value) }
  })
}

type ParsedCell = { fields: Record<string, unknown> } | { issue: string }

function parseCell(column: TurbineColumn, text: string): ParsedCell {
  switch (column) {
    // They have their own rules.
    case 'company':
    case 'coordinates':
    case 'latitude':
    case 'longitude':
      return { fields: {} }
    case 'city':
      return { fields: { city: text.toLocaleLowerCase('tr') } }
    case 'status': {
      const status = STATUSES.get(foldForSearch(withSingleBlanks(text)))
      return status === undefined ? { issue: 'invalid' } : { fields: { status } }
    }
    case 'rooms':
      return parseNumberCell(column, withSingleBlanks(text), parseMeasure, measureFault)
    case 'blade_length':
    case 'hub_height':
      return parseNumberCell(column, withSingleBlanks(text).replace(/ ?m$/i, ''), parseNumber, numberFault)
    default:
      return { fields: { [column]: text } }
  }
}

function parseNumberCell(
  column: TurbineColumn,
  text: string,
  parse: typeof parseNumber,
  faultOf: typeof numberFault,
): ParsedCell {
  const value = parse(text)
  if (value != null) return { fields: { [column]: value } }
  return { issue: faultOf(text) === 'thousands' ? 'ambiguous_number' : 'number_format' }
}

type Written = { place: Place; column: TurbineColumn; value: string } | { issue: TurbineIssue } | undefined

/** Maximum difference of two notations of a place, in degrees: some hundred metres, as of seconds and another ellipsoid. */
const SAME_PLACE_DEG = 0.005

/** The place in a line's cells, in any of its columns; undefined if empty. */
function readCoordinates(cells: TableLine<TurbineColumn>['cells']): Written {
  const [one, other] = [readOneColumn(cells), readTwoColumns(cells)]
  if (!one || 'issue' in one || !other) return one ?? other
  if ('issue' in other) return other
  const isSame = (['latitude', 'longitude'] as const).every(
    (axis) => Math.abs(Number(one.place[axis]) - Number(other.place[axis])) <= SAME_PLACE_DEG,
  )
  return isSame
    ? one
    : { issue: { column: one.column, code: 'coordinates_differ', value: `${one.value} / ${other.value}` } }
}

function readOneColumn(cells: TableLine<TurbineColumn>['cells']): Written {
  const column = 'coordinates'
  const text = cells.get(column)
  if (text === undefined) return undefined
  const place = readPlace(withSingleBlanks(text))
  const value = shorten(text)
  return place ? { place, column, value } : { issue: { column, code: 'invalid_coordinates', value } }
}

function readTwoColumns(cells: TableLine<TurbineColumn>['cells']): Written {
  const angles = { latitude: cells.get('latitude'), longitude: cells.get('longitude') }
  if (angles.latitude === undefined && angles.longitude === undefined) return undefined
  const read: Partial<Record<'latitude' | 'longitude', Angle>> = {}
  for (const column of ['latitude', 'longitude'] as const) {
    const written = angles[column]
    if (written === undefined) return { issue: { column, code: 'required' } }
    const angle = readAngle(withSingleBlanks(written))
    if (!angle) return { issue: { column, code: 'invalid_angle', value: shorten(written) } }
    read[column] = angle
  }
  const value = shorten(`${angles.latitude}, ${angles.longitude}`)
  const place = read.latitude && read.longitude && placeOf(read.latitude, read.longitude)
  return place
    ? { place, column: 'latitude', value }
    : { issue: { column: 'latitude', code: 'invalid_coordinates', value } }
}
