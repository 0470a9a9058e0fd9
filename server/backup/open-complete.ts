import type { Config } from '#server/config.ts'
import { databaseName, moveMarkerOf } from '#server/database/open-moved-database.ts'
import { refuseUnfinishedMove } from '#server/disk/move-marker.ts'
import { openLog } from '#server/log.ts'
import type { FileStore } from '#server/store/file-store.ts'
import { openStoreToRead } from '#server/store/open-store.ts'

/**
 * Opens the files of an installation for a command that reads everything. The caller closes them.
 *
 * @throws with a sentence if the installation is the target of a move that is not complete: half of its rows or files are missing
 */
export async function openComplete(config: Config): Promise<FileStore> {
  await refuseUnfinishedMove(moveMarkerOf(config), databaseName(config))
  return openStoreToRead(config, openLog('silent'))
}
