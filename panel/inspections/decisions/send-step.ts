import type { Finding } from '#domain/findings/finding.ts'
import type { FindingReview } from '#domain/inspections/review.ts'
import type { CallInit } from '#panel/api/api-client.ts'
import { type LostConnection, lossOf } from '#panel/api/lost-connection.ts'
import { RequestError } from '#panel/api/request-error.ts'
import { addComment } from '#panel/data/comments.ts'
import { editFinding } from '#panel/data/findings.ts'
import { sendDecision } from '#panel/data/reviews.ts'
import type { WaitingStep } from './waiting-steps.ts'

/** What the server has after a step: all decisions about the inspection, or the finding with its new severity. */
export type SentStep = { reviews: FindingReview[] } | { graded: Finding }

/** Sends a step, always with its own key. @throws RequestError `finding_not_found`, `stale_revision` */
export async function sendStep(step: WaitingStep, signal: AbortSignal): Promise<SentStep> {
  const { turbineId, findings, remark, attempt } = step
  const init: CallInit = { key: attempt, signal }
  if (step.do === 'decide') {
    const draft = {
      decision: step.decision,
      finding_ids: findings.map(({ id }) => id),
      revisions: findings.map(({ revision }) => revision),
      ...(step.replaces && { replaces: step.replaces }),
      remark,
    }
    return { reviews: await sendDecision(step, draft, init) }
  }
  const [finding] = findings
  if (!finding) throw new Error('A change of the severity has no finding.')
  const change = { severity: step.severity }
  const { finding: graded } = await editFinding(turbineId, finding.id, change, finding.revision, { signal })
  if (remark !== '') await addComment(turbineId, remark, 'team', finding.id, init)
  return { graded }
}

/** The answers with a status of 4xx after which the same call may succeed later. */
const LATER = ['request_timeout', 'too_many_requests', 'request_in_progress', 'server_error']

/**
 * A step waits after everything but a refusal of this server: no answer, its failure, or the answer of a proxy. So no failure loses what a
 * reviewer has decided.
 */
export function stepLossOf(error: unknown): LostConnection | undefined {
  if (!(error instanceof RequestError)) return undefined
  const isRefused = error.isRefusal && !LATER.includes(error.code)
  return isRefused ? undefined : (lossOf(error) ?? 'disconnected')
}

/** True if the step waits until its user has signed in again, or has chosen a password. */
export function needsSession(error: unknown): boolean {
  return error instanceof RequestError && (error.status === 401 || error.code === 'password_change_required')
}
