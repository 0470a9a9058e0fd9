import type { FindingFields } from '#domain/findings/finding.ts'
import { FINDING_MEASURES, type FindingMeasure, type Severity } from '#domain/findings/finding-type.ts'
import type { InspectionMethod } from '#domain/inspections/inspection.ts'
import type { PublishedFacts } from '#domain/inspections/published-fields.ts'
import type { InspectionChange } from '#domain/inspections/version.ts'
import { endingInYear } from '#domain/text/turkish.ts'
import type { Cell, ReportDocument } from '#server/features/reports/pdf/report-document.ts'
import type { IndexedData } from './report-data.ts'
import type { MessageId, ReportWords } from './report-words.ts'

/** How many added, removed or moved photos are named. */
const NAMED_PHOTOS = 8
/** The longest text of a cell, in characters: a row must fit on a page. The whole text is at its finding. */
const TEXT_MAX_LENGTH = 400

type Field = keyof PublishedFacts | keyof FindingFields | 'number'

const NAMES: Partial<Record<Field, MessageId>> = {
  first_day: 'changes.firstDay',
  last_day: 'changes.lastDay',
  methods: 'fact.methods',
  inspector: 'fact.inspector',
  weather: 'fact.weather',
  camera: 'fact.camera',
  not_seen: 'notSeen.title',
  looked_at: 'changes.lookedAt',
  unlooked_reason: 'changes.unlookedReason',
  number: 'changes.number',
  photo_id: 'changes.photo',
  shape: 'changes.mark',
  blade: 'finding.blade',
  side: 'finding.side',
  room: 'finding.room',
  type: 'changes.type',
  severity: 'changes.severity',
  from_m: 'changes.from',
  to_m: 'changes.to',
  positions_m: 'changes.positions',
  text: 'changes.text',
  year: 'changes.year',
  found_on: 'finding.foundOn',
  earlier_id: 'finding.earlier',
}

/** The changes of the version from the previous one; null for a draft and for a first version. */
export function describeChanges(data: IndexedData, words: ReportWords): ReportDocument['changes'] {
  const { release } = data
  if (release === null || release.before === null) return null
  const { before, reason, changes } = release
  const rows = changes
    .filter(({ record }) => record !== 'photo')
    .map((change) => changeRow(data, words, change))
  return {
    title: words.text('changes.title', { before, ending: endingInYear(before) }),
    destination: 'changes',
    paragraphs: [
      ...(reason === '' ? [] : [words.text('changes.reason', { reason })]),
      ...photosWords(words, 'changes.photos.added', changes.filter(isWholePhoto).filter(isAdded)),
      ...photosWords(words, 'changes.photos.removed', changes.filter(isWholePhoto).filter(isRemoved)),
      ...photosWords(words, 'changes.photos.moved', movedPhotos(changes)),
      ...(changes.length === 0 ? [words.text('changes.none')] : []),
    ],
    table: {
      columns: [
        { title: words.text('changes.record'), share: 17 },
        { title: words.text('changes.field'), share: 23 },
        { title: words.text('changes.before'), share: 30 },
        { title: words.text('changes.after'), share: 30 },
      ],
      rows,
    },
  }
}

const isWholePhoto = ({ record, field }: InspectionChange) => record === 'photo' && field === 'name'
const isAdded = ({ before }: InspectionChange) => before === null
const isRemoved = ({ after }: InspectionChange) => after === null

/** One change of each moved photo. */
function movedPhotos(changes: readonly InspectionChange[]): InspectionChange[] {
  const moved = changes.filter((change) => change.record === 'photo' && !isWholePhoto(change))
  return [...new Map(moved.map((change) => [change.id, change])).values()]
}

/** The number of added, removed or moved photos, with the first names. */
function photosWords(words: ReportWords, id: MessageId, photos: readonly InspectionChange[]): string[] {
  if (photos.length === 0) return []
  const names = photos.slice(0, NAMED_PHOTOS).map(({ name }) => name)
  const more = photos.length - names.length
  return [words.text(id, { n: photos.length, names: names.join(', '), more })]
}

function changeRow(data: IndexedData, words: ReportWords, change: InspectionChange): Cell[] {
  const { record, id, name, field, before, after } = change
  const finding = record === 'finding' ? data.findingById.get(id) : undefined
  const values =
    field === 'number'
      ? numberValues(data, words, change)
      : [before, after].map((value) => valueWords(data, words, field, value))
  const [old = '', now = ''] = field === 'shape' && before && after ? markWords(words) : values
  return [
    {
      text: record === 'inspection' ? words.text('changes.inspection') : name,
      ...(finding ? { destination: `finding-${id}` } : {}),
    },
    { text: fieldName(words, field) },
    { text: old },
    { text: now },
  ]
}

/** A new, removed or renumbered finding. */
function numberValues(
  { findingById }: IndexedData,
  words: ReportWords,
  { id, before, after }: InspectionChange,
): string[] {
  const finding = findingById.get(id)
  if (isAdded({ before } as InspectionChange) && finding)
    return [
      words.text('changes.nothing'),
      words.text('changes.added', {
        type: words.type(finding.type),
        severity: words.severityNamed(finding.severity),
      }),
    ]
  if (after === null) return [String(before), words.text('changes.removed')]
  return [String(before ?? words.text('changes.nothing')), String(after)]
}

function markWords(words: ReportWords): string[] {
  return [words.text('changes.mark.before'), words.text('changes.mark.after')]
}

function fieldName(words: ReportWords, field: string): string {
  const measure = FINDING_MEASURES.find((each) => each === field)
  if (measure) return words.text(`measure.${measure}`)
  const id = NAMES[field as Field]
  return id === undefined ? field : words.text(id)
}

/** A readable value: no ids, no codes, with its unit. */
function valueWords(data: IndexedData, words: ReportWords, field: string, value: unknown): string {
  const isNothing = value === null || value === '' || (Array.isArray(value) && value.length === 0)
  if (isNothing) return words.text('changes.nothing')
  if (FINDING_MEASURES.some((each) => each === field))
    return words.measured(field as FindingMeasure, Number(value))
  switch (field) {
    case 'first_day':
    case 'last_day':
    case 'found_on':
      return words.day(String(value))
    case 'methods':
      return words.list((value as InspectionMethod[]).map((method) => words.text(`method.${method}`)))
    case 'side':
      return words.text(`side.${value as FindingFields['side']}`)
    case 'room':
      return words.room(String(value))
    case 'type':
      return words.type(String(value))
    case 'severity':
      return words.severityNamed(value as Severity)
    case 'from_m':
    case 'to_m':
      return words.place({ from_m: Number(value), to_m: null, positions_m: [] })
    case 'positions_m':
      return words.place({ from_m: null, to_m: null, positions_m: value as number[] })
    case 'photo_id':
      return data.photoById.get(Number(value))?.originalName ?? words.text('changes.photo.gone')
    case 'earlier_id':
      return data.findingById.get(Number(value))?.number ?? words.text('changes.finding.gone')
    case 'looked_at':
      return words.number(Number(value))
    case 'shape':
      return words.text('changes.mark.there')
    default:
      return shorten(String(value))
  }
}

function shorten(text: string): string {
  const letters = [...text]
  return letters.length <= TEXT_MAX_LENGTH
    ? text
    : `${letters.slice(0, TEXT_MAX_LENGTH).join('').trimEnd()} …`
}
