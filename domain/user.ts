import * as z from 'zod'
import { Role } from './permissions.ts'

/** A user as every answer shows one: never with a password or its hash. */
export const User = z.object({
  id: z.int().positive(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  role: Role,
  company_id: z.int(),
  company_name: z.string(),
  is_active: z.boolean(),
})
export type User = z.infer<typeof User>

/** The body of `POST /auth/login`. */
export const Credentials = z.strictObject({
  email: z.string().trim().min(1).max(254),
  password: z.string().min(1).max(1000),
})
export type Credentials = z.infer<typeof Credentials>
