import type { Action } from '#domain/permissions.ts'
import type { SignedInViewer } from './sessions.ts'

/**
 * Whoever frees space signs in before, and may sign out. Who deletes photos may want to download them before; the order is a row. A report
 * that is cancelled takes no more space.
 */
const BESIDE_DELETING: Action[] = ['session.open', 'session.end', 'photo.read', 'report.cancel']

/** True for actions that may use the reserve when the disk is full: those by which a user frees space, so everything that deletes. */
export function worksOnFullDisk(action: Action, viewer: SignedInViewer): boolean {
  // After a sign-in with a mailed password, no other action is allowed before this one.
  if (action === 'password.change') return viewer.must_change_password
  return action.endsWith('.delete') || BESIDE_DELETING.includes(action)
}
