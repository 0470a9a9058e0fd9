import { drawnLength, extentsOf, middleOf } from '#domain/findings/blade-marks.ts'
import type { Finding } from '#domain/findings/finding.ts'
import { isSolved } from '#domain/findings/finding-rules.ts'
import type { FindingSide } from '#domain/findings/finding-type.ts'
import { BLADES, type Blade } from '#domain/photo.ts'
import type { BladeMap, BladeMaps, Lane } from '#server/features/reports/pdf/report-document.ts'
import { uninspectedBlades } from './describe-summary.ts'
import type { IndexedData } from './report-data.ts'
import { destinationOf, type ReportFindings } from './report-findings.ts'
import type { ReportWords } from './report-words.ts'

const LANES: Record<FindingSide, Lane> = {
  LE: 'leading',
  TE: 'trailing',
  PS: 'pressure',
  SS: 'suction',
  BOX: 'inside',
  NOSE: 'inside',
  TAIL: 'inside',
}

/** Possible intervals of an axis's labels, in metres. */
const STEPS_M = [1, 2, 5, 10, 20, 50]
const TICKS_MAX = 10

/** The three blades with the findings of the year and unresolved earlier ones. */
export function describeBlades(
  data: IndexedData,
  words: ReportWords,
  { own, leftOver }: ReportFindings,
): BladeMaps {
  const findings = [...own, ...leftOver]
  const length = lengthOf(data, findings)
  const unseen = new Set(uninspectedBlades(data, own))
  return {
    title: words.text('maps.title'),
    destination: 'blade-maps',
    text: [words.text('maps.text'), ...(findings.some(isSolved) ? [words.text('maps.solved')] : [])].join(
      ' ',
    ),
    root: words.text('maps.root'),
    tip: words.text('maps.tip'),
    crowded: words.text('maps.crowded'),
    blades: BLADES.map((blade) => {
      const there = findings.filter((finding) => finding.blade === blade)
      return describeBlade(words, blade, there, length, unseen.has(blade))
    }),
  }
}

/** The metres of the drawings; undefined without the blades' length and without places. */
function lengthOf({ turbine }: IndexedData, findings: Finding[]): number | undefined {
  const isKnown = turbine.blade_length !== null || findings.some(({ from_m }) => from_m !== null)
  return isKnown ? drawnLength(turbine.blade_length, findings) : undefined
}

function describeBlade(
  words: ReportWords,
  blade: Blade,
  findings: Finding[],
  length: number | undefined,
  isUnseen: boolean,
): BladeMap {
  const isPlaced = ({ from_m }: Finding) => from_m !== null && length !== undefined
  const placed = findings.filter(isPlaced)
  const unplaced = findings.filter((finding) => !isPlaced(finding)).map(({ number }) => number)
  const nameOf = (finding: Finding, name: string) =>
    isSolved(finding) ? words.text('maps.mark.solved', { name }) : name
  const list = words.list(
    findings.map((finding) => nameOf(finding, `${finding.number} ${words.type(finding.type)}`)),
  )
  const notes = [
    ...(isUnseen ? [words.text('maps.unseen')] : []),
    ...(findings.length === 0 && !isUnseen ? [words.text('maps.none')] : []),
    ...(unplaced.length > 0 ? [words.text('maps.unplaced', { list: words.list(unplaced) })] : []),
  ]
  return {
    name: words.text('maps.blade', { blade }),
    alt: words.text('maps.alt', { blade, n: findings.length, list }),
    ticks: length === undefined ? [] : ticksOf(words, length),
    marks: placed.map((finding) => {
      // The heading has the blade.
      const label = finding.number.slice(2)
      const share = (metres: number) => Math.min(1, metres / (length ?? 1))
      return {
        at: share(middleOf(finding)),
        extents: extentsOf(finding).map(({ from, to }) => ({ from: share(from), to: share(to) })),
        lane: LANES[finding.side],
        severity: finding.severity,
        isSolved: isSolved(finding),
        label,
        name: nameOf(finding, label),
        destination: destinationOf(finding),
      }
    }),
    note: notes.join(' '),
  }
}

function ticksOf(words: ReportWords, length: number): BladeMap['ticks'] {
  const step = STEPS_M.find((metres) => length / metres <= TICKS_MAX) ?? length
  return Array.from({ length: Math.floor(length / step) + 1 }, (_, index) => ({
    at: (index * step) / length,
    text: words.text('unit.m', { value: words.number(index * step) }),
  }))
}
