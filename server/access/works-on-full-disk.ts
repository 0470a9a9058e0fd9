import type { Action } from '#domain/permissions.ts'
import type { SignedInViewer } from './sessions.ts'

/** What somebody has to be able to do to make room on a full disk. */
const MAKING_ROOM: Action[] = [
  'session.open',
  'session.end',
  'turbine.delete',
  'photo.delete',
  'report.delete',
  'comment.delete',
  'company.delete',
  'user.delete',
]

/** True for what may use the reserve when the disk is full. */
export function worksOnFullDisk(action: Action, viewer: SignedInViewer): boolean {
  // Whoever came by a mailed password may do nothing else before.
  if (action === 'password.change') return viewer.must_change_password
  return MAKING_ROOM.includes(action)
}
