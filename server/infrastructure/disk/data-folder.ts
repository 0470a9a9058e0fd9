import { BEGUN } from './marker-file.ts'

/** The file with the operator's notice. */
export const NOTICE_FILE = 'notice.json'

/** The file whose time is that of the last complete backup. */
export const LAST_BACKUP_FILE = 'last-backup'

/** The markers of a data folder. A kill during a write leaves a partial one. */
const MARKERS = ['installation']

/** Everything that Kanat creates or looks for in a data folder. */
const OWN_NAMES = [
  'cache',
  'derivatives',
  'files',
  'incoming',
  'kanat.db',
  'kanat.db-shm',
  'kanat.db-wal',
  LAST_BACKUP_FILE,
  NOTICE_FILE,
  'outbox',
  'partial',
  'reserve',
  'secrets',
  'server.lock',
  'token-secret',
  'trash',
  'write-probe',
  ...MARKERS,
  ...MARKERS.map((name) => `${name}${BEGUN}`),
]

/** True for Kanat's direct entries in a data folder. */
export function isOwnName(name: string): boolean {
  return OWN_NAMES.includes(name)
}
