import * as z from 'zod'
import { COORDINATES_MAX_LENGTH, isOnEarth, type Place, readPlace } from '#domain/text/coordinates.ts'
import { line } from '#domain/text/text.ts'
import { optionalText, Revision, requiredText } from './fields.ts'
import { ROOMS_DEFAULT, ROOMS_MIN } from './limits.ts'

export const TurbineStatus = z.enum(['active', 'maintenance', 'faulty', 'offline', 'inactive', 'unknown'])
export type TurbineStatus = z.infer<typeof TurbineStatus>

/** `"lat,lon"` in decimal degrees (WGS 84), in any format of `readPlace`; an empty text becomes null. */
const Coordinates = line(COORDINATES_MAX_LENGTH)
  .transform((text) => (text === '' ? '' : writeLatLon(readPlace(text))))
  .refine((text) => text !== undefined, { error: 'invalid_coordinates' })
  .transform((text) => text || null)

/** Longest blade of a turbine, in metres. */
export const BLADE_LENGTH_MAX_M = 200
/** Highest hub of a turbine, in metres above the ground. */
const HUB_HEIGHT_MAX_M = 300

/** A text that is null if empty. */
const textOrNull = optionalText.transform((text) => text || null).nullable()

/** Normalized coordinates of a turbine; undefined for a place that is not on the earth. */
function writeLatLon(place: Place | undefined): string | undefined {
  return place && isOnEarth(place) ? `${place.latitude},${place.longitude}` : undefined
}

/** The user's fields of a turbine: the columns of its table, the fields of its form and of every answer. */
export const TurbineFields = z.strictObject({
  turbine_name: optionalText,
  city: requiredText,
  code: requiredText,
  location: requiredText,
  site_name: optionalText,
  coordinates: Coordinates.nullable(),
  rooms: z.int().min(ROOMS_MIN).max(1000),
  /** Metres from root to tip; null if unknown. */
  blade_length: z.number().positive().max(BLADE_LENGTH_MAX_M).nullable(),
  status: TurbineStatus,
  manufacturer: textOrNull,
  model: textOrNull,
  serial_number: textOrNull,
  /** Metres from the ground to the middle of the hub; null if unknown. */
  hub_height: z.number().positive().max(HUB_HEIGHT_MAX_M).nullable(),
  company_id: z.int().positive(),
})
export type TurbineFields = z.infer<typeof TurbineFields>

export const TURBINE_STATES = ['A', 'B', 'C', 'D', 'E', 'not_inspected'] as const
export const TurbineState = z.enum(TURBINE_STATES)
export type TurbineState = z.infer<typeof TurbineState>

/** A running inspection, with its number of inspected photos. */
export const InspectionRunning = z.object({
  year: z.int(),
  looked_at: z.int().min(0),
  photos: z.int().min(0),
})
export type InspectionRunning = z.infer<typeof InspectionRunning>

/** A turbine as the API answers it. `name` always equals `turbine_name`. */
export const Turbine = TurbineFields.extend({
  // Stored values are valid already, so answers skip the validation.
  coordinates: z.string().nullable(),
  manufacturer: z.string().nullable(),
  model: z.string().nullable(),
  serial_number: z.string().nullable(),
  id: z.int().positive(),
  name: z.string(),
  company_name: z.string(),
  /** The time zone of the company. */
  time_zone: z.string(),
  photo_count: z.int().min(0),
  /** The years of its photos, newest first. */
  photo_years: z.array(z.int()),
  newest_photo_at: z.iso.datetime().nullable(),
  /** The thumbnail of the newest photo that has one; point clouds have none. */
  cover_url: z.string().nullable(),
  /** False if certainly no blade photo shows a sphere. True also while an old photo's file is unread. */
  has_panorama: z.boolean(),
  /** Photos uploaded by others since the caller last opened the turbine's page, or since their account exists. */
  new_photo_count: z.int().min(0),
  /** The newest year of which others have published a version since then; null without one. */
  new_publication_year: z.int().nullable(),
  /** By its published inspections: from A, nothing above severity 1, to E, an unresolved finding of severity 5. */
  state: TurbineState,
  /** The newest year with a published inspection. */
  state_year: z.int().nullable(),
  /** The newest inspection, if running; null for readers of published data. */
  inspection_running: InspectionRunning.nullable(),
  /** Open or monitored findings that no later one continues. */
  unsolved_finding_count: z.int().min(0),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  revision: Revision,
})
  // Forms refuse unknown fields; answers allow them, because the contract may grow.
  .strip()
export type Turbine = z.infer<typeof Turbine>

const fields = TurbineFields.shape

/** The body of `POST /turbines`. `company_id` defaults to an admin's own company. */
export const TurbineDraft = TurbineFields.extend({
  turbine_name: fields.turbine_name.default(''),
  site_name: fields.site_name.default(''),
  coordinates: fields.coordinates.default(null),
  rooms: fields.rooms.default(ROOMS_DEFAULT),
  blade_length: fields.blade_length.default(null),
  status: fields.status.default('active'),
  manufacturer: fields.manufacturer.default(null),
  model: fields.model.default(null),
  serial_number: fields.serial_number.default(null),
  hub_height: fields.hub_height.default(null),
  company_id: fields.company_id.optional(),
})
export type TurbineDraft = z.infer<typeof TurbineDraft>

/** The body of `PUT /turbines/{id}`: omitted fields keep their values, except the status, which becomes active. */
export const TurbineChange = TurbineFields.partial().extend({
  city: fields.city,
  code: fields.code,
  location: fields.location,
  status: fields.status.default('active'),
})
export type TurbineChange = z.infer<typeof TurbineChange>

/** The number of records that a turbine's deletion removes. */
export const TurbineContents = z.object({
  photos: z.int().min(0),
  findings: z.int().min(0),
  reports: z.int().min(0),
  comments: z.int().min(0),
})
export type TurbineContents = z.infer<typeof TurbineContents>
