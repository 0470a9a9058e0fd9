import type { Finding } from '#domain/finding.ts'
import { historyOf, isUnsolved } from '#domain/finding-rules.ts'
import type { Fact, FindingPage, HistoryStep } from '#server/report-pdf/report-document.ts'
import { describeCrop, describeWhole, pictureOf } from './describe-photo.ts'
import type { ReportData } from './report-data.ts'
import { destinationOf } from './report-findings.ts'
import type { ReportWords } from './report-words.ts'

/** How many earlier years stand beside a finding. */
const EARLIER_MAX = 4
/** The widths that crops need, in pixels. */
const CROP_PIXELS = 800
const EARLIER_CROP_PIXELS = 400

/** The page of one finding. */
export function describeFinding(data: ReportData, words: ReportWords, finding: Finding): FindingPage {
  const photo = pictureOf(data, finding)
  const type = words.type(finding.type)
  const alt = words.text('finding.crop', { number: finding.number, type })
  const earlier = earlierOf(data, finding)
  return {
    destination: destinationOf(finding),
    number: finding.number,
    title: type,
    status: statusOf(data, words, finding),
    severity: finding.severity,
    severityName: words.severityNamed(finding.severity),
    photo: photo ? describeWhole(data, words, finding, photo) : null,
    crop: photo ? describeCrop(data, words, finding, photo, { alt, pixels: CROP_PIXELS }) : null,
    facts: factsOf(words, finding, earlier.at(-1)),
    paragraphs: [
      ...finding.text.split(/\n+/).filter((line) => line !== ''),
      ...(finding.own_due_on !== null && isUnsolved(finding)
        ? [words.text('finding.dueReason', { reason: finding.due_reason })]
        : []),
      ...(photo ? [] : [words.text(finding.photo_id === null ? 'finding.noPhoto' : 'finding.noPicture')]),
    ],
    history:
      earlier.length === 0
        ? null
        : {
            title: words.text('finding.history'),
            steps: earlier.slice(-EARLIER_MAX).map((step) => describeStep(data, words, step, finding)),
          },
  }
}

function statusOf({ inspection }: ReportData, words: ReportWords, { status, year }: Finding): string {
  const name = words.text(`finding.status.${status}`)
  return year === inspection.year ? name : words.text('finding.ofYear', { status: name, year: String(year) })
}

function factsOf(words: ReportWords, finding: Finding, before: Finding | undefined): Fact[] {
  const { blade, side, room, severity, due_on, found_on, user_name } = finding
  const facts: [Parameters<ReportWords['text']>[0], string | undefined][] = [
    ['finding.blade', blade],
    ['finding.side', words.text(`side.${side}`)],
    ['finding.place', words.place(finding)],
    ['finding.room', room === null ? '' : words.room(room)],
  ]
  const after: typeof facts = [
    ['finding.action', severity !== null && isUnsolved(finding) ? words.severity(severity).action : ''],
    ['finding.due', due_on !== null && isUnsolved(finding) ? words.day(due_on) : ''],
    ['finding.foundOn', words.day(found_on)],
    ['finding.by', user_name],
    ['finding.earlier', before && `${before.number} (${before.year})`],
  ]
  const named = (list: typeof facts) =>
    list.flatMap(([id, value]) => (value ? [{ name: words.text(id), value }] : []))
  const measures = words.measures(finding).map(({ name, text }) => ({ name, value: text }))
  return [...named(facts), ...measures, ...named(after)]
}

/** The findings that this one continues, the oldest first. */
function earlierOf({ findings }: ReportData, finding: Finding): Finding[] {
  const history = historyOf(finding, (id) => findings.find((other) => other.id === id))
  return history.slice(0, history.indexOf(finding))
}

function describeStep(data: ReportData, words: ReportWords, step: Finding, present: Finding): HistoryStep {
  const photo = pictureOf(data, step)
  const year = String(step.year)
  const alt = words.text('finding.earlierCrop', { year })
  return {
    year,
    severity: step.severity,
    severityName: step.severity === null ? words.text('severity.none') : words.severity(step.severity).name,
    lines: growthOf(words, step, present),
    crop: photo ? describeCrop(data, words, step, photo, { alt, pixels: EARLIER_CROP_PIXELS }) : null,
  }
}

/** What the finding measured then, and how much it has grown since. */
function growthOf(words: ReportWords, step: Finding, present: Finding): string[] {
  return words.measures(step).map(({ measure, name, value, text }) => {
    const now = present[measure]
    if (now === null || now === value) return words.text('finding.measured', { name, value: text })
    const difference = `${now > value ? '+' : '−'}${words.number(Math.abs(now - value))}`
    const values = { name, before: text, now: words.measured(measure, now), difference }
    return words.text('finding.grown', values)
  })
}
