import * as z from 'zod'
import { Id, optionalText, Revision } from '#domain/fields.ts'
import { NamedFinding } from '#domain/findings/named-finding.ts'
import { LANGUAGES } from '#domain/text/language.ts'
import { lines } from '#domain/text/text.ts'
import { InspectionDay, YearText } from '#domain/time/year.ts'
import { TurbineState } from '#domain/turbine.ts'
import { PossibleSteps } from './possible-steps.ts'
import { ReportExtent } from './report-job.ts'
import { InspectionState } from './state.ts'

/** Longest text about the gaps of an inspection, in characters. */
const NOT_SEEN_MAX_LENGTH = 2000

/** Methods of photography: a drone outside, a person on a rope, a robot inside, a camera on the ground. */
export const INSPECTION_METHODS = ['drone', 'rope', 'robot', 'ground'] as const
export const InspectionMethod = z.enum(INSPECTION_METHODS)
export type InspectionMethod = z.infer<typeof InspectionMethod>

/** The inspection of a turbine in one year as its report describes it, besides photos and findings. A user fills it in. */
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

/** An inspection as the API answers it. Until it is saved, days, methods and camera come from its photos. */
export const Inspection = InspectionFields.extend({
  // Stored values are valid already, so answers skip the validation.
  first_day: z.iso.date().nullable(),
  last_day: z.iso.date().nullable(),
  methods: z.array(InspectionMethod),
  inspector: z.string(),
  weather: z.string(),
  camera: z.string(),
  not_seen: z.string(),
  turbine_id: z.int().positive(),
  year: z.int(),
  /** Null until it is saved. */
  updated_at: z.iso.datetime().nullable(),
  /** Incremented by each change of its content or state. 0 without any. */
  revision: Revision,
  state: InspectionState,
  /** The start of this state; null without content. */
  since: z.iso.datetime().nullable(),
  /** The newest version that is not withdrawn. */
  published_version: z.int().positive().nullable(),
  /** The photos of the year, and the number of inspected ones. */
  photos: z.int().min(0),
  looked_at: z.int().min(0),
  findings: z.int().min(0),
  /** Ungraded findings, which cannot be published. */
  not_graded: z.int().min(0),
  /** Why photos were not inspected. */
  unlooked_reason: z.string(),
  /** The number of unpublished changes; null for readers of published data. */
  unpublished_changes: z.int().min(0).nullable(),
}).strip()
export type Inspection = z.infer<typeof Inspection>

/** A single inspection as the API answers it, with the caller's possible steps. */
export const ViewedInspection = Inspection.extend({
  /** Returned findings not changed since; 0 for readers of published data. */
  returned: z.int().min(0),
  /** Findings without a review decision on their current state; 0 for readers of published data. */
  undecided: z.int().min(0),
  /** True if the inspection was in review, or its company requires one: undecided findings then need a reason to be published. */
  is_reviewed: z.boolean(),
  possible: PossibleSteps,
})
export type ViewedInspection = z.infer<typeof ViewedInspection>

/** An inspection without its state: saved, or derived from its photos. */
export type InspectionForm = Pick<
  Inspection,
  keyof InspectionFields | 'turbine_id' | 'year' | 'updated_at' | 'revision'
>
/** The state of an inspection. */
export type InspectionWork = Omit<Inspection, Exclude<keyof InspectionForm, 'revision'>>

/** What a published inspection says first: the letter, the worst unresolved finding, and the reports. */
const PublishedResult = z.object({
  /** The state as of this inspection: later ones do not count. */
  state: TurbineState,
  worst: NamedFinding.nullable(),
  /** The newest report of each language about the published version, else the newest uploaded one of the year, without a language. */
  reports: z.array(
    z.object({ id: z.int().positive(), language: z.enum(LANGUAGES).nullable(), report_url: z.string() }),
  ),
})
export type PublishedResult = z.infer<typeof PublishedResult>

/** An inspection in the list over several turbines. Until it is saved, its days, methods and camera are empty here. */
export const FleetInspection = Inspection.extend({
  turbine_name: z.string(),
  turbine_code: z.string(),
  city: z.string(),
  company_id: z.int().positive(),
  company_name: z.string(),
  /** The company's maximum days in review. */
  review_days: z.int().positive(),
  /** The authors of findings, newest first, at most three. Empty for readers of published data. */
  workers: z.array(z.string()),
  /** True if it needs the caller's step, as with the filter `waits_for=me`. */
  waits_for_caller: z.boolean(),
  /** Null without a published version. */
  published: PublishedResult.nullable(),
})
export type FleetInspection = z.infer<typeof FleetInspection>

/** The path of the inspection of a turbine in one year. */
export const InspectionParam = z.object({ id: Id, year: YearText })

/** The version of a report requested now: the newest one if nothing has changed since. Null means a draft, for the team. */
export function reportedVersion({
  published_version,
  unpublished_changes,
}: Pick<Inspection, 'published_version' | 'unpublished_changes'>): number | null {
  return unpublished_changes === 0 ? published_version : null
}

/** The body of `POST /turbines/{id}/inspections/{year}/report`. */
export const InspectionReportDraft = z.strictObject({
  language: z.enum(LANGUAGES),
  /** A published version; null for the newest one if nothing has changed since, else a draft. */
  version: z.int().positive().nullable().default(null),
  /** `board` is the first page alone. */
  extent: ReportExtent.default('full'),
})
export type InspectionReportDraft = z.infer<typeof InspectionReportDraft>

/**
 * The issues between the fields of an inspection of `year`. A rule is checked only if one of its fields changes.
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
