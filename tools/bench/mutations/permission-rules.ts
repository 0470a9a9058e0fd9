/** What decides who may do what, as the code of this project writes it. */
import ts from 'typescript'
import { PERMISSIONS } from '../../../domain/permissions.ts'

/** The functions of `domain/` that answer whether a caller may do something. */
export const PERMISSION_CHECKS: ReadonlySet<string> = new Set([
  'hasPermission',
  'may',
  'mayChangeComment',
  'mayChangeUser',
  'mayConfirmEmail',
  'mayEverywhere',
  'mayManageUser',
])

/** What a `throw` has after it when it refuses a request. */
export const REFUSALS = /^(new ApiError|invalid|tooManyRequests|notEmpty|refusal)\b/

/** The names in a comparison or a condition of SQL that decides for whom a record is. */
export const RIGHTS_OF_RECORDS =
  /\b(role|company_id|companyId|OPERATOR_COMPANY_ID|is_protected|is_active|must_change_password|user_id)\b/

/** The rights in the table of permissions. */
const RIGHTS = ['ANYONE', 'EVERYONE', 'WRITERS', 'UPLOADERS', 'MANAGERS', 'ADMINS', 'SUPERADMIN']

/** Another action, which other roles may do. */
export function nextAction(action: string): string {
  const actions = Object.entries(PERMISSIONS)
  const at = actions.findIndex(([name]) => name === action)
  const [, own] = actions[at] ?? []
  const others = [...actions.slice(at), ...actions.slice(0, Math.max(at, 0))]
  return others.find(([, right]) => right !== own)?.[0] ?? action
}

/** The next wider right of the table of permissions, and of the widest the next one; undefined if the node is none. */
export function nextRight(node: ts.Node): string | undefined {
  if (!node.parent || !ts.isPropertyAssignment(node.parent) || node.parent.initializer !== node)
    return undefined
  if (ts.isStringLiteral(node))
    return node.text === 'own' ? "'any'" : node.text === 'any' ? "'own'" : undefined
  const at = ts.isIdentifier(node) ? RIGHTS.indexOf(node.text) : -1
  return at < 0 ? undefined : RIGHTS[at === 0 ? 1 : at - 1]
}
