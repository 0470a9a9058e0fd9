import * as z from 'zod'
import { type Action, type Caller, may } from '#domain/permissions.ts'
import {
  findObstacle,
  INSPECTION_STEPS,
  type InspectionStep,
  Obstacle,
  type TransitionFacts,
} from './state.ts'

/** The name of each step in the permissions and the audit log. */
export const STEP_ACTIONS = {
  open: 'inspection.reopen',
  in_review: 'inspection.close',
  published: 'inspection.publish',
  withdrawn: 'inspection.withdraw',
} as const satisfies Record<InspectionStep, Action>

/** Why a user cannot take a step now: an obstacle, or `forbidden` for the role. Null if possible. */
const Possibility = z.enum([...Obstacle.options, 'forbidden']).nullable()

/** The user's possible steps for an inspection, by the `to` of the call. */
export const PossibleSteps = z.object({
  open: Possibility,
  in_review: Possibility,
  published: Possibility,
  withdrawn: Possibility,
} satisfies Record<InspectionStep, z.ZodType>)
export type PossibleSteps = z.infer<typeof PossibleSteps>

/** True if the role may ever take this step for the company's inspections. */
export function mayTakeStep(caller: Caller, to: InspectionStep, companyId: number): boolean {
  return may(caller, STEP_ACTIONS[to], companyId)
}

/** @param facts undefined for an empty inspection */
export function possibleSteps(
  caller: Caller,
  companyId: number,
  facts: TransitionFacts | undefined,
): PossibleSteps {
  const possibility = (to: InspectionStep) => {
    if (!mayTakeStep(caller, to, companyId)) return 'forbidden'
    return facts ? (findObstacle(to, facts) ?? null) : 'state'
  }
  const steps = INSPECTION_STEPS.map((to) => [to, possibility(to)])
  return Object.fromEntries(steps) as PossibleSteps
}
