import * as z from 'zod'
import { Day, Id, optionalText, Revision, unlessEmpty } from '#domain/fields.ts'
import { Blade, Room } from '#domain/photo.ts'
import { line, lines, rawText } from '#domain/text/text.ts'
import { InspectionDay, Year, YearText } from '#domain/time/year.ts'
import { BLADE_LENGTH_MAX_M } from '#domain/turbine.ts'
import { FindingShape } from './finding-shape.ts'
import { FindingSide, FindingTypeId, Severity } from './finding-type.ts'

/** Longest text of a finding, in characters. */
export const FINDING_TEXT_MAX_LENGTH = 5000
/** Maximum single places of a finding along its blade. */
export const POSITIONS_MAX = 50

export const FINDING_STATUSES = ['open', 'monitored', 'repaired', 'closed'] as const
export const FindingStatus = z.enum(FINDING_STATUSES)
export type FindingStatus = z.infer<typeof FindingStatus>

/** The unresolved statuses: they count for a turbine's state and for due dates. */
export const UNSOLVED_STATUSES = ['open', 'monitored'] as const satisfies FindingStatus[]

const id = z.int().positive()

/**
 * Rounded to thousandths when stored: a place to the millimetre, the finest measurement on a blade. Screens and files show the stored
 * value, so files have no exponents and round-trip.
 */
const rounded = (max: number) =>
  z
    .number()
    .min(0)
    .max(max)
    .overwrite((value) => Math.round(value * 1000) / 1000)
const place = rounded(BLADE_LENGTH_MAX_M)
const metres = place.nullable()
const measure = rounded(1_000_000).nullable()

/** The user's fields of a finding. Distances are metres from the root of the blade. */
export const FindingFields = z.strictObject({
  photo_id: id.nullable(),
  /** Null without a photo. */
  shape: FindingShape.nullable(),
  blade: Blade,
  side: FindingSide,
  room: Room.nullable(),
  /** An id of `content/findings/types.json`. */
  type: FindingTypeId,
  /** Null if not graded. */
  severity: Severity.nullable(),
  /** The range along the blade. With `positions_m`, it spans the first to the last of them. */
  from_m: metres,
  to_m: metres,
  /** Single places along the blade, in ascending order, as in "at 21.2, 22.2 and 23.0 m". */
  positions_m: z.array(place).max(POSITIONS_MAX),
  length_mm: measure,
  width_mm: measure,
  area_cm2: measure,
  opening_mm: measure,
  diameter_mm: measure,
  depth_mm: measure,
  count: z.int().min(0).max(100_000).nullable(),
  text: lines(FINDING_TEXT_MAX_LENGTH),
  status: FindingStatus,
  /** The year of the inspection. */
  year: Year,
  found_on: InspectionDay,
  /** A due date set by hand, with its reason; null for the severity's. */
  own_due_on: Day.nullable(),
  due_reason: optionalText,
  /** The finding of an earlier inspection that this one continues. */
  earlier_id: id.nullable(),
})
export type FindingFields = z.infer<typeof FindingFields>

/** The follow-up of a finding. It is live, while the rest is published in versions. */
const FOLLOW_UP_FIELDS = ['status', 'own_due_on', 'due_reason'] as const satisfies (keyof FindingFields)[]
/** The content of a finding: drafted, then published. */
export const OBSERVATION_FIELDS = (Object.keys(FindingFields.shape) as (keyof FindingFields)[]).filter(
  (field) => !(FOLLOW_UP_FIELDS as readonly string[]).includes(field),
)

