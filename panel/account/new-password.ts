import * as z from 'zod'
import { Credentials, OwnPasswordChange } from '#domain/user.ts'
import type { FieldWords } from '#panel/frame/field-error-text.ts'

const isRepeated = ({ password, repeat }: { password: string; repeat: string }) => password === repeat
const MISMATCH = { path: ['repeat'], error: 'mismatch' }

const Chosen = OwnPasswordChange.pick({ password: true }).extend({ repeat: z.string() })

/** The form of a user whose password another person has set or mailed. */
export const ChosenPassword = Chosen.refine(isRepeated, MISMATCH)
export type ChosenPassword = z.infer<typeof ChosenPassword>

/** The form of a user who changes their password. */
export const ChangedPassword = Chosen.extend({ current_password: Credentials.shape.password }).refine(
  isRepeated,
  MISMATCH,
)
export type ChangedPassword = z.infer<typeof ChangedPassword>

/** The messages for the fields of both forms. */
export const PASSWORD_WORDS: Record<'password' | 'repeat', FieldWords> = {
  password: {
    blank: 'password.new.required',
    tooShort: 'password.new.tooShort',
    invalid: 'password.new.invalid',
  },
  repeat: 'password.mismatch',
}
