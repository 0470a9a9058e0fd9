import type { Finding } from '#domain/findings/finding.ts'
import type { FindingColumn } from '#server/features/findings/files/finding-table.ts'
import { mapInTurns } from '#server/infrastructure/in-turns.ts'
import { differingColumns, identityOf } from './compare-line.ts'
import type { ReadLine, SayingColumn } from './planned-line.ts'

/** The finding of the turbine that a line means. */
export interface Match {
  finding: Finding
  /** The columns in which the line says something else. */
  differing: readonly SayingColumn[]
}

/** Why a line with the number of a finding does not mean it: its blade or side is another, or another line has the number. */
export type NumberFault = 'number_of_other_place' | 'number_repeated'

/**
 * Which findings of the turbine the lines mean. The number is the identity: a line with the number of a finding means this finding, also
 * with other values, and is never a new one. Without the number of a finding, a line means one of which it would say the same: a line has
 * all fields but the mark and the links. Each finding belongs to one line at most, so a file with two equal lines means two findings.
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
  // Of lines with one number, the one that says the same is the finding.
  for (const isSame of [true, false])
    for (const { line, finding, differing } of compared)
      if ((differing.length === 0) === isSame && !taken.has(finding)) take(line, finding, differing)

  // A line without a day fits any day of its year, so it gets what the others leave.
  for (const hasDay of [true, false]) {
    const same = lines.filter((line) => line.hasDay === hasDay && !matches.has(line) && !faults.has(line))
    if (same.length === 0) continue
    // A file of a former version cannot say due dates that were set by hand.
    const withoutDue: readonly SayingColumn[] = columns.has('own_due_on') ? [] : ['own_due_on', 'due_reason']
    const without: readonly SayingColumn[] = hasDay ? withoutDue : ['found_on', ...withoutDue]
    const ofLines = await mapInTurns(same, ({ fields }) => identityOf(fields, without))
    const ofFindings = await mapInTurns(findings, (finding) => identityOf(finding, without))
    const identities = new Map(findings.map((finding, index) => [finding, ofFindings[index]]))
    // The first one is the last one, which `pop` takes.
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
