import * as z from 'zod'
import { Id } from '#domain/fields.ts'
import { YearText } from '#domain/time/year.ts'

/** A published version of an inspection, as the API answers it. */
export const InspectionVersion = z.object({
  version: z.int().positive(),
  published_at: z.iso.datetime(),
  user_name: z.string(),
  /** Why there is a further version; empty for the first one. */
  reason: z.string(),
  /** Of the canonical document; null for a short time after an update to this version of Kanat. */
  sha256: z.string().nullable(),
  /**
   * How many findings its report has: its own, and the unsolved ones of earlier years. Above `REPORT_FINDINGS_MAX` there is no report. Null for a
   * version of before releases.
   */
  report_findings: z.int().min(0).nullable(),
  withdrawn_at: z.iso.datetime().nullable(),
  withdrawn_by: z.string(),
  withdrawn_reason: z.string(),
})
export type InspectionVersion = z.infer<typeof InspectionVersion>

/** A person in a version: the random id that its document has, and the name that is not in it. */
export const VersionPerson = z.object({ id: z.string(), name: z.string() })
export type VersionPerson = z.infer<typeof VersionPerson>

const CHANGED_RECORDS = ['inspection', 'finding', 'photo'] as const

/** What differs in one field between two versions, or between the newest version and what is not published yet. */
export const InspectionChange = z.object({
  record: z.enum(CHANGED_RECORDS),
  id: z.int(),
  /** The number of a finding, or the name of a photo; empty for the inspection itself. */
  name: z.string(),
  /** The field. A record that was added or removed has one change, of its name, from or to null. */
  field: z.string(),
  before: z.unknown(),
  after: z.unknown(),
})
export type InspectionChange = z.infer<typeof InspectionChange>

/** The path of one version. */
export const VersionParam = z.object({ id: Id, year: YearText, version: Id })
