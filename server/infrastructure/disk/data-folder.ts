import { BEGUN } from './marker-file.ts'

/** The file with the notice, which whoever runs the server writes. */
export const NOTICE_FILE = 'notice.json'

/** The markers of a data folder. A kill while one is written leaves its beginning. */
const MARKERS = ['installation']

/** Everything that Kanat makes in a data folder, or looks for there. */
const OWN_NAMES = [
  'cache',
  'derivatives',
  'files',
  'incoming',
  'kanat.db',
  'kanat.db-shm',
  'kanat.db-wal',
  NOTICE_FILE,
  'outbox',
  'partial',
  'reserve',
  'server.lock',
  'token-secret',
  'trash',
  'write-probe',
  ...MARKERS,
  ...MARKERS.map((name) => `${name}${BEGUN}`),
]

/** True for what Kanat makes directly in a data folder. */
export function isOwnName(name: string): boolean {
  return OWN_NAMES.includes(name)
}
