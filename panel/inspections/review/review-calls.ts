import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { Comment } from '#domain/comment.ts'
import { Finding } from '#domain/findings/finding.ts'
import type { Severity } from '#domain/findings/finding-type.ts'
import { FindingReview, type ReviewDraft } from '#domain/inspections/review.ts'
import { api } from '#panel/api/api-client.ts'
import { ifRevision } from '#panel/api/if-revision.ts'
import { readAnswer } from '#panel/api/read-answer.ts'
import { RequestError } from '#panel/api/request-error.ts'
import { turbineKeys } from '#panel/api/turbine-keys.ts'
import type { InspectionPlace } from '../inspection-calls.ts'

const Findings = z.object({ data: z.array(Finding) })
const Changed = z.object({ data: Finding })
const Comments = z.object({ data: z.array(Comment) })
const Added = z.object({ data: Comment })
const Reviews = z.object({ data: z.array(FindingReview) })

const turbine = api.turbines[':id']

/** The findings of a turbine in all years, by blade and from the root to the tip. Its page keeps them under the same key. */
export function findingsQuery(turbineId: number) {
  return queryOptions({
    queryKey: [...turbineKeys.one(turbineId), 'findings'],
    queryFn: async ({ signal }) => {
      const call = turbine.findings.$get(
        { param: { id: String(turbineId) }, query: {} },
        { init: { signal } },
      )
      return (await readAnswer(call, Findings)).data
    },
  })
}

/** The comments of a turbine, newest first. */
export function commentsQuery(turbineId: number) {
  return queryOptions({
    queryKey: [...turbineKeys.one(turbineId), 'comments'],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const call = turbine.comments.$get({ param: { id: String(turbineId) } }, { init: { signal } })
      return (await readAnswer(call, Comments)).data
    },
  })
}

/** @returns all decisions about the inspection @throws RequestError `finding_not_found`, `reason_required`, `stale_revision` */
export async function sendDecision(
  { turbineId, year }: InspectionPlace,
  draft: ReviewDraft,
): Promise<FindingReview[]> {
  const param = { id: String(turbineId), year: String(year) }
  const call = turbine.inspections[':year'].reviews.$post({ param, json: draft })
  return (await readAnswer(call, Reviews)).data
}

/** The finding as it is now, if somebody has changed it since it was read. */
export function changedFinding(error: unknown): Finding | undefined {
  const isStale = error instanceof RequestError && error.code === 'stale_revision'
  return isStale ? Changed.safeParse(error.body).data?.data : undefined
}

/** @throws RequestError `stale_revision` */
export async function changeSeverity(finding: Finding, severity: Severity | null): Promise<Finding> {
  const param = { id: String(finding.turbine_id), findingId: String(finding.id) }
  const call = turbine.findings[':findingId'].$put(
    { param, json: { severity } },
    ifRevision(finding.revision),
  )
  return (await readAnswer(call, Changed)).data
}

/** Adds a comment about a finding that only the team reads. */
export async function addRemark(finding: Finding, comment: string): Promise<Comment> {
  const json = { comment, finding_id: finding.id, audience: 'team' as const }
  const call = turbine.comments.$post({ param: { id: String(finding.turbine_id) }, json })
  return (await readAnswer(call, Added)).data
}
