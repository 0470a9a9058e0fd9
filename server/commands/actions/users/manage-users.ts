import { parseArgs } from 'node:util'
import { OPERATOR_COMPANY_ID } from '#domain/limits.ts'
import { ROLES } from '#domain/permissions.ts'
import type { CommandCall } from '#server/commands/actions/command-call.ts'
import { activateUser } from './activate-user.ts'
import { addUser } from './add-user.ts'
import { printUsers } from './list-users.ts'
import { resetFactor } from './reset-factor.ts'
import { setUserPassword } from './set-user-password.ts'
import type { UserCommand, UserCommandCall } from './user-command.ts'

const USAGE = `npm run user -- add --email E --first-name F --last-name L --role R [--company ID]
npm run user -- list
npm run user -- set-password --email E
npm run user -- activate --email E
npm run user -- reset-factor --email E
Roles: ${ROLES.join(', ')}. Passwords come from a prompt or standard input.
Without --company the new user belongs to the operator's own company (${OPERATOR_COMPANY_ID}).`

const COMMANDS = new Map<string, UserCommand>([
  ['add', addUser],
  ['list', printUsers],
  ['set-password', setUserPassword],
  ['activate', activateUser],
  ['reset-factor', resetFactor],
])

const OPTIONS = ['email', 'first-name', 'last-name', 'role', 'company']

/**
 * `npm run user`: adds, lists and activates users, sets passwords, and resets factors.
 *
 * @param readPassword is called once all else is valid
 */
export async function manageUsers(call: CommandCall, readPassword: () => Promise<string>): Promise<number> {
  const { words, options } = readWords(call.args)
  const command = words.length === 1 ? COMMANDS.get(words[0] ?? '') : undefined
  if (!command) throw new Error(USAGE)
  return command({ ...call, options, readPassword })
}

/** @throws with a sentence for an unknown option, or one without a value */
function readWords(args: string[]): { words: string[]; options: UserCommandCall['options'] } {
  const known = Object.fromEntries(OPTIONS.map((name) => [name, { type: 'string' } as const]))
  try {
    const { positionals, values } = parseArgs({ args, allowPositionals: true, options: known })
    return { words: positionals, options: values as UserCommandCall['options'] }
  } catch (error) {
    const [name = ''] = /-[\w-]+/.exec((error as Error).message) ?? []
    const { code } = error as NodeJS.ErrnoException
    const sentence =
      code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION'
        ? `Unknown option ${name}.`
        : `The option ${name} needs a value.`
    throw new Error(`${sentence}\n\n${USAGE}`, { cause: error })
  }
}
