import type { Action } from '#domain/permissions.ts'
import type { SignedInViewer } from './sessions.ts'

/** The actions that a user needs to free space on a full disk. Who deletes photos may want to download them before; the order is a row. */
const FREEING_SPACE: Action[] = [
  'session.open',
  'session.end',
  'photo.read',
  'turbine.delete',
  'photo.delete',
  'report.delete',
  'comment.delete',
  'company.delete',
  'user.delete',
]

/** True for actions that may use the reserve when the disk is full. */
export function worksOnFullDisk(action: Action, viewer: SignedInViewer): boolean {
  // After a sign-in with a mailed password, no other action is allowed before this one.
  if (action === 'password.change') return viewer.must_change_password
  return FREEING_SPACE.includes(action)
}
