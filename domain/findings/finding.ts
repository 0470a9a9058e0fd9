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
/** The greatest number of single places of a finding along its blade. */
export const POSITIONS_MAX = 50

export const FINDING_STATUSES = ['open', 'monitored', 'repaired', 'closed'] as const
export const FindingStatus = z.enum(FINDING_STATUSES)
export type FindingStatus = z.infer<typeof FindingStatus>

/** The statuses of findings that still need somebody: they count for the state of a turbine and for due dates. */
export const UNSOLVED_STATUSES = ['open', 'monitored'] as const satisfies FindingStatus[]

const id = z.int().positive()

/**
 * Rounded to thousandths when it is stored: a place to the millimetre, which nobody measures finer on a blade. What is stored is what
 * screens and files show, so a file has no number in powers of ten and comes back the same.
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

/** The fields of a finding that a user fills in. Distances are metres from the root of the blade. */
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
  /** The range along the blade. If there are `positions_m`, it goes from the first to the last of them. */
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
  /** A due date set by hand, with its reason; null if the severity decides. */
  own_due_on: Day.nullable(),
  due_reason: optionalText,
  /** The finding of an earlier inspection that this one continues. */
  earlier_id: id.nullable(),
})
export type FindingFields = z.infer<typeof FindingFields>

/** What is done about a finding. It is live, while the rest of a finding is published in versions. */
const FOLLOW_UP_FIELDS = ['status', 'own_due_on', 'due_reason'] as const satisfies (keyof FindingFields)[]
/** What a finding says about a blade: worked on in private, and published. */
export const OBSERVATION_FIELDS = (Object.keys(FindingFields.shape) as (keyof FindingFields)[]).filter(
  (field) => !(FOLLOW_UP_FIELDS as readonly string[]).includes(field),
)

/** A finding as the API answers it. */
export const Finding = FindingFields.extend({
  // The stored values are valid already, so the schema of answers does not check them again.
  room: z.string().nullable(),
  text: z.string(),
  year: z.int(),
  found_on: z.iso.date(),
  due_reason: z.string(),
  id,
  turbine_id: id,
  /** The number for readers, such as `A-LE-001`. No other finding of the turbine ever gets it. */
  number: z.string(),
  /** `own_due_on`, else what the severity says for the company, counted from `found_on`; null if nothing is due. */
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
  /** The newest of the findings that continue this one; null if none does. */
  newest: z.object({ id, year: z.int() }).nullable(),
})
export type ListedFinding = z.infer<typeof ListedFinding>

/** The body of `POST /turbines/{id}/findings`. What is missing follows from the photo, else it is empty. */
export const FindingDraft = FindingFields.partial().extend({ type: FindingFields.shape.type })
export type FindingDraft = z.infer<typeof FindingDraft>

/** The body of `PUT /turbines/{id}/findings/{findingId}`: missing fields keep their value. */
export const FindingChange = FindingFields.partial()
export type FindingChange = z.infer<typeof FindingChange>

/** A finding with which a changed one is no longer linked. */
export const UnlinkedFinding = z.object({ id, number: z.string() })
export type UnlinkedFinding = z.infer<typeof UnlinkedFinding>

/** The path of one finding of a turbine. */
export const FindingParam = z.object({ id: Id, findingId: Id })

const SeverityText = rawText(1)
  .regex(/^[1-5]$/)
  .transform((text) => Number(text) as Severity)

/** Which findings of a chain a list has: only the newest, or all of them. */
export const SIGHTINGS = ['newest', 'all'] as const

/** The query of the findings of one turbine. An empty value is no filter. */
export const FindingFilter = z.object({
  blade: unlessEmpty(Blade.optional()),
  side: unlessEmpty(FindingSide.optional()),
  type: unlessEmpty(FindingTypeId.optional()),
  severity_min: unlessEmpty(SeverityText.optional()),
  /** Exactly this severity; `none` for findings that are not graded. */
  severity: unlessEmpty(z.union([z.literal('none'), SeverityText]).optional()),
  /** `unsolved` is open or monitored, and not continued by a later finding. */
  status: unlessEmpty(z.enum([...FINDING_STATUSES, 'unsolved']).optional()),
  year: unlessEmpty(YearText.optional()),
  /**
   * What is known after the inspection of this year: its findings, and the unsolved ones of earlier years. `status=unsolved` and
   * `sightings=newest` mean what was so then.
   */
  inspection: unlessEmpty(YearText.optional()),
  /** Unsolved findings that are due on this day or later. */
  due_from: unlessEmpty(Day.optional()),
  /** Unsolved findings that are due before this day. */
  due_before: unlessEmpty(Day.optional()),
  /**
   * `true`: unsolved findings whose due date has passed, today in the time zone of the company. `false`: unsolved findings whose due date
   * has not passed, or that have none.
   */
  overdue: unlessEmpty(z.enum(['true', 'false']).optional()),
  /** `newest`: of findings that continue each other only the newest, so that each damage counts once. Without a value: `all`. */
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

/** Which pixels the coordinates of a file in the format of COCO count. */
export const COCO_PIXELS = ['upright', 'file'] as const

/** The query of `GET /findings.coco.json`. */
export const CocoFilter = FleetFindingFilter.extend({
  /**
   * `upright` counts pixels of the pictures as screens show them, `file` those of the files for programs that do not turn a picture by its EXIF
   * orientation. Without a value: `upright`.
   */
  pixels: unlessEmpty(z.enum(COCO_PIXELS).default('upright')),
})

/** The longest text that findings are searched by, in characters. */
const FINDING_SEARCH_MAX_LENGTH = 100

/** The query of `GET /findings`. */
export const FleetFindingQuery = FleetFindingFilter.extend({
  /**
   * The beginning of the code (`number`), as a person types it: `A-PS-011`, `a-ps-11`, `aps`, or after the code of the turbine, `T01 A-PS-011`.
   * The number must be complete. A text with which no code begins finds nothing.
   */
  q: unlessEmpty(line(FINDING_SEARCH_MAX_LENGTH).optional()),
  /** The most urgent first: the earliest due date, the highest severity, the newest. Without a value: `due_on`. */
  order: unlessEmpty(z.enum(FINDING_ORDERS).default('due_on')),
  /** Pages are counted from 1. */
  page: unlessEmpty(Id.default(1)),
})
export type FleetFindingQuery = z.infer<typeof FleetFindingQuery>
