import * as z from 'zod'
import { Id } from '#domain/fields.ts'
import { YearText } from '#domain/time/year.ts'

/** A published version of an inspection, as the API answers it. */
export const InspectionVersion = z.object({
  version: z.int().positive(),
  published_at: z.iso.datetime(),
  user_name: z.string(),
  /** The reason for a further version; empty for the first one. */
  reason: z.string(),
  /** Of the canonical document; null shortly after an update to this version of Kanat. */
  sha256: z.string().nullable(),
  /**
   * The findings in its report: its own, and unresolved ones of earlier years. Above `REPORT_FINDINGS_MAX` there is no report. Null for a
   * version older than releases.
   */
  report_findings: z.int().min(0).nullable(),
  withdrawn_at: z.iso.datetime().nullable(),
  withdrawn_by: z.string(),
  withdrawn_reason: z.string(),
})
export type InspectionVersion = z.infer<typeof InspectionVersion>

/** A person in a version: the random id in its document, and the name, which is not in it. */
export const VersionPerson = z.object({ id: z.string(), name: z.string() })
export type VersionPerson = z.infer<typeof VersionPerson>

const CHANGED_RECORDS = ['inspection', 'finding', 'photo'] as const

/** A field's change between two versions, or since the newest version. */
export const InspectionChange = z.object({
  record: z.enum(CHANGED_RECORDS),
  id: z.int(),
  /** The finding's number, or the photo's name; empty for the inspection itself. */
  name: z.string(),
  /** The field. An added or removed record has one change, of its name, from or to null. */
  field: z.string(),
  before: z.unknown(),
  after: z.unknown(),
})
export type InspectionChange = z.infer<typeof InspectionChange>

/** The path of one version. */
export const VersionParam = z.object({ id: Id, year: YearText, version: Id })
