import * as z from 'zod'
import { Id, Revision, unlessEmpty } from '#domain/fields.ts'
import { lines, rawText, textWithoutNul } from '#domain/text/text.ts'
import { YearText } from '#domain/time/year.ts'

/** Longest reason for a change of state, in characters. */
export const REASON_MAX_LENGTH = 1000
/** Longest fingerprint of a publish sheet, in characters. */
const FINGERPRINT_MAX_LENGTH = 100

export const INSPECTION_STATES = ['open', 'in_review', 'published'] as const
export const InspectionState = z.enum(INSPECTION_STATES)
export type InspectionState = z.infer<typeof InspectionState>

export const INSPECTION_STEPS = [...INSPECTION_STATES, 'withdrawn'] as const

/** Where an inspection can be sent. A version that is withdrawn leaves its number; the inspection is open again. */
export const InspectionStep = z.enum(INSPECTION_STEPS)
export type InspectionStep = z.infer<typeof InspectionStep>

/** The body of `POST /turbines/{id}/inspections/{year}/transitions`. */
export const TransitionDraft = z.strictObject({
  to: InspectionStep,
  /** The revision that the client has read. */
  revision: Revision,
  /** Of the publish sheet that the client has read. Without it, what is there is published. */
  fingerprint: textWithoutNul(FINGERPRINT_MAX_LENGTH).optional(),
  reason: lines(REASON_MAX_LENGTH).default(''),
})
export type TransitionDraft = z.infer<typeof TransitionDraft>

/** Why a transition is not possible, beside the state itself. */
const OBSTACLES = ['state', 'not_graded', 'second_person', 'returned', 'nothing_new'] as const
export const Obstacle = z.enum(OBSTACLES)
export type Obstacle = z.infer<typeof Obstacle>

/** What decides whether an inspection can be sent somewhere. */
export interface TransitionFacts {
  state: InspectionState
  published_version: number | null
  photos: number
  looked_at: number
  unpublished_changes: number
  /** Why photos were not looked at, as somebody has said before. */
  unlooked_reason: string
  /** Findings of the inspection: all, those without a severity, those that a reviewer has sent back, and those of the viewer. */
  findings: number
  not_graded: number
  returned: number
  own_findings: number
  /** Findings about which no reviewer has decided as they are now. */
  undecided: number
  /** True if somebody has sent the inspection to the review, or if its company wants one. */
  is_reviewed: boolean
  /** True if the viewer has sent the inspection to the review. */
  is_sender: boolean
  /** What the company has chosen. */
  review_required: boolean
}

/** What a step may need a reason for: the codes of `missing` in the answer `reason_required`. */
const MISSING = ['unlooked', 'undecided', 'nothing_inspected', 'further_version', 'withdrawal'] as const
export const Missing = z.enum(MISSING)
export type Missing = z.infer<typeof Missing>

/** What decides whether a step needs a reason. */
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

/** The steps that lead from one state to another. Publishing a published inspection again makes its next version. */
const STEPS: Record<InspectionState, readonly InspectionStep[]> = {
  open: ['in_review', 'published', 'withdrawn'],
  in_review: ['open', 'published', 'withdrawn'],
  published: ['open', 'in_review', 'published', 'withdrawn'],
}

/** Why an inspection cannot be sent to `to`; undefined if it can. */
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
 * What a step needs a reason for; nothing if it needs none: photos that nobody has looked at when the inspection is closed or published, findings
 * that a review has left undecided, an inspection of nothing, what a further version changes, and why a version is withdrawn.
 */
export function missingReasons(to: InspectionStep, facts: ReasonFacts): Missing[] {
  if (to === 'withdrawn') return ['withdrawal']
  const needed: Record<Exclude<Missing, 'withdrawal'>, boolean> = {
    unlooked: saysWhyUnlooked(to, facts),
    undecided: to === 'published' && facts.is_reviewed && facts.undecided > 0,
    nothing_inspected: to === 'published' && facts.photos === 0 && facts.findings === 0,
    further_version: to === 'published' && facts.published_version !== null,
  }
  return MISSING.filter((missing) => missing !== 'withdrawal' && needed[missing])
}

/** True if the reason of the step is about photos that nobody has looked at: they were there when it was closed, or came later. */
function saysWhyUnlooked(
  to: InspectionStep,
  { state, published_version, unlooked_reason, photos, looked_at }: ReasonFacts,
): boolean {
  if (looked_at >= photos) return false
  if (to === 'in_review') return state === 'open'
  if (to !== 'published') return false
  return unlooked_reason === '' || (published_version === null && state === 'open')
}

/** Why photos were not looked at, after a step: nothing if somebody has looked at all of them meanwhile. */
export function unlookedReasonAfter(to: InspectionStep, reason: string, facts: ReasonFacts): string {
  if (to === 'open' || to === 'withdrawn') return facts.unlooked_reason
  if (facts.looked_at >= facts.photos) return ''
  return saysWhyUnlooked(to, facts) ? reason : facts.unlooked_reason
}

/** A change of the state of an inspection, as the API answers it. */
export const InspectionStepEntry = z.object({
  step: InspectionStep,
  at: z.iso.datetime(),
  user_name: z.string(),
  reason: z.string(),
  version: z.int().nullable(),
})
export type InspectionStepEntry = z.infer<typeof InspectionStepEntry>

/** Who an inspection waits for: somebody who looks and marks, somebody who reviews; nobody if it is published. */
const WAITS_FOR = ['inspector', 'reviewer', 'nobody'] as const
export type WaitsFor = (typeof WAITS_FOR)[number]

export function waitsFor(state: InspectionState): WaitsFor {
  return ({ open: 'inspector', in_review: 'reviewer', published: 'nobody' } as const)[state]
}

/**
 * What the list is narrowed to: those that wait for somebody, where `me` is the caller, as the mail about waiting inspections says it, and `team` an
 * inspector or a reviewer.
 */
export const WAITS_FOR_FILTERS = ['me', 'team', ...WAITS_FOR] as const
export type WaitsForFilter = (typeof WAITS_FOR_FILTERS)[number]

/** The states of the inspections that wait for somebody. For the team, an open one waits only once it has photos. */
export const WAITING_STATES: Record<WaitsForFilter, readonly InspectionState[]> = {
  me: ['open', 'in_review'],
  team: ['open', 'in_review'],
  inspector: ['open'],
  reviewer: ['in_review'],
  nobody: ['published'],
}

/** The greatest number of inspections in one answer. */
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
    /** By the year, the newest first; or by the time in the present state, the longest first. */
    order: unlessEmpty(z.enum(['year', 'since']).default('year')),
    /** `next` of the answer before. */
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
