import type { Finding } from '#domain/findings/finding.ts'
import { isBladeInspected, stateOfWorst, turbineState } from '#domain/findings/finding-rules.ts'
import { SEVERITIES, type Severity } from '#domain/findings/finding-type.ts'
import type { Inspection } from '#domain/inspections/inspection.ts'
import { BLADES, type Blade, type Photo } from '#domain/photo.ts'
import type { TurbineState } from '#domain/turbine.ts'
import type { Cell, State, Summary, Table } from '#server/features/reports/pdf/report-document.ts'
import { describeDue } from './describe-finding.ts'
import type { IndexedData, ReportedVersion } from './report-data.ts'
import { destinationOf, type ReportFindings } from './report-findings.ts'
import type { ReportWords } from './report-words.ts'

/** The page with the state, the actions, the blades, and the limits. */
export function describeSummary(data: IndexedData, words: ReportWords, findings: ReportFindings): Summary {
  const { year } = data.inspection
  const photos = data.photosOfYear
  const { own, leftOver, unsolved } = findings
  const ungraded = unsolved.filter(({ severity }) => severity === null).length
  return {
    title: words.text('summary.title'),
    destination: 'summary',
    state: describeState(data, words, findings),
    paragraphs: [
      words.text('summary.text', { year: String(year), photos: photos.length, findings: own.length }),
      ...(leftOver.length > 0 ? [words.text('summary.earlier', { n: leftOver.length })] : []),
      ...(data.overdueIds.size > 0 ? [words.text('summary.overdue', { n: data.overdueIds.size })] : []),
      ...(ungraded > 0 ? [words.text('summary.ungraded', { n: ungraded })] : []),
    ],
    counts: countsOf(words, [...own, ...leftOver]),
    actions: {
      title: words.text('actions.title'),
      text: words.text('actions.text', { n: unsolved.length }),
      table: actionTable(data, words, unsolved),
    },
    blades: { title: words.text('blades.title'), table: bladeTable(data, words, findings) },
    notSeen: { title: words.text('notSeen.title'), paragraphs: notSeen(data, words, photos) },
  }
}

/** The state of the turbine after the inspection. */
export function describeState(data: IndexedData, words: ReportWords, { unsolved }: ReportFindings): State {
  const { year } = data.inspection
  const bladeYears = data.photos.filter(({ category }) => category === 'blade').map((photo) => photo.year)
  // A published inspection with photos counts, whatever they show: the lists show its letter, too.
  const isInspected = data.release !== null && data.inspection.photos > 0
  const inspectedYears = isInspected ? [...bladeYears, year] : bladeYears
  const state = turbineState(data.findings, inspectedYears, year)
  const severity = severityOf(state)
  const name = words.text(`state.${state}`)
  if (severity === null) {
    return {
      letter: '–',
      severity,
      name,
      sentence: words.text('state.sentence.not_inspected', { year: String(year) }),
    }
  }
  return { letter: state, severity, name, sentence: stateSentence(words, unsolved) }
}

function stateSentence(words: ReportWords, unsolved: Finding[]): string {
  const [worst] = unsolved
  const n = unsolved.length
  if (!worst) return words.text('state.sentence.none')
  const { severity, number } = worst
  if (severity === null || severity === 1) return words.text('state.sentence.record', { n })
  const { name } = words.severity(severity)
  return words.text('state.sentence.worst', {
    n,
    severity,
    name,
    finding: `${number}, ${words.type(worst.type)}`,
  })
}

/** The severity that sets the state; null if the turbine is not inspected. */
function severityOf(state: TurbineState): Severity | null {
  return SEVERITIES.find((severity) => stateOfWorst(severity) === state) ?? null
}

/** The number of findings of each severity, the worst first. */
export function countsOf(words: ReportWords, findings: readonly Finding[]): Summary['counts'] {
  const count = (wanted: Severity | null) => findings.filter(({ severity }) => severity === wanted).length
  const graded = SEVERITIES.toReversed().map((severity) => ({
    severity,
    name: words.severity(severity).name,
    count: count(severity),
  }))
  return [...graded, { severity: null, name: words.text('severity.none'), count: count(null) }]
}

