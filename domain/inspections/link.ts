import * as z from 'zod'
import { Id, unlessEmpty } from '#domain/fields.ts'
import { FindingShape } from '#domain/findings/finding-shape.ts'
import { FindingSide, Severity } from '#domain/findings/finding-type.ts'
import { LINK_DAYS_DEFAULT, LINK_DAYS_MAX, PASSWORD_MAX_LENGTH } from '#domain/limits.ts'
import { Blade } from '#domain/photo.ts'
import { textWithoutNul } from '#domain/text/text.ts'
import { Year } from '#domain/time/year.ts'
import { TurbineState } from '#domain/turbine.ts'
import { PasswordDraft } from '#domain/user.ts'

const id = z.int().positive()

const draft = {
  turbine_id: id,
  days: z.int().min(1).max(LINK_DAYS_MAX).default(LINK_DAYS_DEFAULT),
  password: PasswordDraft.shape.password.optional(),
  /** Whether the original photos can be downloaded, too. */
  originals: z.boolean().default(false),
}

/** The body of `POST /links`. */
export const LinkDraft = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('inspection'), year: Year, ...draft }),
  z.strictObject({ kind: z.literal('report'), report_id: id, ...draft }),
])
export type LinkDraft = z.infer<typeof LinkDraft>

/** A link as its company sees it. Only the answer that adds it has its address. */
export const Link = z.object({
  id,
  kind: z.enum(['inspection', 'report']),
  turbine_id: id,
  year: z.int(),
  report_id: id.nullable(),
  /** The name of its author. */
  user_name: z.string(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  has_password: z.boolean(),
  originals: z.boolean(),
  opened: z.int().min(0),
  last_opened_at: z.iso.datetime().nullable(),
  /** The networks of its first openings. */
  places: z.array(z.string()),
})
export type Link = z.infer<typeof Link>

/** The query of `GET /links`. */
export const LinkFilter = z.object({ turbine_id: unlessEmpty(Id.optional()) })

/** The body of `POST /links/open`. */
export const LinkKey = z.strictObject({
  secret: textWithoutNul(100),
  password: textWithoutNul(PASSWORD_MAX_LENGTH).optional(),
})

const SharedFinding = z.object({
  id,
  number: z.string(),
  blade: Blade,
  side: FindingSide,
  type: z.string(),
  severity: Severity.nullable(),
  from_m: z.number().nullable(),
  to_m: z.number().nullable(),
  positions_m: z.array(z.number()),
  text: z.string(),
  is_solved: z.boolean(),
  /** Null without one, and for a point cloud. */
  photo: z.object({ id, width: z.int(), height: z.int(), shape: FindingShape.nullable() }).nullable(),
})
export type SharedFinding = z.infer<typeof SharedFinding>

/** What a link shows. It has nothing of a draft, no team remarks and no names of people. */
export const SharedContent = z.object({
  id,
  kind: z.enum(['inspection', 'report']),
  turbine_name: z.string(),
  year: z.int(),
  expires_at: z.iso.datetime(),
  originals: z.boolean(),
  /** Null for a report. */
  state: TurbineState.nullable(),
  blade_length: z.number().nullable(),
  /** The number of unresolved findings of earlier inspections, which count for the state. */
  earlier: z.int().min(0),
  findings: z.array(SharedFinding),
  reports: z.array(z.object({ id, name: z.string(), size: z.int().min(0), language: z.string().nullable() })),
})
export type SharedContent = z.infer<typeof SharedContent>
