import type { Finding } from '#domain/findings/finding.ts'

/** The ids of the findings about which somebody has decided. */
interface Decided {
  has: (id: number) => boolean
}

/** How long a decision takes while nobody knows the pace of this reviewer, in milliseconds. */
const FIRST_PACE_MS = 6000
/** After so many decisions, the reviewer's own pace counts. */
const PACE_KNOWN_FROM = 3
const MINUTE_MS = 60_000

/** The next finding about which nobody has decided, after `id` and then from the beginning; undefined if there is none. */
export function nextUndecided(
  findings: readonly Finding[],
  decided: Decided,
  id: number | undefined,
): Finding | undefined {
  const place = findings.findIndex((finding) => finding.id === id)
  const after = [...findings.slice(place + 1), ...findings.slice(0, Math.max(0, place))]
  return after.find((finding) => !decided.has(finding.id))
}

/** How many decisions a reviewer has made since the screen was opened, and how long they took together, in milliseconds. */
export interface Pace {
  decisions: number
  tookMs: number
}

/** How many minutes the rest takes at this pace, at least one. */
export function minutesLeft(left: number, { decisions, tookMs }: Pace): number {
  const each = decisions < PACE_KNOWN_FROM ? FIRST_PACE_MS : tookMs / decisions
  return Math.max(1, Math.round((left * each) / MINUTE_MS))
}

/** The findings of earlier years that a finding continues, the newest first. */
export function earlierOf(findings: readonly Finding[], finding: Finding): Finding[] {
  const byId = new Map(findings.map((each) => [each.id, each]))
  const earlier: Finding[] = []
  let next = finding.earlier_id === null ? undefined : byId.get(finding.earlier_id)
  while (next && !earlier.includes(next)) {
    earlier.push(next)
    next = next.earlier_id === null ? undefined : byId.get(next.earlier_id)
  }
  return earlier
}
