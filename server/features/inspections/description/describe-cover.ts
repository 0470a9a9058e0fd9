import { isPast } from '#domain/findings/due-days.ts'
import type { Finding } from '#domain/findings/finding.ts'
import { changesSince, type GrownFinding } from '#domain/findings/year-changes.ts'
import type { ReportExtent } from '#domain/inspections/report-job.ts'
import { capitalizePlace, endingInYear } from '#domain/text/turkish.ts'
import { measuresOf } from '#server/features/findings/finding-types.ts'
import type { Cover, CoverFinding, Fact, WholePicture } from '#server/features/reports/pdf/report-document.ts'
import { describeDue } from './describe-finding.ts'
import { describeCrop, isPicture, pictureOf } from './describe-photo.ts'
import { countsOf, describeState } from './describe-summary.ts'
import type { IndexedData } from './report-data.ts'
import { destinationOf, type ReportFindings } from './report-findings.ts'
import type { MessageId, ReportWords } from './report-words.ts'

/** The categories of photos, with whole-turbine views first. */
const COVER_CATEGORIES = ['drone', 'operator', 'blade', 'robot'] as const
/** The findings with pictures, and the named grown findings and dates. */
const WORST_MAX = 3
const GROWN_MAX = 3
const DATES_MAX = 4
/** The width of crops, in pixels, as at the findings themselves, so that the file is copied once. */
const CROP_PIXELS = 800

/** The first page: the state, the worst findings, the changes since the inspection before, and the next dates. */
export function describeCover(
  data: IndexedData,
  words: ReportWords,
  findings: ReportFindings,
  extent: ReportExtent,
): Cover {
  const { turbine, inspection } = data
  const place = [turbine.site_name, capitalizePlace(turbine.city)].filter((name) => name !== '')
  const changes = describeGrowth(data)
  const hasPages = extent === 'full'
  return {
    kind: words.text(hasPages ? 'kind' : 'kind.board', { year: String(inspection.year) }),
    turbine: turbineName(data),
    place: place.join(' · '),
    release: describeRelease(data, words),
    state: describeState(data, words, findings),
    counts: countsOf(words, findings.unsolved),
    worst: {
      title: words.text('cover.worst'),
      findings: findings.unsolved.slice(0, WORST_MAX).map((finding) => {
        const grown = changes?.grown.find((each) => each.finding.id === finding.id)
        return describeWorst(data, words, finding, { grown, hasPages })
      }),
    },
    news: [...changeFacts(words, changes), ...dueFacts(data, words, findings.unsolved)],
    facts: coverFacts(data, words),
    picture: coverPicture(data, words),
  }
}

export function turbineName({ turbine }: IndexedData): string {
  return turbine.turbine_name || turbine.code
}

/** The changes since the published inspection before, as on the page of the turbine; undefined without one. */
function describeGrowth({ findings, before, inspection: { year } }: IndexedData) {
  if (before === null) return undefined
  return { before, ...changesSince(findings, { year, before }, measuresOf) }
}

function describeWorst(
  data: IndexedData,
  words: ReportWords,
  finding: Finding,
  { grown, hasPages }: { grown: GrownFinding | undefined; hasPages: boolean },
): CoverFinding {
  const { number, severity, due_on } = finding
  const title = words.type(finding.type)
  const photo = pictureOf(data, finding)
  const alt = words.text('finding.crop', { number, type: title })
  const due = due_on === null ? undefined : describeDue(data, words, finding, due_on)
  return {
    destination: hasPages ? destinationOf(finding) : null,
    number,
    title,
    severity,
    lines: [
      { text: words.where(finding) },
      ...(grown?.change ? [{ text: words.change(grown.change) }] : []),
      ...(due
        ? [
            {
              text: `${words.text('finding.due')}: ${due.value}`,
              ...(due.isUrgent && { isUrgent: due.isUrgent }),
            },
          ]
        : []),
    ],
    crop: photo ? describeCrop(data, words, finding, photo, { alt, pixels: CROP_PIXELS }) : null,
  }
}

function changeFacts(words: ReportWords, changes: ReturnType<typeof describeGrowth>): Fact[] {
  if (!changes) return []
  const { before, added, grown, solved } = changes
  const named = grown.flatMap(({ finding, change }) =>
    change ? [`${finding.number} ${words.change(change)}`] : [],
  )
  const counted = words.text('cover.changes.value', {
    added: added.length,
    grown: grown.length,
    solved: solved.length,
  })
  return [
    {
      name: words.text('cover.changes', { before: String(before) }),
      value: [counted, ...named.slice(0, GROWN_MAX)].join(' · '),
    },
  ]
}

/** The overdue findings, and the next days with the number of findings that are due then. */
function dueFacts(data: IndexedData, words: ReportWords, unsolved: readonly Finding[]): Fact[] {
  const { overdueIds, readOn } = data
  // A finding that a later inspection continues is not overdue, and its past day is no next one.
  const coming = unsolved.filter(({ due_on }) => due_on !== null && !isPast(due_on, readOn))
  const byDay = [...Map.groupBy(coming, ({ due_on }) => due_on ?? '')].sort(
    ([a], [b]) => Date.parse(a) - Date.parse(b),
  )
  const late: Fact[] =
    overdueIds.size === 0
      ? []
      : [
          {
            name: words.text('cover.overdue'),
            value: words.text('cover.overdue.value', { n: overdueIds.size }),
            isUrgent: true,
          },
        ]
  const next = byDay
    .slice(0, DATES_MAX)
    .map(([day, due]) => words.text('cover.dates.value', { day: words.day(day), n: due.length }))
  return [...late, ...(next.length > 0 ? [{ name: words.text('cover.dates'), value: next.join(' · ') }] : [])]
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

/** Who has inspected what, and when. The other facts are in the chapter about the method. */
function coverFacts(data: IndexedData, words: ReportWords): Fact[] {
  const { turbine, inspection, author } = data
  const { first_day, last_day, inspector } = inspection
  const days = [first_day, last_day].flatMap((day) => (day === null ? [] : [words.day(day)]))
  const facts: [MessageId, string][] = [
    ['fact.company', turbine.company_name],
    ['fact.code', turbine.code],
    ['fact.days', days.join(' – ')],
    ['fact.inspector', inspector],
    ['fact.author', author],
    ['fact.asOf', words.dayOf(data.readAt, turbine.time_zone)],
  ]
  return facts.map(([id, value]) => ({ name: words.text(id), value: value || words.text('notStated') }))
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
