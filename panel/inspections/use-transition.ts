import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod'
import type { ErrorCode } from '#domain/answer.ts'
import { ViewedInspection } from '#domain/inspections/inspection.ts'
import { Missing, Obstacle, type TransitionDraft } from '#domain/inspections/state.ts'
import { errorText } from '#panel/api/error-text.ts'
import { RequestError } from '#panel/api/request-error.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { publishSheetQuery } from '#panel/data/inspection-versions.ts'
import {
  type InspectionPlace,
  inspectionQuery,
  inspectionsQuery,
  listsAfterInspection,
  moveInspection,
} from '#panel/data/inspections.ts'
import { useText } from '#panel/words/use-text.ts'

/** The inspection as it is now, in the answer to a call that was about an older revision of it. */
const Stale = z.object({ data: ViewedInspection })
const Refused = z.object({ obstacle: Obstacle })
const Lacking = z.object({ missing: z.array(Missing) })

/** Sends an inspection on. After a refusal because somebody else was faster, the screen shows the inspection as it is now. */
export function useTransition(place: InspectionPlace, onDone: () => void) {
  const text = useText()
  const queryClient = useQueryClient()
  const { queryKey } = inspectionsQuery(place.turbineId)
  function show(moved: ViewedInspection) {
    queryClient.setQueryData(inspectionQuery(place).queryKey, moved)
    queryClient.setQueryData(queryKey, (shown) =>
      shown?.map((each) => (each.year === moved.year ? { ...each, ...moved } : each)),
    )
  }
  return useApiMutation({
    name: ['inspection.transition', place.turbineId, place.year],
    async call(draft: TransitionDraft) {
      try {
        return await moveInspection(place, draft)
      } catch (error) {
        const stale = staleInspection(error)
        if (stale) {
          show(stale)
          void queryClient.invalidateQueries({ queryKey: publishSheetQuery(place).queryKey })
        }
        throw error
      }
    },
    onSuccess(moved) {
      show(moved)
      onDone()
    },
    // A published version changes findings, reports and the state of the turbine, on every screen.
    invalidates: () => listsAfterInspection(place.turbineId),
    failureWhenClosed: (error) => ({
      title: text('inspection.transition.failed'),
      message: errorText(text, error),
    }),
  })
}

/** The inspection as it is now, if the call was about an older revision. */
export function staleInspection(error: Error | null | unknown): ViewedInspection | undefined {
  return isCode(error, 'stale_revision') ? Stale.safeParse(error.body).data?.data : undefined
}

/** Why the server does not send the inspection on; undefined for other failures. */
export function refusedObstacle(error: unknown): Obstacle | undefined {
  return isCode(error, 'transition_not_possible') ? Refused.safeParse(error.body).data?.obstacle : undefined
}

/** What the step needs a reason for, if the server has refused it without one. */
export function missingOf(error: unknown): Missing[] | undefined {
  return isCode(error, 'reason_required') ? Lacking.safeParse(error.body).data?.missing : undefined
}

function isCode(error: unknown, code: ErrorCode): error is RequestError {
  return error instanceof RequestError && error.code === code
}
