import * as z from 'zod'
import { ROOMS_DEFAULT, ROOMS_MIN } from './limits.ts'

export const TURBINE_STATUSES = ['active', 'maintenance', 'faulty', 'offline', 'inactive', 'unknown'] as const
export const TurbineStatus = z.enum(TURBINE_STATUSES)
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

/** A turbine as the API answers it. `name` always equals `turbine_name`. */
export const Turbine = z.object({
  id: z.int().positive(),
  turbine_name: z.string(),
  name: z.string(),
  city: z.string(),
  code: z.string(),
  location: z.string(),
  site_name: z.string(),
  coordinates: z.string().nullable(),
  rooms: z.int().min(ROOMS_MIN),
  status: TurbineStatus,
  company_id: z.int(),
  company_name: z.string(),
  photo_count: z.int().min(0),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})
export type Turbine = z.infer<typeof Turbine>

const fields = {
  turbine_name: optionalText,
  city: requiredText,
  code: requiredText,
  location: requiredText,
  site_name: optionalText,
  coordinates: Coordinates.nullable(),
  rooms: z.int().min(ROOMS_MIN).max(1000),
  status: TurbineStatus,
  company_id: z.int().positive(),
}

/** The body of `POST /turbines`. Without `company_id` an admin's own company is meant. */
export const TurbineDraft = z.strictObject({
  ...fields,
  turbine_name: fields.turbine_name.default(''),
  site_name: fields.site_name.default(''),
  coordinates: fields.coordinates.default(null),
  rooms: fields.rooms.default(ROOMS_DEFAULT),
  status: fields.status.default('active'),
  company_id: fields.company_id.optional(),
})
export type TurbineDraft = z.infer<typeof TurbineDraft>

/** The body of `PUT /turbines/{id}`: what is not named keeps its value. */
export const TurbineChange = z.strictObject({
  ...fields,
  turbine_name: fields.turbine_name.optional(),
  site_name: fields.site_name.optional(),
  coordinates: fields.coordinates.optional(),
  rooms: fields.rooms.optional(),
  status: fields.status.default('active'),
  company_id: fields.company_id.optional(),
})
export type TurbineChange = z.infer<typeof TurbineChange>

/** An id in a path or a query: a positive integer written in digits. */
export const Id = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number)
