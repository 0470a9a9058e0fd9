import type { Finding } from '#domain/findings/finding.ts'
import type { FindingColumn } from '#server/features/findings/files/finding-table.ts'
import { mapInTurns } from '#server/infrastructure/in-turns.ts'
import { differingColumns, identityOf } from './compare-line.ts'
import type { ReadLine, SayingColumn } from './planned-line.ts'

/** The finding of the turbine that a line refers to. */
export interface Match {
  finding: Finding
  /** The columns in which the line differs. */
  differing: readonly SayingColumn[]
}

/** Why a line with a finding's number does not refer to it: another blade or side, or another line has the number. */
export type NumberFault = 'number_of_other_place' | 'number_repeated'

/**
 * Matches lines with findings of the turbine. The number is the identity: a line with a finding's number refers to it, even with other
 * values, and is never new. Without such a number, a line refers to a finding with the same values: a line has all fields but the mark and
 * the links. Each finding matches at most one line, so a file with two equal lines means two findings.
 *
 * @param columns those of the file
 */
export async function matchFindings(
  lines: readonly ReadLine[],
  findings: readonly Finding[],
  columns: ReadonlySet<FindingColumn>,
): Promise<{ matches: Map<ReadLine, Match>; faults: Map<ReadLine, NumberFault> }> {
  const byNumber = new Map(findings.map((finding) => [finding.number, finding]))
  const matches = new Map<ReadLine, Match>()
  const faults = new Map<ReadLine, NumberFault>()
  const taken = new Set<Finding>()
  const take = (line: ReadLine, finding: Finding, differing: readonly SayingColumn[] = []) => {
    taken.add(finding)
    matches.set(line, { finding, differing })
  }

  const numbered = lines.flatMap((line) => {
    const finding = byNumber.get(line.number ?? '')
    if (!finding) return []
    const { blade, side } = line.fields
    if (blade === finding.blade && side === finding.side) return { line, finding }
    faults.set(line, 'number_of_other_place')
    return []
  })
  const compared = await mapInTurns(numbered, ({ line, finding }) => ({
    line,
    finding,
    differing: differingColumns(line, finding, columns),
  }))
  // Of lines with the same number, the one with the same values matches.
  for (const isSame of [true, false])
    for (const { line, finding, differing } of compared)
      if ((differing.length === 0) === isSame && !taken.has(finding)) take(line, finding, differing)

  // A line without a day fits any day of its year, so it matches last.
  for (const hasDay of [true, false]) {
    const same = lines.filter((line) => line.hasDay === hasDay && !matches.has(line) && !faults.has(line))
    if (same.length === 0) continue
    // A former version's file has no due dates set by hand.
    const withoutDue: readonly SayingColumn[] = columns.has('own_due_on') ? [] : ['own_due_on', 'due_reason']
    const without: readonly SayingColumn[] = hasDay ? withoutDue : ['found_on', ...withoutDue]
    const ofLines = await mapInTurns(same, ({ fields }) => identityOf(fields, without))
    const ofFindings = await mapInTurns(findings, (finding) => identityOf(finding, without))
    const identities = new Map(findings.map((finding, index) => [finding, ofFindings[index]]))
    // Reversed, because `pop` takes the last one.
    const waiting = Map.groupBy(findings.toReversed(), (finding) => identities.get(finding))
    for (const [index, line] of same.entries()) {
      const equal = waiting.get(ofLines[index]) ?? []
      while (!matches.has(line) && equal.length > 0) {
        const finding = equal.pop()
        if (finding && !taken.has(finding)) take(line, finding)
      }
    }
  }
  for (const { line } of numbered) if (!matches.has(line)) faults.set(line, 'number_repeated')
  return { matches, faults }
}
