import type { Finding } from '#domain/findings/finding.ts'
import { isSolved } from '#domain/findings/finding-rules.ts'
import { forecastGrowth, growthOf } from '#domain/findings/growth.ts'
import { measuresOf } from '#server/features/findings/finding-types.ts'
import type { Fact, FindingPart, HistoryStep } from '#server/features/reports/pdf/report-document.ts'
import { describeCrop, describeWhole, pictureOf } from './describe-photo.ts'
import type { IndexedData } from './report-data.ts'
import { destinationOf } from './report-findings.ts'
import type { ReportWords } from './report-words.ts'

/** How many earlier findings are shown: one for each year offered by the panel, and more if a year has several. */
const EARLIER_MAX = 12
/** How many of them, the newest, have a photo. */
const PICTURED_MAX = 4
/** The widths of crops, in pixels. */
const CROP_PIXELS = 800
const EARLIER_CROP_PIXELS = 400

/** Everything about one finding. */
export function describeFinding(data: IndexedData, words: ReportWords, finding: Finding): FindingPart {
  const photo = pictureOf(data, finding)
  const type = words.type(finding.type)
  const alt = words.text('finding.crop', { number: finding.number, type })
  const earlier = earlierOf(data, finding)
  const isUnsolved = data.unsolvedIds.has(finding.id)
  return {
    destination: destinationOf(finding),
    number: finding.number,
    title: type,
    status: statusOf(data, words, finding),
    severity: finding.severity,
    severityName: words.severityNamed(finding.severity),
    isSolved: isSolved(finding),
    photo: photo ? describeWhole(data, words, finding, photo) : null,
    crop: photo ? describeCrop(data, words, finding, photo, { alt, pixels: CROP_PIXELS }) : null,
    facts: factsOf(data, words, finding, earlier.at(-1)),
    paragraphs: [
      ...finding.text.split(/\n+/).filter((line) => line !== ''),
      ...(finding.own_due_on !== null && isUnsolved
        ? [words.text('finding.dueReason', { reason: finding.due_reason })]
        : []),
      ...(photo ? [] : [words.text(finding.photo_id === null ? 'finding.noPhoto' : 'finding.noPicture')]),
    ],
    history:
      earlier.length === 0
        ? null
        : {
            title: words.text('finding.history'),
            steps: earlier.map((step, index) => {
              const isPictured = index >= earlier.length - PICTURED_MAX
              return describeStep(data, words, step, finding, isPictured)
            }),
            forecast: describeForecast(words, [...earlier, finding]),
          },
  }
}

function statusOf({ inspection }: IndexedData, words: ReportWords, { status, year }: Finding): string {
  const name = words.text(`finding.status.${status}`)
  return year === inspection.year ? name : words.text('finding.ofYear', { status: name, year: String(year) })
}

function factsOf(
  data: IndexedData,
  words: ReportWords,
  finding: Finding,
  before: Finding | undefined,
): Fact[] {
  const { blade, side, room, severity, due_on, found_on, user_name } = finding
  const isUnsolved = data.unsolvedIds.has(finding.id)
  const facts: [Parameters<ReportWords['text']>[0], string | undefined][] = [
    ['finding.blade', blade],
    ['finding.side', words.text(`side.${side}`)],
    ['finding.place', words.place(finding)],
    ['finding.room', room === null ? '' : words.room(room)],
  ]
  const action = severity !== null && isUnsolved ? words.severity(severity).action : ''
  const due: Fact[] =
    due_on !== null && isUnsolved
      ? [{ name: words.text('finding.due'), ...describeDue(data, words, finding, due_on) }]
      : []
  const after: typeof facts = [
    ['finding.foundOn', words.day(found_on)],
    ['finding.by', user_name],
    ['finding.earlier', before && `${before.number} (${before.year})`],
  ]
  const named = (list: typeof facts) =>
    list.flatMap(([id, value]) => (value ? [{ name: words.text(id), value }] : []))
  const measures = words.measures(finding).map(({ name, text }) => ({ name, value: text }))
  return [...named(facts), ...measures, ...named([['finding.action', action]]), ...due, ...named(after)]
}

/** The due day of an unresolved finding, marked if it was overdue at the time of the data. */
export function describeDue(
  { overdueIds }: IndexedData,
  words: ReportWords,
  { id }: Finding,
  dueOn: string,
): { value: string; isUrgent?: true } {
  const day = words.day(dueOn)
  return overdueIds.has(id) ? { value: words.text('due.overdue', { day }), isUrgent: true } : { value: day }
}

/** The last findings in its chain, oldest first. `historyOf` would walk to the first one for each finding. */
function earlierOf({ findingById }: IndexedData, finding: Finding): Finding[] {
  const earlier: Finding[] = []
  for (let id = finding.earlier_id; id !== null && earlier.length < EARLIER_MAX; ) {
    const found = findingById.get(id)
    if (!found || earlier.includes(found)) break
    earlier.unshift(found)
    id = found.earlier_id
  }
  return earlier
}

function describeStep(
  data: IndexedData,
  words: ReportWords,
  step: Finding,
  present: Finding,
  isPictured: boolean,
): HistoryStep {
  const photo = isPictured ? pictureOf(data, step) : undefined
  const year = String(step.year)
  const alt = words.text('finding.earlierCrop', { year })
  return {
    year,
    severity: step.severity,
    severityName: step.severity === null ? words.text('severity.none') : words.severity(step.severity).name,
    lines: linesOf(words, step, present),
    crop: photo ? describeCrop(data, words, step, photo, { alt, pixels: EARLIER_CROP_PIXELS }) : null,
  }
}

/** How the damage is expected to grow; null without enough sightings. */
function describeForecast(words: ReportWords, history: readonly Finding[]): string | null {
  const forecast = forecastGrowth(growthOf(history, measuresOf(history.at(-1)?.type ?? '')))
  return forecast ? words.forecast(forecast) : null
}

/** Its measures then, and its growth since. */
function linesOf(words: ReportWords, step: Finding, present: Finding): string[] {
  return words.measures(step).map(({ measure, name, value, text }) => {
    const now = present[measure]
    if (now === null || now === value) return words.text('finding.measured', { name, value: text })
    const difference = words.difference(value, now)
    const values = { name, before: text, now: words.measured(measure, now), difference }
    return words.text('finding.grown', values)
  })
}
