import type { Finding } from '#domain/findings/finding.ts'
import { FINDING_MEASURES } from '#domain/findings/finding-type.ts'
import type { Inspection } from '#domain/inspections/inspection.ts'
import type { Photo } from '#domain/photo.ts'
import type { Language } from '#domain/text/language.ts'
import { describeReport } from '#server/features/inspections/description/describe-report.ts'
import { indexData, type ReportData } from '#server/features/inspections/description/report-data.ts'
import { NO_WORK } from '#server/features/inspections/releases/inspection-work.ts'
import type { ReportDocument } from '#server/features/reports/pdf/report-document.ts'

const YEAR = 2026
const TIME = '2026-09-12T09:30:00.000Z'

/** What a user may type into a field of so many characters. */
export const TEXTS: Record<string, (max: number) => string> = {
  empty: () => '',
  'one line': () => 'Kuzey yamacı',
  'two lines': (max) => 'Karaburun rüzgâr enerji santralinin kuzey yamacındaki yedinci türbin'.slice(0, max),
  words: (max) => 'Boya ve jelkot yer yer kalkmış, altı görünüyor. '.repeat(200).slice(0, max).trim(),
  'one word': (max) => 'W'.repeat(max),
  'file name': (max) => 'DJI_20260911_W-'.repeat(400).slice(0, max),
  Turkish: (max) => 'İıŞşĞğÜüÖöÇç'.repeat(500).slice(0, max),
  emoji: (max) =>
    '👍🏽 👩‍👩‍👧'
      .repeat(500)
      .slice(0, max - 1)
      .trim(),
  Arabic: (max) => 'عنفة الرياح '.repeat(500).slice(0, max).trim(),
  marks: (max) => 'ȩ́̂'.normalize('NFD').repeat(2000).slice(0, max),
  signs: (max) => '<&>"\' {n} %s \\ ₺ '.repeat(500).slice(0, max).trim(),
}

/** Like a text of one line, but with as many lines as possible. */
export function manyLines(max: number): string {
  return 'ş\n'.repeat(max / 2).trim()
}

export interface Shape {
  language: Language
  /** The text of each field of one line. */
  line: (max: number) => string
  /** The text of each field of several lines. */
  lines: (max: number) => string
  findings: number
  /** Over how many metres of one blade the findings are spread. */
  metres: number
  earlier: number
  /** How many measures each finding has. */
  measures: number
  photos: number
  bladeLength: number | null
  /** True for a second version, which says what has changed; else it is a draft. */
  isSecond?: boolean
}

/** The description of a report of this shape. Its findings are on blade A; each has as many earlier ones. */
export function hostileReport(shape: Shape, picture = '/missing.jpg'): ReportDocument {
  return describeReport(
    indexData(hostileData(shape), () => picture),
    shape.language,
  )
}

/** The data of a report of this shape. */
function hostileData(shape: Shape): ReportData {
  const { line, lines, bladeLength } = shape
  const photos = Array.from({ length: shape.photos }, (_, index) => photoOf(shape, index))
  const known = Array.from({ length: shape.findings }, (_, index) => findingsOf(shape, index)).flat()
  const turbine = {
    turbine_name: line(200),
    code: line(200) || 'T',
    city: line(200) || 'i',
    location: line(200) || 'K',
    site_name: line(200),
    coordinates: '38.123456,26.123456',
    blade_length: bladeLength,
    manufacturer: line(200) || null,
    model: line(200) || null,
    serial_number: line(200) || null,
    hub_height: bladeLength,
    company_name: line(200) || 'B',
    created_at: TIME,
    updated_at: TIME,
    time_zone: 'Europe/Istanbul',
  }
  const inspection: Inspection = {
    turbine_id: 1,
    year: YEAR,
    first_day: '2026-09-01',
    last_day: '2026-11-30',
    methods: line(200) === '' ? [] : ['drone', 'rope', 'robot', 'ground'],
    inspector: line(200),
    weather: line(200),
    camera: line(200),
    not_seen: lines(2000),
    updated_at: TIME,
    ...NO_WORK,
  }
  return {
    turbine: turbine as unknown as ReportData['turbine'],
    inspection,
    release: shape.isSecond ? secondVersion(shape, known) : null,
    before: known.find(({ year }) => year < YEAR) ? YEAR - 1 : null,
    version: 12,
    readAt: TIME,
    author: line(200),
    findings: known,
    photos,
    spheres: new Map(),
    deadlines: new Map(),
  }
}

