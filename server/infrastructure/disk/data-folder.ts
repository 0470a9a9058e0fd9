import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { BEGUN } from './marker-file.ts'
import { unlessMissing } from './missing-files.ts'

/** The file with the notice, which whoever runs the server writes. */
export const NOTICE_FILE = 'notice.json'

/** The markers of a data folder. A kill while one is written leaves its beginning. */
const MARKERS = ['installation', 'unfinished-move-of-files', 'unfinished-move-of-rows']

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

/** What systems make in folders by themselves: names with a dot, and what is lost at the root of a disk. */
const NAMES_OF_SYSTEMS = /^(?:\..*|lost\+found)$/

/** The folder that is emptied when a server or a move starts, and what Kanat makes in it. */
const EMPTIED = { folder: 'incoming', ownNames: /^request-/ }

/** True for what Kanat makes directly in a data folder. */
export function isOwnName(name: string): boolean {
  return OWN_NAMES.includes(name)
}

/** A file or folder in a data folder that is not of Kanat; undefined if there is none. A missing folder has none. */
export async function findForeignName(dataDir: string): Promise<string | undefined> {
  const isForeign = (name: string) => !isOwnName(name) && !NAMES_OF_SYSTEMS.test(name)
  const foreign = (await namesIn(dataDir)).find(isForeign)
  if (foreign !== undefined) return foreign
  const { folder, ownNames } = EMPTIED
  const inEmptied = (await namesIn(join(dataDir, folder))).find((name) => !ownNames.test(name))
  return inEmptied && `${folder}/${inEmptied}`
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(unlessMissing)) ?? []
}
