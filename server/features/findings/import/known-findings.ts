import type { Finding, FindingFields } from '#domain/findings/finding.ts'
import type { FindingColumn } from '#server/features/findings/files/finding-table.ts'
import { mapInTurns } from '#server/infrastructure/in-turns.ts'
import type { ReadLine } from './planned-line.ts'

/**
 * Which lines are findings that the turbine has already. Two findings are the same if a line would say the same of both: a line has all
 * fields but the mark and the links. Each finding is the same as one line at most, so a file with two equal lines means two findings.
 *
 * @param columns those of the file
 */
export async function matchKnown(
  lines: readonly ReadLine[],
  findings: readonly Finding[],
  columns: ReadonlySet<FindingColumn>,
): Promise<Map<ReadLine, Finding>> {
  // A file of a former version cannot say due dates that were set by hand.
  const saysDueDates = columns.has('own_due_on')
  const byNumber = new Map(findings.map((finding) => [finding.number, finding]))
  const matches = new Map<ReadLine, Finding>()
  const taken = new Set<Finding>()
  const take = (line: ReadLine, finding: Finding | undefined) => {
    if (!finding || taken.has(finding) || matches.has(line)) return
    taken.add(finding)
    matches.set(line, finding)
  }
  // A line without a day fits any day of its year, so it gets what the others leave.
  for (const hasDay of [true, false]) {
    const same = lines.filter((line) => line.hasDay === hasDay)
    if (same.length === 0) continue
    const said = { hasDay, saysDueDates }
    const ofLines = await mapInTurns(same, ({ fields }) => identity(fields, said))
    const ofFindings = await mapInTurns(findings, (finding) => identity(finding, said))
    const identities = new Map(findings.map((finding, index) => [finding, ofFindings[index]]))
    // The first one is the last one, which `pop` takes.
    const waiting = Map.groupBy(findings.toReversed(), (finding) => identities.get(finding))
    // Of equal findings, the one with the same number: links of other lines name it.
    for (const [index, line] of same.entries()) {
      const finding = byNumber.get(line.number ?? '')
      if (finding && identities.get(finding) === ofLines[index]) take(line, finding)
    }
    for (const [index, line] of same.entries()) {
      const equal = waiting.get(ofLines[index]) ?? []
      while (!matches.has(line) && equal.length > 0) take(line, equal.pop())
    }
  }
  return matches
}

function identity(
  fields: Finding | FindingFields,
  { hasDay, saysDueDates }: { hasDay: boolean; saysDueDates: boolean },
): string {
  const { positions_m, from_m, to_m } = fields
  return JSON.stringify([
    fields.blade,
    fields.side,
    fields.room,
    fields.photo_id,
    fields.type,
    fields.severity,
    // A file has one number for a place that is no range.
    positions_m.length > 1 ? positions_m.toSorted((one, other) => one - other) : [],
    positions_m.length > 1 ? null : (positions_m[0] ?? from_m),
    positions_m.length > 1 ? null : (positions_m[0] ?? to_m ?? from_m),
    fields.length_mm,
    fields.width_mm,
    fields.area_cm2,
    fields.opening_mm,
    fields.diameter_mm,
    fields.depth_mm,
    fields.count,
    fields.text,
    fields.status,
    fields.year,
    hasDay ? fields.found_on : '',
    ...(saysDueDates ? [fields.own_due_on, fields.due_reason] : []),
  ])
}