/** A finding as the API answers it. */
export const Finding = FindingFields.extend({
  // Stored values are valid already, so answers skip the validation.
  room: z.string().nullable(),
  text: z.string(),
  year: z.int(),
  found_on: z.iso.date(),
  due_reason: z.string(),
  id,
  turbine_id: id,
  /** The readable number, such as `A-LE-001`, unique and never reused in the turbine. */
  number: z.string(),
  /** `own_due_on`, else `found_on` plus the company's deadline for the severity; null without one. */
  due_on: z.iso.date().nullable(),
  /** The finding of a later inspection that continues this one. */
  later_id: id.nullable(),
  /** The thumbnail of its photo. */
  thumb_url: z.string().nullable(),
  /** Null after the author's account is deleted; the name stays. */
  user_id: id.nullable(),
  user_name: z.string(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  revision: Revision,
}).strip()
export type Finding = z.infer<typeof Finding>

/** A finding in a list over several turbines. */
export const FleetFinding = Finding.extend({
  turbine_name: z.string(),
  turbine_code: z.string(),
  city: z.string(),
  company_id: id,
  company_name: z.string(),
  /** The time zone of the company. */
  time_zone: z.string(),
})
export type FleetFinding = z.infer<typeof FleetFinding>

/** A finding in the list over several turbines. */
export const ListedFinding = FleetFinding.extend({
  /** The last finding of its chain; null if it is this one. */
  newest: z.object({ id, year: z.int() }).nullable(),
})
export type ListedFinding = z.infer<typeof ListedFinding>

/** The body of `POST /turbines/{id}/findings`. Omitted fields come from the photo, else they are empty. */
export const FindingDraft = FindingFields.partial().extend({ type: FindingFields.shape.type })
export type FindingDraft = z.infer<typeof FindingDraft>

/** The body of `PUT /turbines/{id}/findings/{findingId}`: omitted fields keep their values. */
export const FindingChange = FindingFields.partial()
export type FindingChange = z.infer<typeof FindingChange>

/** A finding unlinked from a changed one. */
export const UnlinkedFinding = z.object({ id, number: z.string() })
export type UnlinkedFinding = z.infer<typeof UnlinkedFinding>

/** The path of one finding of a turbine. */
export const FindingParam = z.object({ id: Id, findingId: Id })

const SeverityText = rawText(1)
  .regex(/^[1-5]$/)
  .transform((text) => Number(text) as Severity)

/** The findings of a chain to list: the newest, or all. */
export const SIGHTINGS = ['newest', 'all'] as const

/** The query of the findings of one turbine. An empty value is no filter. */
export const FindingFilter = z.object({
  blade: unlessEmpty(Blade.optional()),
  side: unlessEmpty(FindingSide.optional()),
  type: unlessEmpty(FindingTypeId.optional()),
  severity_min: unlessEmpty(SeverityText.optional()),
  /** Exactly this severity; `none` for ungraded findings. */
  severity: unlessEmpty(z.union([z.literal('none'), SeverityText]).optional()),
  /** `unsolved` is open or monitored, and not continued by a later finding. */
  status: unlessEmpty(z.enum([...FINDING_STATUSES, 'unsolved']).optional()),
  year: unlessEmpty(YearText.optional()),
  /**
   * As of the inspection of this year: its findings, and the unresolved ones of earlier years. `status=unsolved` and `sightings=newest`
   * apply as of then.
   */
  inspection: unlessEmpty(YearText.optional()),
  /** Unresolved findings due on this day or later. */
  due_from: unlessEmpty(Day.optional()),
  /** Unresolved findings due before this day. */
  due_before: unlessEmpty(Day.optional()),
  /**
   * `true`: unresolved findings past their due date, in the company's time zone. `false`: the other unresolved findings, including those
   * without a due date.
   */
  overdue: unlessEmpty(z.enum(['true', 'false']).optional()),
  /** `newest`: only the last finding of each chain, so that each damage counts once. Default: `all`. */
  sightings: unlessEmpty(z.enum(SIGHTINGS).optional()),
})
export type FindingFilter = z.infer<typeof FindingFilter>

export const FINDING_ORDERS = ['due_on', 'severity', 'found_on', 'turbine', 'updated_at'] as const

/** The filters of `GET /findings` and of the files with findings. */
export const FleetFindingFilter = FindingFilter.extend({
  company_id: unlessEmpty(Id.optional()),
  city: unlessEmpty(line(200).optional()),
  turbine_id: unlessEmpty(Id.optional()),
})
export type FleetFindingFilter = z.infer<typeof FleetFindingFilter>

/** The pixel grid of COCO coordinates. */
export const COCO_PIXELS = ['upright', 'file'] as const

/** The query of `GET /findings.coco.json`. */
export const CocoFilter = FleetFindingFilter.extend({
  /**
   * `upright` counts pixels of the pictures on screens, `file` those of the files, for programs that ignore the EXIF orientation. Default:
   * `upright`.
   */
  pixels: unlessEmpty(z.enum(COCO_PIXELS).default('upright')),
})

/** The longest search text for findings, in characters. */
const FINDING_SEARCH_MAX_LENGTH = 100

/** The query of `GET /findings`. */
export const FleetFindingQuery = FleetFindingFilter.extend({
  /**
   * A prefix of the code (`number`), as typed: `A-PS-011`, `a-ps-11`, `aps`, or after the turbine's code, `T01 A-PS-011`. The number must
   * be complete. Any other text finds nothing.
   */
  q: unlessEmpty(line(FINDING_SEARCH_MAX_LENGTH).optional()),
  /** Most urgent first: the earliest due date, the highest severity, the newest. Default: `due_on`. */
  order: unlessEmpty(z.enum(FINDING_ORDERS).default('due_on')),
  /** Pages start at 1. */
  page: unlessEmpty(Id.default(1)),
})
export type FleetFindingQuery = z.infer<typeof FleetFindingQuery>
