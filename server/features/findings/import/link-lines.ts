import type { Finding } from '#domain/findings/finding.ts'
import { mayContinue } from '#domain/findings/finding-links.ts'
import type { FindingColumn } from '#server/features/findings/files/finding-table.ts'
import type { NewLine, PlannedLine } from './planned-line.ts'

/**
 * Links the new findings of a file to earlier ones. A number in that column refers to the line of the file with this number, or else to the
 * turbine's finding. A finding with an impossible link is added without it, with a remark: also if it leads to a refused line, because the
 * turbine's finding of that number is another one. A known finding keeps its link; if the file has another one, or none, the line gets a
 * remark.
 *
 * @param findings those of the turbine
 * @param columns those of the file
 */
export function linkLines(
  lines: readonly PlannedLine[],
  findings: readonly Finding[],
  columns: ReadonlySet<FindingColumn>,
): void {
  const byNumber = new Map<string, NewLine | Finding>(findings.map((finding) => [finding.number, finding]))
  for (const line of lines) if (line.becomes === 'refused' && line.number) byNumber.delete(line.number)
  for (const line of lines.toReversed()) {
    if (line.becomes === 'new' && line.read.number) byNumber.set(line.read.number, line)
    if (isOfTurbine(line) && line.read.number) byNumber.set(line.read.number, line.finding)
  }
  const continued = new Set<NewLine | Finding>()
  const isContinued = (earlier: NewLine | Finding) =>
    continued.has(earlier) || ('later_id' in earlier && earlier.later_id !== null)
  for (const line of lines) {
    if (isOfTurbine(line) && columns.has('earlier')) {
      const { earlier } = line.read
      const said = earlier === undefined ? null : byNumber.get(earlier)
      if (said === undefined || idOf(said) !== line.finding.earlier_id)
        line.remarks.push({ column: 'earlier', code: 'earlier_differs' })
    }
    if (line.becomes !== 'new' || line.read.earlier === undefined) continue
    const earlier = byNumber.get(line.read.earlier)
    if (earlier === undefined) line.remarks.push({ column: 'earlier', code: 'earlier_unknown' })
    else if (isContinued(earlier) || !mayContinue(line.fields, fieldsOf(earlier)))
      line.remarks.push({ column: 'earlier', code: 'earlier_impossible' })
    else {
      continued.add(earlier)
      line.earlier = earlier
    }
  }
}

/** True for a line with a known finding, even with other values. */
function isOfTurbine(line: PlannedLine): line is Extract<PlannedLine, { finding: Finding }> {
  return line.becomes === 'known' || line.becomes === 'changed'
}

/** The id of a finding of the turbine; null without one, undefined for a line that is not yet one. */
function idOf(finding: NewLine | Finding | null): number | null | undefined {
  if (finding === null) return null
  return 'id' in finding ? finding.id : undefined
}

function fieldsOf(earlier: NewLine | Finding) {
  return 'fields' in earlier ? earlier.fields : earlier
}
