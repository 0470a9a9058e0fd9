import type { Finding } from '#domain/findings/finding.ts'
import { isUnsolved } from '#domain/findings/finding-rules.ts'
import type { Role } from '#domain/permissions.ts'
import type { PlannedFinding } from './plans/finding-plan.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** A planned comment about a finding. */
interface FindingComment {
  role: Role
  text: string
  created: Date
}

/** What people write about a severe finding that has an earlier one, and about a due date set by hand. Comments in the future are left out. */
export function planFindingComments(
  { photo, severity, due_reason }: PlannedFinding,
  { added, previous }: { added: Finding; previous: Finding | undefined },
  now: Date,
): FindingComment[] {
  if (!previous || !isUnsolved(added) || ((severity ?? 0) < 4 && due_reason === '')) return []
  const growth = growthWords(previous, added)
  const lines: [Role, number, string][] = [
    ['operator', 2, `Geçen yılki fotoğrafla aynı yerden çektik${growth}.`],
    ['customer', 3, 'Gördüm, teşekkürler. Onarım tarihi belli olunca buraya yazar mısınız?'],
  ]
  if (due_reason !== '') lines.push(['operator', 4, `Son tarihi değiştirdim: ${due_reason}`])
  return lines
    .map(([role, days, text]) => ({ role, text, created: new Date(photo.taken.getTime() + days * DAY_MS) }))
    .filter(({ created }) => created < now)
}

function growthWords(previous: Finding, added: Finding): string {
  const [before, after] = [previous.length_mm, added.length_mm]
  if (before === null || after === null || after <= before) return ''
  return `: çatlak ${Math.round(before)} mm’den ${Math.round(after)} mm’ye uzamış`
}
