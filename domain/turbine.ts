import * as z from 'zod'
import { ROOMS_DEFAULT, ROOMS_MIN } from './limits.ts'

export const TurbineStatus = z.enum(['active', 'maintenance', 'faulty', 'offline', 'inactive', 'unknown'])
export type TurbineStatus = z.infer<typeof TurbineStatus>

const requiredText = z.string().trim().min(1).max(200)
const optionalText = z.string().trim().max(200)

/** `"lat,lon"` in decimal degrees (WGS 84); an empty text is read as none. */
const Coordinates = z
  .string()
  .trim()
  .transform((text) => text.replace(/\s*,\s*/, ','))
  .refine((text) => text === '' || isLatLon(text), { error: 'invalid_coordinates' })
  .transform((text) => text || null)

function isLatLon(text: string): boolean {
  const match = /^(-?\d{1,2}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)$/.exec(text)
  return match !== null && Math.abs(Number(match[1])) <= 90 && Math.abs(Number(match[2])) <= 180
}

/** What a person fills in of a turbine: the columns of its table, and what every form and answer about it has. */
export const TurbineFields = z.strictObject({
  turbine_name: optionalText,
  city: requiredText,
  code: requiredText,
  location: requiredText,
  site_name: optionalText,
  coordinates: Coordinates.nullable(),
  rooms: z.int().min(ROOMS_MIN).max(1000),
  status: TurbineStatus,
  company_id: z.int().positive(),
})
export type TurbineFields = z.infer<typeof TurbineFields>

/** A turbine as the API answers it. `name` always equals `turbine_name`. */
export interface Turbine extends TurbineFields {
  id: number
  name: string
  company_name: string
  photo_count: number
  created_at: string
  updated_at: string
}

const fields = TurbineFields.shape

/** The body of `POST /turbines`. Without `company_id` an admin's own company is meant. */
export const TurbineDraft = TurbineFields.extend({
  turbine_name: fields.turbine_name.default(''),
  site_name: fields.site_name.default(''),
  coordinates: fields.coordinates.default(null),
  rooms: fields.rooms.default(ROOMS_DEFAULT),
  status: fields.status.default('active'),
  company_id: fields.company_id.optional(),
})
export type TurbineDraft = z.infer<typeof TurbineDraft>

/** The body of `PUT /turbines/{id}`: what is not named keeps its value, but for the status, which then is active. */
export const TurbineChange = TurbineFields.partial().extend({
  city: fields.city,
  code: fields.code,
  location: fields.location,
  status: fields.status.default('active'),
})
export type TurbineChange = z.infer<typeof TurbineChange>

/** An id in a path or a query: a positive integer written in digits. */
export const Id = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number)

/** The path of everything below one turbine. */
export const TurbineParam = z.object({ id: Id })