/** Every field of every finding has changed, and every photo is new. */
function secondVersion({ line, lines, photos }: Shape, findings: Finding[]): ReportData['release'] {
  const changed = findings.flatMap(({ id, number }) => {
    const record = { record: 'finding', id, name: number } as const
    return [
      { ...record, field: 'number', before: null, after: number },
      { ...record, field: 'text', before: lines(5000), after: `${lines(4000)} …` },
      { ...record, field: 'severity', before: null, after: 3 },
      { ...record, field: 'length_mm', before: 12.5, after: 1_000_000 },
      { ...record, field: 'photo_id', before: 1, after: 2 },
    ]
  })
  const added = Array.from({ length: photos }, (_, index) => ({
    record: 'photo' as const,
    id: index + 1,
    name: `${line(170)}${index}.jpg`,
    field: 'name',
    before: null,
    after: `${line(170)}${index}.jpg`,
  }))
  const notSeen = { record: 'inspection', id: 0, name: '', field: 'not_seen' } as const
  return {
    version: 2,
    published_at: TIME,
    reason: lines(1000),
    undecided: null,
    before: 1,
    changes: [{ ...notSeen, before: lines(2000), after: '' }, ...changed, ...added],
  }
}

function photoOf({ line }: Shape, index: number): Photo {
  return {
    id: index + 1,
    key: `k${index}`,
    originalName: `${line(170)}${index}.jpg`,
    sha256: 'ab'.repeat(32),
    category: 'operator',
    blade: 'A',
    room: line(12) || null,
    year: YEAR,
    month: 9,
    width: 32_768,
    height: 16_384,
    upload_date: TIME,
  } as unknown as Photo
}

/** A finding with the earlier ones that it continues, the oldest first. */
function findingsOf(shape: Shape, index: number): Finding[] {
  const { line, lines, metres, earlier, measures, photos, findings } = shape
  const place = Math.round((10 + (index / Math.max(1, findings)) * metres) * 1000) / 1000
  return Array.from({ length: earlier + 1 }, (_, step) => {
    const id = index * 100 + step + 1
    const isNew = step === earlier
    const measured = FINDING_MEASURES.map((name, order) => [name, order < measures ? 1000 + step : null])
    return {
      id,
      number: `A-LE-${String(index + 1).padStart(3, '0')}`,
      year: YEAR - earlier + step,
      blade: 'A',
      side: index % 5 === 4 ? 'TE' : 'LE',
      room: line(12) || null,
      type: 'le-erosion',
      severity: (id % 5) + 1,
      from_m: place,
      to_m: null,
      positions_m: [],
      status: 'open',
      ...Object.fromEntries(measured),
      text: isNew ? lines(5000) : '',
      user_name: line(200),
      found_on: '2026-09-11',
      due_on: '2026-12-31',
      own_due_on: '2026-12-31',
      due_reason: line(200),
      photo_id: isNew && index < photos ? index + 1 : null,
      shape: isNew && index < photos ? BOX : null,
      earlier_id: step === 0 ? null : id - 1,
      later_id: isNew ? null : id + 1,
      updated_at: TIME,
    } as unknown as Finding
  })
}

const BOX = {
  on: 'image',
  kind: 'box',
  points: [
    [0.4, 0.4],
    [0.5, 0.5],
  ],
}
