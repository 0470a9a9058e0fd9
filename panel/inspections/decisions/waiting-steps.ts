import * as z from 'zod'
import { Revision } from '#domain/fields.ts'
import type { Finding } from '#domain/findings/finding.ts'
import { Severity } from '#domain/findings/finding-type.ts'
import { type FindingReview, ReviewDecision } from '#domain/inspections/review.ts'

/** What every step of a reviewer has. */
const Step = z.object({
  /** The `Idempotency-Key`: it is the same each time the step is sent, so that the server takes it once. */
  attempt: z.string(),
  /** The order of the keys. */
  order: z.int(),
  turbineId: z.int(),
  year: z.int(),
  /** The findings that it is about, as the screen showed them when the key was pressed. */
  findings: z.array(z.object({ id: z.int(), revision: Revision })).min(1),
  /** A comment for the team about each of them; empty if there is none. */
  remark: z.string(),
})

/** What a reviewer has done and the server does not have yet: a decision, or another severity. */
export const WaitingStep = z.discriminatedUnion('do', [
  Step.extend({
    do: z.literal('decide'),
    decision: z.enum([...ReviewDecision.options, 'undecided']),
    /** The decisions that the screen showed, by their ids. Left out if it showed one of the reviewer that has no id yet. */
    replaces: z.array(z.int().nullable()).optional(),
  }),
  Step.extend({ do: z.literal('grade'), severity: Severity.nullable() }),
])
export type WaitingStep = z.infer<typeof WaitingStep>

/** A decision as the screen shows it. One that the server does not have yet has neither id nor time. */
export type ShownReview = Omit<FindingReview, 'id' | 'at'> & { id: number | null; at: string | null }

/** Decisions by the id of their finding. */
export type ShownReviews = ReadonlyMap<number, ShownReview>

/** The steps that this version of the panel understands, each once, in the order of the keys. */
export function inOrder(stored: readonly unknown[]): WaitingStep[] {
  const steps = stored.flatMap((one) => WaitingStep.safeParse(one).data ?? [])
  const byAttempt = new Map(steps.map((step) => [step.attempt, step]))
  return [...byAttempt.values()].toSorted((a, b) => a.order - b.order)
}

/** The decisions as they are once the server has the steps. */
export function reviewsAfter(
  reviews: readonly FindingReview[],
  steps: readonly WaitingStep[],
  reviewer: Pick<FindingReview, 'user_id' | 'user_name'>,
): ShownReviews {
  const shown = new Map<number, ShownReview>(reviews.map((review) => [review.finding_id, review]))
  for (const step of steps) {
    for (const { id } of step.findings) {
      if (step.do === 'grade' || step.decision === 'undecided') shown.delete(id)
      else shown.set(id, { id: null, finding_id: id, decision: step.decision, at: null, ...reviewer })
    }
  }
  return shown
}

/** The findings with the severities that they have once the server has the steps. */
export function gradedAfter(findings: readonly Finding[], steps: readonly WaitingStep[]): Finding[] {
  const grades = new Map(
    steps.flatMap((step) => (step.do === 'grade' ? step.findings.map(({ id }) => [id, step.severity]) : [])),
  )
  return findings.map((finding) => {
    const severity = grades.get(finding.id)
    return severity === undefined ? finding : { ...finding, severity }
  })
}

/** A step that follows a change of the severity by the same reviewer, who knew of it. Undefined if it is about other findings. */
export function afterGrading(step: WaitingStep, before: Seen, revision: number): WaitingStep | undefined {
  const isFollowing = ({ id, revision }: Seen) => id === before.id && revision === before.revision
  if (!step.findings.some(isFollowing)) return undefined
  return {
    ...step,
    findings: step.findings.map((seen) => (isFollowing(seen) ? { ...seen, revision } : seen)),
  }
}
type Seen = WaitingStep['findings'][number]

/** True if the step is about this finding alone. */
export function isOnlyAbout({ findings }: WaitingStep, findingId: number): boolean {
  return findings.every(({ id }) => id === findingId)
}
