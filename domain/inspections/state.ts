import * as z from 'zod'
import { Id, Revision, unlessEmpty } from '#domain/fields.ts'
import { lines, rawText, textWithoutNul } from '#domain/text/text.ts'
import { YearText } from '#domain/time/year.ts'

/** Longest reason for a state change, in characters. */
export const REASON_MAX_LENGTH = 1000
/** Longest fingerprint of a publish sheet, in characters. */
const FINGERPRINT_MAX_LENGTH = 100

export const INSPECTION_STATES = ['open', 'in_review', 'published'] as const
export const InspectionState = z.enum(INSPECTION_STATES)
export type InspectionState = z.infer<typeof InspectionState>

export const INSPECTION_STEPS = [...INSPECTION_STATES, 'withdrawn'] as const

/** The targets of a state change. A withdrawn version keeps its number; the inspection is open again. */
export const InspectionStep = z.enum(INSPECTION_STEPS)
export type InspectionStep = z.infer<typeof InspectionStep>

/** The body of `POST /turbines/{id}/inspections/{year}/transitions`. */
export const TransitionDraft = z.strictObject({
  to: InspectionStep,
  /** The revision read by the client. */
  revision: Revision,
  /** Of the publish sheet read by the client. Without it, the current content is published. */
  fingerprint: textWithoutNul(FINGERPRINT_MAX_LENGTH).optional(),
  reason: lines(REASON_MAX_LENGTH).default(''),
})
export type TransitionDraft = z.infer<typeof TransitionDraft>

/** Why a transition is impossible, besides the state itself. */
const OBSTACLES = ['state', 'not_graded', 'second_person', 'returned', 'nothing_new'] as const
export const Obstacle = z.enum(OBSTACLES)
export type Obstacle = z.infer<typeof Obstacle>

/** The facts that decide the possible state changes. */
export interface TransitionFacts {
  state: InspectionState
  published_version: number | null
  photos: number
  looked_at: number
  unpublished_changes: number
  /** The stored reason for photos not inspected. */
  unlooked_reason: string
  /** Counts of the inspection's findings: all, ungraded, returned, and the caller's. */
  findings: number
  not_graded: number
  returned: number
  own_findings: number
  /** Findings without a review decision on their current state. */
  undecided: number
  /** True if the inspection was submitted for review, or its company requires one. */
  is_reviewed: boolean
  /** True if the caller submitted the inspection for review. */
  is_sender: boolean
  /** The company's settings. */
  review_required: boolean
}

/** What a step may need a reason for: the codes of `missing` in the answer `reason_required`. */
const MISSING = ['unlooked', 'undecided', 'nothing_inspected', 'further_version', 'withdrawal'] as const
export const Missing = z.enum(MISSING)
export type Missing = z.infer<typeof Missing>

/** The facts on whether a step needs a reason. */
export type ReasonFacts = Pick<
  TransitionFacts,
  | 'state'
  | 'published_version'
  | 'unlooked_reason'
  | 'photos'
  | 'looked_at'
  | 'findings'
  | 'undecided'
  | 'is_reviewed'
>

/** The steps between states. Publishing a published inspection again makes its next version. */
const STEPS: Record<InspectionState, readonly InspectionStep[]> = {
  open: ['in_review', 'published', 'withdrawn'],
  in_review: ['open', 'published', 'withdrawn'],
  published: ['open', 'in_review', 'published', 'withdrawn'],
}

/** Why an inspection cannot be sent to `to`, or undefined. */
export function findObstacle(to: InspectionStep, facts: TransitionFacts): Obstacle | undefined {
  const { state, review_required } = facts
  if (!STEPS[state].includes(to)) return 'state'
  if (to === 'withdrawn') return facts.published_version === null ? 'state' : undefined
  if (to !== 'published') return undefined
  if (facts.not_graded > 0) return 'not_graded'
  if (facts.published_version !== null && facts.unpublished_changes === 0) return 'nothing_new'
  if (!review_required) return undefined
  if (state === 'open') return 'state'
  if (facts.returned > 0) return 'returned'
  const isAlone = facts.findings > 0 ? facts.own_findings === facts.findings : facts.is_sender
  return isAlone ? 'second_person' : undefined
}

/**
 * What a step needs a reason for, if anything: photos not inspected on closing or publishing, undecided findings of a review, an empty
 * inspection, a further version, and a withdrawal.
 */
