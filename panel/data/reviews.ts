import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { FindingReview, type ReviewDraft, ReviewedFinding } from '#domain/inspections/review.ts'
import { api, type CallInit } from '#panel/api/api-client.ts'
import { readAnswer } from '#panel/api/read-answer.ts'
import { RequestError } from '#panel/api/request-error.ts'
import { type InspectionPlace, inspectionPath } from './inspections.ts'
import { inspectionKeys } from './keys.ts'

const Reviews = z.object({ data: z.array(FindingReview) })
/** A change of the severity is refused without a decision. */
const Stale = z.object({ data: ReviewedFinding.partial({ review: true }) })

const { reviews } = api.turbines[':id'].inspections[':year']

/** What reviewers have decided. Only for the team. */
export function reviewsQuery(place: InspectionPlace) {
  return queryOptions({
    queryKey: [...inspectionKeys.one(place), 'reviews'],
    // Somebody else may be reviewing at the same time.
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await readAnswer(reviews.$get({ param: inspectionPath(place) }, { init: { signal } }), Reviews)).data,
  })
}

/** @returns all decisions about the inspection @throws RequestError `finding_not_found`, `reason_required`, `stale_revision` */
export async function sendDecision(
  place: InspectionPlace,
  draft: ReviewDraft,
  init: CallInit,
): Promise<FindingReview[]> {
  const call = reviews.$post({ param: inspectionPath(place), json: draft }, { init })
  return (await readAnswer(call, Reviews)).data
}

/** The finding as it is now with its decision, if the call was about an older one. */
export function reviewedFinding(error: unknown): z.infer<typeof Stale>['data'] | undefined {
  const isStale = error instanceof RequestError && error.code === 'stale_revision'
  return isStale ? Stale.safeParse(error.body).data?.data : undefined
}
