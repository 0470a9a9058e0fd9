import type { Action } from '#domain/permissions.ts'
import type { SignedInCaller } from './signed-in-caller.ts'

/**
 * Freeing space takes a sign-in before, maybe a download (its order is a row), and a sign-out after. A cancelled report takes no more
 * space.
 */
const BESIDE_DELETING: Action[] = [
  'session.open',
  'session.end',
  'factor.remove',
  'photo.read',
  'report.cancel',
]

/** True for actions that may use the reserve on a full disk: all deletions, and what they need. */
export function worksOnFullDisk(action: Action, caller: SignedInCaller): boolean {
  // After a sign-in with a mailed password, this is the only action allowed.
  if (action === 'password.change') return caller.must_change_password
  return action.endsWith('.delete') || BESIDE_DELETING.includes(action)
}