export function missingReasons(to: InspectionStep, facts: ReasonFacts): Missing[] {
  if (to === 'withdrawn') return ['withdrawal']
  const needed: Record<Exclude<Missing, 'withdrawal'>, boolean> = {
    unlooked: saysWhyUninspected(to, facts),
    undecided: to === 'published' && facts.is_reviewed && facts.undecided > 0,
    nothing_inspected: to === 'published' && facts.photos === 0 && facts.findings === 0,
    further_version: to === 'published' && facts.published_version !== null,
  }
  return MISSING.filter((missing) => missing !== 'withdrawal' && needed[missing])
}

/** True if the reason of the step is about photos not inspected, whether old or new. */
function saysWhyUninspected(
  to: InspectionStep,
  { state, published_version, unlooked_reason, photos, looked_at }: ReasonFacts,
): boolean {
  if (looked_at >= photos) return false
  if (to === 'in_review') return state === 'open'
  if (to !== 'published') return false
  return unlooked_reason === '' || (published_version === null && state === 'open')
}

/** The reason for photos not inspected, after a step: empty once all are inspected. */
export function unlookedReasonAfter(to: InspectionStep, reason: string, facts: ReasonFacts): string {
  if (to === 'open' || to === 'withdrawn') return facts.unlooked_reason
  if (facts.looked_at >= facts.photos) return ''
  return saysWhyUninspected(to, facts) ? reason : facts.unlooked_reason
}

/** A state change of an inspection, as the API answers it. */
export const InspectionStepEntry = z.object({
  step: InspectionStep,
  at: z.iso.datetime(),
  user_name: z.string(),
  reason: z.string(),
  version: z.int().nullable(),
})
export type InspectionStepEntry = z.infer<typeof InspectionStepEntry>

/** Whom an inspection waits for: an inspector, a reviewer, or `nobody` once published. */
const WAITS_FOR = ['inspector', 'reviewer', 'nobody'] as const
export type WaitsFor = (typeof WAITS_FOR)[number]

export function waitsFor(state: InspectionState): WaitsFor {
  return ({ open: 'inspector', in_review: 'reviewer', published: 'nobody' } as const)[state]
}

/** The filter of waiting inspections: `me` is the caller, as in the mail about waiting inspections, `team` an inspector or a reviewer. */
export const WAITS_FOR_FILTERS = ['me', 'team', ...WAITS_FOR] as const
export type WaitsForFilter = (typeof WAITS_FOR_FILTERS)[number]

/** The waiting states. For the team, an open inspection waits only once it has photos. */
export const WAITING_STATES: Record<WaitsForFilter, readonly InspectionState[]> = {
  me: ['open', 'in_review'],
  team: ['open', 'in_review'],
  inspector: ['open'],
  reviewer: ['in_review'],
  nobody: ['published'],
}

/** Page size of inspections. */
export const INSPECTIONS_LIMIT_MAX = 200

/** The query of `GET /inspections`. An empty value is no filter. */
export const InspectionFilter = z
  .object({
    year: unlessEmpty(YearText.optional()),
    state: unlessEmpty(InspectionState.optional()),
    waits_for: unlessEmpty(z.enum(WAITS_FOR_FILTERS).optional()),
    company_id: unlessEmpty(Id.optional()),
    turbine_id: unlessEmpty(Id.optional()),
    city: unlessEmpty(rawText(200).optional()),
    limit: unlessEmpty(
      rawText(3)
        .regex(/^[1-9]\d*$/)
        .transform(Number)
        .pipe(z.int().max(INSPECTIONS_LIMIT_MAX))
        .default(50),
    ),
    /** By year, newest first; or by time in the current state, longest first. */
    order: unlessEmpty(z.enum(['year', 'since']).default('year')),
    /** `next` of the previous answer. */
    cursor: unlessEmpty(
      rawText(40)
        .regex(/^\d{4}-\d{1,15}$|^\d{1,15}-\d{1,15}-\d{4}$/, { error: 'invalid_cursor' })
        .optional(),
    ),
  })
  .refine(
    ({ order, cursor }) => cursor === undefined || (cursor.split('-').length === 3) === (order === 'since'),
    {
      path: ['cursor'],
      error: 'invalid_cursor',
    },
  )
export type InspectionFilter = z.infer<typeof InspectionFilter>
