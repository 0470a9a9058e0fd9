import { SEVERITIES } from '#domain/findings/finding-type.ts'
import type { Photo } from '#domain/photo.ts'
import type { Cell, ReportDocument, Table } from '#server/features/reports/pdf/report-document.ts'
import type { IndexedData } from './report-data.ts'
import type { MessageId, ReportWords } from './report-words.ts'

/** Digits of a checksum in the list of photos. */
const CHECKSUM_DIGITS = 12

/** The list of all photos of the inspection. */
export function describePhotos(data: IndexedData, words: ReportWords): ReportDocument['photos'] {
  const photos = data.photosOfYear
  return {
    title: words.text('photos.title'),
    destination: 'photos',
    text: words.text('photos.text', { n: photos.length }),
    table: {
      isCompact: true,
      columns: [
        { title: words.text('photos.number'), share: 6, align: 'right' },
        { title: words.text('photos.name'), share: 36 },
        { title: words.text('photos.kind'), share: 12 },
        { title: words.text('photos.blade'), share: 8 },
        { title: words.text('photos.room'), share: 12 },
        { title: words.text('photos.month'), share: 16 },
        { title: words.text('photos.pixels'), share: 15 },
        { title: words.text('photos.sha256'), share: 17 },
        { title: words.text('photos.findings'), share: 10, align: 'right' },
      ],
      rows: photos.map((photo, index) => photoRow(data, words, photo, index + 1)),
    },
  }
}

function photoRow({ findingCounts }: IndexedData, words: ReportWords, photo: Photo, number: number): Cell[] {
  const { id, originalName, category, blade, room, year, month, width, height, sha256 } = photo
  const found = findingCounts.get(id) ?? 0
  return [
    { text: String(number) },
    { text: originalName },
    { text: words.text(`category.${category}`) },
    { text: blade ?? '' },
    { text: room === null ? '' : words.room(room) },
    { text: words.month(year, month) },
    { text: width === null || height === null ? '' : `${width} × ${height}` },
    { text: sha256.slice(0, CHECKSUM_DIGITS) },
    { text: found === 0 ? '' : String(found) },
  ]
}

/** The method of the inspection, the meaning of severities and states, and the limits of the report. */
export function describeMethod(data: IndexedData, words: ReportWords): ReportDocument['method'] {
  const { turbine, inspection } = data
  const methods = inspection.methods.map((method) => words.text(`method.${method}`))
  return {
    title: words.text('about.title'),
    destination: 'method',
    parts: [
      { title: words.text('about.facts'), paragraphs: [], table: factTable(data, words) },
      {
        title: words.text('about.method'),
        paragraphs: [
          methods.length > 0
            ? words.text('about.method.text', { methods: words.list(methods) })
            : words.text('about.method.unknown'),
        ],
      },
      {
        title: words.text('about.severities'),
        paragraphs: [words.text('about.severities.text', { company: turbine.company_name })],
        table: severityTable(data, words),
      },
      { title: words.text('about.states'), paragraphs: [words.text('about.states.text')] },
      {
        title: words.text('about.disclaimer'),
        paragraphs: [
          words.text('about.disclaimer.text'),
          words.text('about.asOf', { day: words.dayOf(data.readAt, turbine.time_zone) }),
        ],
      },
    ],
  }
}

/** The data of the turbine and of its inspection. */
function factTable({ turbine, inspection }: IndexedData, words: ReportWords): Table {
  const { methods, camera, weather } = inspection
  const metres = (value: number | null) =>
    value === null ? '' : words.text('unit.m', { value: words.number(value) })
  const facts: [MessageId, string][] = [
    ['fact.site', turbine.location],
    ['fact.coordinates', turbine.coordinates?.replace(',', ', ') ?? ''],
    ['fact.methods', capitalize(words.list(methods.map((method) => words.text(`method.${method}`))))],
    ['fact.camera', camera],
    ['fact.weather', weather],
    ['fact.bladeLength', metres(turbine.blade_length)],
  ]
  const dataPlate: [MessageId, string][] = [
    ['fact.maker', [turbine.manufacturer, turbine.model].filter(Boolean).join(' ')],
    ['fact.serialNumber', turbine.serial_number ?? ''],
    ['fact.hubHeight', metres(turbine.hub_height)],
  ]
  return {
    columns: [
      { title: words.text('about.fact'), share: 30 },
      { title: words.text('about.value'), share: 70 },
    ],
    rows: [...facts, ...dataPlate.filter(([, value]) => value !== '')].map(([id, value]): Cell[] => [
      { text: words.text(id) },
      { text: value || words.text('notStated') },
    ]),
  }

  /** A list of methods begins a line here. */
  function capitalize(value: string): string {
    return value.charAt(0).toLocaleUpperCase(words.language) + value.slice(1)
  }
}

function severityTable({ deadlines }: IndexedData, words: ReportWords): Table {
  return {
    columns: [
      { title: words.text('about.severity'), share: 30 },
      { title: words.text('about.action'), share: 40 },
      { title: words.text('about.deadline'), share: 30 },
    ],
    rows: SEVERITIES.map((severity): Cell[] => {
      const { name, action } = words.severity(severity)
      return [{ text: name, severity }, { text: action }, { text: deadline(deadlines.get(severity) ?? null) }]
    }),
  }

  function deadline(months: number | null): string {
    if (months === null) return words.text('about.deadline.none')
    return months === 0
      ? words.text('about.deadline.now')
      : words.text('about.deadline.months', { n: months })
  }
}
