import * as z from 'zod'
import { foldEmail, UserDraft } from '#domain/user.ts'
import type { CommandCall } from '#server/commands/actions/command-call.ts'
import { type AcceptedPassword, acceptPassword } from '#server/features/users/accept-password.ts'
import { findAccount } from '#server/features/users/user-queries.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { terminalSentence, terminalSentences } from '#server/infrastructure/errors.ts'

/** A call of a user command. */
export interface UserCommandCall extends CommandCall {
  /** The options, by name. */
  options: Record<string, string | undefined>
  /** Prompts for a password, or reads it from standard input. */
  readPassword: () => Promise<string>
}

export type UserCommand = (call: UserCommandCall) => Promise<number>

/** The option of commands about one user. */
export const OneUser = z.strictObject({ email: UserDraft.shape.email })

/** @throws with a sentence for each wrong, missing or surplus option */
export function readOptions<Schema extends z.ZodType>(
  schema: Schema,
  options: UserCommandCall['options'],
): z.output<Schema> {
  const result = schema.safeParse(options)
  if (result.success) return result.data
  throw new Error(result.error.issues.flatMap((issue) => sentencesOf(issue, options)).join('\n'))
}

function sentencesOf(issue: z.core.$ZodIssue, options: UserCommandCall['options']): string[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((name) => `--${name} is not needed here.`)
  const name = issue.path.join('.')
  return [
    options[name] === undefined ? `--${name} is missing.` : `--${name}: ${terminalSentence(issue.message)}`,
  ]
}

/** @throws with a sentence if no user has this address */
export async function getAccount(db: Reader, email: string) {
  const account = await findAccount(db, foldEmail(email))
  if (!account) throw new Error(`No user has the address ${email}.`)
  return account
}

/** Prompts for a user's new password. @throws with a sentence if it is refused */
export async function readNewPassword(
  readPassword: UserCommandCall['readPassword'],
  owner: Parameters<typeof acceptPassword>[1],
): Promise<AcceptedPassword> {
  const password = UserDraft.shape.password.safeParse(await readPassword())
  if (!password.success) {
    const sentences = password.error.issues.map(({ message }) => terminalSentence(message))
    throw new Error(`Password: ${sentences.join(' ')}`)
  }
  try {
    return acceptPassword(password.data, owner)
  } catch (error) {
    throw new Error(`Password: ${terminalSentences(error)}`, { cause: error })
  }
}
