import type { Language } from '#domain/text/language.ts'
import { capitalizePlace, endingInYear } from '#domain/text/turkish.ts'
import type {
  Cover,
  Fact,
  ReportDocument,
  WholePicture,
} from '#server/features/reports/pdf/report-document.ts'
import { describeBlades } from './describe-blades.ts'
import { describeChanges } from './describe-changes.ts'
import { describeFinding } from './describe-finding.ts'
import { describeMethod, describePhotos } from './describe-method.ts'
import { isPicture } from './describe-photo.ts'
import { describeState, describeSummary } from './describe-summary.ts'
import type { IndexedData } from './report-data.ts'
import { type ReportFindings, sortFindings } from './report-findings.ts'
import { type MessageId, ReportWords } from './report-words.ts'

/** The categories of photos, with whole-turbine views first. */
const COVER_CATEGORIES = ['drone', 'operator', 'blade', 'robot'] as const

/** The whole content of the report, in its language. */
export function describeReport(data: IndexedData, language: Language): ReportDocument {
  const words = new ReportWords(language)
  const { turbine, inspection, author } = data
  const findings = sortFindings(data)
  const named = { turbine: turbineName(data), year: String(inspection.year) }
  return {
    language,
    title: words.text('title', named),
    number: reportNumber(data),
    author: `${author}, ${turbine.company_name}`,
    createdAt: data.readAt,
    pageWords: words.text('pages', { page: '{page}', pages: '{pages}' }),
    draft: data.release === null ? words.text('draft.line') : null,
    cover: describeCover(data, words, findings),
    contents: { title: words.text('contents.title'), destination: 'contents' },
    summary: describeSummary(data, words, findings),
    changes: describeChanges(data, words),
    bladeMaps: describeBlades(data, words, findings),
    findings: {
      title: words.text('findings.title'),
      destination: 'findings',
      none: words.text('findings.none'),
      parts: [...findings.own, ...findings.leftOver].map((finding) => describeFinding(data, words, finding)),
    },
    photos: describePhotos(data, words),
    method: describeMethod(data, words),
  }
}

/** The number for readers, such as `T07-2026-2`. */
function reportNumber({ turbine, inspection, version }: IndexedData): string {
  return `${turbine.code}-${inspection.year}-${version}`
}

function turbineName({ turbine }: IndexedData): string {
  return turbine.turbine_name || turbine.code
}

function describeCover(data: IndexedData, words: ReportWords, findings: ReportFindings): Cover {
  const { turbine, inspection } = data
  const place = [turbine.site_name, capitalizePlace(turbine.city)].filter((name) => name !== '')
  return {
    kind: words.text('kind', { year: String(inspection.year) }),
    turbine: turbineName(data),
    place: place.join(' · '),
    release: describeRelease(data, words),
    state: describeState(data, words, findings),
    facts: coverFacts(data, words),
    picture: coverPicture(data, words),
  }
}

/** Its version, or that it is a draft, and of what. */
function describeRelease({ release, inspection, turbine }: IndexedData, words: ReportWords): string {
  if (release !== null)
    return words.text('release.version', {
      version: release.version,
      day: words.dayOf(release.published_at, turbine.time_zone),
    })
  const { published_version } = inspection
  return published_version === null
    ? words.text('release.draft')
    : words.text('release.draft.since', {
        before: published_version,
        ending: endingInYear(published_version),
      })
}

function coverFacts(data: IndexedData, words: ReportWords): Fact[] {
  const { turbine, inspection, author } = data
  const { first_day, last_day, methods, inspector, camera, weather } = inspection
  const days = [first_day, last_day].flatMap((day) => (day === null ? [] : [words.day(day)]))
  const metres = (value: number | null) =>
    value === null ? '' : words.text('unit.m', { value: words.number(value) })
  const dataPlate: [MessageId, string][] = [
    ['fact.maker', [turbine.manufacturer, turbine.model].filter(Boolean).join(' ')],
    ['fact.serialNumber', turbine.serial_number ?? ''],
    ['fact.hubHeight', metres(turbine.hub_height)],
  ]
  const facts: [MessageId, string][] = [
    ['fact.company', turbine.company_name],
    ['fact.code', turbine.code],
    ['fact.site', turbine.location],
    ['fact.coordinates', turbine.coordinates?.replace(',', ', ') ?? ''],
    ['fact.days', days.join(' – ')],
    ['fact.inspector', inspector],
    ['fact.methods', capitalize(words.list(methods.map((method) => words.text(`method.${method}`))))],
    ['fact.camera', camera],
    ['fact.weather', weather],
    ['fact.bladeLength', metres(turbine.blade_length)],
    ...dataPlate.filter(([, value]) => value !== ''),
    ['fact.author', author],
    ['fact.asOf', words.dayOf(data.readAt, turbine.time_zone)],
  ]
  return facts.map(([id, value]) => ({
    name: words.text(id),
    value: value || words.text('notStated'),
  }))

  /** A list of methods begins a line here. */
  function capitalize(value: string): string {
    return value.charAt(0).toLocaleUpperCase(words.language) + value.slice(1)
  }
}

/** A photo of the whole turbine, else the first one of the inspection; null without one. */
function coverPicture(data: IndexedData, words: ReportWords): WholePicture | null {
  const photos = data.photosOfYear.filter(isPicture)
  const photo = COVER_CATEGORIES.map((wanted) => photos.find(({ category }) => category === wanted)).find(
    (found) => found !== undefined,
  )
  if (!photo) return null
  return {
    path: data.pathOf(photo, 2560),
    alt: words.text('cover.photo', { turbine: turbineName(data) }),
    unavailable: words.text('finding.unavailable'),
    caption: '',
    mark: null,
  }
}
