import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { Comment } from '#domain/comment.ts'
import { Finding } from '#domain/findings/finding.ts'
import type { Severity } from '#domain/findings/finding-type.ts'
import { FindingReview, type ReviewDraft, ReviewedFinding } from '#domain/inspections/review.ts'
import { api, type CallInit } from '#panel/api/api-client.ts'
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
/** A change of the severity is refused without a decision. */
const Stale = z.object({ data: ReviewedFinding.partial({ review: true }) })

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
  init: CallInit,
): Promise<FindingReview[]> {
  const param = { id: String(turbineId), year: String(year) }
  const call = turbine.inspections[':year'].reviews.$post({ param, json: draft }, { init })
  return (await readAnswer(call, Reviews)).data
}

/** @throws RequestError `stale_revision` */
export async function changeSeverity(
  turbineId: number,
  { id, revision }: Pick<Finding, 'id' | 'revision'>,
  severity: Severity | null,
  init: CallInit,
): Promise<Finding> {
  const param = { id: String(turbineId), findingId: String(id) }
  const call = turbine.findings[':findingId'].$put(
    { param, json: { severity } },
    { init, ...ifRevision(revision) },
  )
  return (await readAnswer(call, Changed)).data
}

/** Adds a comment about a finding that only the team reads. */
export async function addRemark(
  turbineId: number,
  finding_id: number,
  comment: string,
  init: CallInit,
): Promise<void> {
  const json = { comment, finding_id, audience: 'team' as const }
  await readAnswer(turbine.comments.$post({ param: { id: String(turbineId) }, json }, { init }), Added)
}

/** The finding as it is now with its decision, if the call was about an older one. */
export function reviewedFinding(error: unknown): z.infer<typeof Stale>['data'] | undefined {
  const isStale = error instanceof RequestError && error.code === 'stale_revision'
  return isStale ? Stale.safeParse(error.body).data?.data : undefined
}
