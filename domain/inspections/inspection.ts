import * as z from 'zod'
import { Id, optionalText, Revision } from '#domain/fields.ts'
import { LANGUAGES } from '#domain/text/language.ts'
import { lines } from '#domain/text/text.ts'
import { InspectionDay, YearText } from '#domain/time/year.ts'
import { PossibleSteps } from './possible-steps.ts'
import { InspectionState } from './state.ts'

/** Longest text about what an inspection has not seen, in characters. */
const NOT_SEEN_MAX_LENGTH = 2000

/** How an inspection takes its photos: a drone outside, a person on a rope, a robot inside, a camera on the ground. */
export const INSPECTION_METHODS = ['drone', 'rope', 'robot', 'ground'] as const
export const InspectionMethod = z.enum(INSPECTION_METHODS)
export type InspectionMethod = z.infer<typeof InspectionMethod>

/** What a report says about the inspection of a turbine in one year, beside its photos and findings. A user fills it in. */
export const InspectionFields = z.strictObject({
  first_day: InspectionDay.nullable(),
  /** Null for an inspection of one day. */
  last_day: InspectionDay.nullable(),
  methods: z.array(InspectionMethod).max(INSPECTION_METHODS.length),
  inspector: optionalText,
  weather: optionalText,
  camera: optionalText,
  not_seen: lines(NOT_SEEN_MAX_LENGTH),
})
export type InspectionFields = z.infer<typeof InspectionFields>

/** An inspection as the API answers it. Until somebody saves it, days, methods and camera follow from its photos. */
export const Inspection = InspectionFields.extend({
  // The stored values are valid already, so the schema of answers does not check them again.
  first_day: z.iso.date().nullable(),
  last_day: z.iso.date().nullable(),
  methods: z.array(InspectionMethod),
  inspector: z.string(),
  weather: z.string(),
  camera: z.string(),
  not_seen: z.string(),
  turbine_id: z.int().positive(),
  year: z.int(),
  /** Null if nobody has saved it yet. */
  updated_at: z.iso.datetime().nullable(),
  /** Grows with each change of what it says, and of its state. 0 if there was none. */
  revision: Revision,
  state: InspectionState,
  /** Since when it is in this state; null while nothing of it is there. */
  since: z.iso.datetime().nullable(),
  /** The newest version that is not withdrawn. */
  published_version: z.int().positive().nullable(),
  /** The photos of the year, and how many of them somebody has looked at. */
  photos: z.int().min(0),
  looked_at: z.int().min(0),
  findings: z.int().min(0),
  /** Findings without a severity, which cannot be published. */
  not_graded: z.int().min(0),
  /** Why photos were not looked at. */
  unlooked_reason: z.string(),
  /** How many changes the newest version does not have yet; null for those who read only what is published. */
  unpublished_changes: z.int().min(0).nullable(),
}).strip()
export type Inspection = z.infer<typeof Inspection>

/** An inspection as the API answers it alone, with what the caller can do with it now. */
export const ViewedInspection = Inspection.extend({
  /** Findings that a reviewer has sent back and that nobody has changed since; 0 for those who read only what is published. */
  returned: z.int().min(0),
  /** Findings about which no reviewer has decided as they are now; 0 for those who read only what is published. */
  undecided: z.int().min(0),
  /** True if the inspection was in the review, or if its company wants one: then undecided findings are published with a reason only. */
  is_reviewed: z.boolean(),
  possible: PossibleSteps,
})
export type ViewedInspection = z.infer<typeof ViewedInspection>

/** What is known of an inspection beside its work: what somebody has saved, or what its photos suggest. */
export type InspectionForm = Pick<
  Inspection,
  keyof InspectionFields | 'turbine_id' | 'year' | 'updated_at' | 'revision'
>
/** The work on an inspection. */
export type InspectionWork = Omit<Inspection, Exclude<keyof InspectionForm, 'revision'>>

/** An inspection in the list over several turbines. Until somebody saves it, its days, methods and camera are empty here. */
export const FleetInspection = Inspection.extend({
  turbine_name: z.string(),
  turbine_code: z.string(),
  city: z.string(),
  company_id: z.int().positive(),
  company_name: z.string(),
  /** How many days the company lets an inspection wait for its review. */
  review_days: z.int().positive(),
  /** The names of those who have marked findings, newest first, at most three. Empty for those who read only what is published. */
  workers: z.array(z.string()),
})
export type FleetInspection = z.infer<typeof FleetInspection>

/** The path of the inspection of a turbine in one year. */
export const InspectionParam = z.object({ id: Id, year: YearText })

/**
 * The version that a report is about which is ordered now: the newest one if the inspection says nothing else by now. Null means a draft, which
 * is for the team.
 */
export function reportedVersion({
  published_version,
  unpublished_changes,
}: Pick<Inspection, 'published_version' | 'unpublished_changes'>): number | null {
  return unpublished_changes === 0 ? published_version : null
}

/** The body of `POST /turbines/{id}/inspections/{year}/report`. */
export const InspectionReportDraft = z.strictObject({
  language: z.enum(LANGUAGES),
  /** A published version; null for the newest one if the inspection says nothing else by now, else a draft. */
  version: z.int().positive().nullable().default(null),
})
export type InspectionReportDraft = z.infer<typeof InspectionReportDraft>

/**
 * What is wrong between the fields of an inspection of `year`. A rule is checked only if a field that it is about gets a new value.
 *
 * @param isNew tells whether a field gets a new value
 */
export function inspectionIssues(
  { first_day, last_day, methods }: InspectionFields,
  year: number,
  isNew: (field: keyof InspectionFields) => boolean,
) {
  const issues: { path: keyof InspectionFields; code: string }[] = []
  const isOfOtherYear = (day: string | null) => day !== null && !day.startsWith(String(year))
  if (isNew('first_day') && isOfOtherYear(first_day))
    issues.push({ path: 'first_day', code: 'day_of_other_year' })
  if (isNew('last_day') && isOfOtherYear(last_day))
    issues.push({ path: 'last_day', code: 'day_of_other_year' })
  if (last_day !== null && (first_day === null || last_day < first_day)) {
    const path = (['last_day', 'first_day'] as const).find(isNew)
    if (path) issues.push({ path, code: 'invalid_days' })
  }
  if (isNew('methods') && new Set(methods).size < methods.length)
    issues.push({ path: 'methods', code: 'repeated_method' })
  return issues
}