function actionTable(data: IndexedData, words: ReportWords, unsolved: Finding[]): Table {
  const { year } = data.inspection
  return {
    columns: [
      { title: words.text('actions.number'), share: 18 },
      { title: words.text('actions.where'), share: 33 },
      { title: words.text('actions.what'), share: 28 },
      { title: words.text('actions.action'), share: 18 },
      { title: words.text('actions.due'), share: 28 },
    ],
    rows: unsolved.map((finding): Cell[] => {
      const { severity, number } = finding
      const where = words.where(finding)
      return [
        { text: number, severity, destination: destinationOf(finding) },
        {
          text:
            finding.year === year
              ? where
              : words.text('actions.ofYear', { where, year: String(finding.year) }),
        },
        { text: words.type(finding.type) },
        { text: severity === null ? words.text('actions.grade') : words.severity(severity).action },
        dueCell(finding),
      ]
    }),
  }

  function dueCell(finding: Finding): Cell {
    if (finding.due_on === null) return { text: words.text('actions.noDue') }
    const { value, ...mark } = describeDue(data, words, finding, finding.due_on)
    return { text: value, ...mark }
  }
}

function bladeTable(
  data: IndexedData,
  words: ReportWords,
  { own, leftOver, unsolved }: ReportFindings,
): Table {
  const uninspected = uninspectedBlades(data, own)
  return {
    columns: [
      { title: words.text('blades.blade'), share: 12 },
      { title: words.text('blades.photos'), share: 14, align: 'right' },
      { title: words.text('blades.findings'), share: 14, align: 'right' },
      { title: words.text('blades.worst'), share: 60 },
    ],
    rows: BLADES.map((blade): Cell[] => {
      const seen = data.photosOfYear.filter((photo) => photo.blade === blade).length
      const found = [...own, ...leftOver].filter((finding) => finding.blade === blade)
      const worst = unsolved.find((finding) => finding.blade === blade)
      return [{ text: blade }, { text: String(seen) }, { text: String(found.length) }, verdict(blade, worst)]
    }),
  }

  function verdict(blade: Blade, worst: Finding | undefined): Cell {
    if (worst) {
      const name = `${words.severityNamed(worst.severity)} (${worst.number})`
      return { text: name, severity: worst.severity, destination: destinationOf(worst) }
    }
    return { text: words.text(uninspected.includes(blade) ? 'blades.unseen' : 'blades.none') }
  }
}

/** Blades without a photo come first: they are certain, whatever the inspector wrote. */
function notSeen({ inspection, release }: IndexedData, words: ReportWords, photos: Photo[]): string[] {
  const unseen = bladesWithoutPhoto(photos)
  const unnamed = photos.filter(({ blade, category }) => category === 'blade' && blade === null).length
  const known = [
    ...(unseen.length > 0
      ? [words.text('notSeen.blades', { n: unseen.length, blades: words.list(unseen) })]
      : []),
    ...(unnamed > 0 ? [words.text('notSeen.unnamed', { n: unnamed })] : []),
    ...noteUninspected(inspection, words),
    ...notDecided(inspection, release, words),
  ]
  const written = inspection.not_seen === '' ? words.text('notSeen.nothing') : inspection.not_seen
  return [...known, written]
}

/** The number of photos not inspected, and the reason. */
function noteUninspected(
  { photos, looked_at, unlooked_reason: reason }: Inspection,
  words: ReportWords,
): string[] {
  const n = photos - looked_at
  if (!(n > 0)) return []
  return [words.text(reason === '' ? 'notSeen.unlooked' : 'notSeen.unlooked.reason', { n, photos, reason })]
}

/** An empty inspection, or the number of undecided findings, and the reason for publishing. */
function notDecided(
  { photos, findings, unlooked_reason }: Inspection,
  release: ReportedVersion | null,
  words: ReportWords,
): string[] {
  const undecided = release?.undecided ?? 0
  const isNothing = release !== null && photos === 0 && findings === 0
  if (!isNothing && undecided === 0) return []
  // The reason for photos not inspected is above.
  const reason = release?.reason === unlooked_reason ? '' : (release?.reason ?? '')
  const said = isNothing
    ? words.text('notSeen.nothingInspected')
    : words.text('notSeen.undecided', { n: undecided, findings })
  return [reason === '' ? said : `${said} ${words.text('notSeen.reason', { reason })}`]
}

/** Blades without photos. */
function bladesWithoutPhoto(photos: readonly Photo[]): Blade[] {
  return BLADES.filter((blade) => !photos.some((photo) => photo.blade === blade))
}

/** Blades not inspected. @param own the findings of the year */
export function uninspectedBlades({ photosOfYear }: IndexedData, own: readonly Finding[]): Blade[] {
  return BLADES.filter((blade) => {
    const photoYears = photosOfYear.filter((photo) => photo.blade === blade).map(({ year }) => year)
    return !isBladeInspected(blade, own, photoYears)
  })
}
