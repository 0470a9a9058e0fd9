import pino from 'pino'
import type { Config } from '#server/infrastructure/config.ts'
import { databaseName, moveMarkerOf } from '#server/infrastructure/database/moving/open-moved-database.ts'
import { refuseUnfinishedMove } from '#server/infrastructure/disk/move-marker.ts'
import type { FileStore } from '#server/infrastructure/store/file-store.ts'
import { openStoreToRead } from '#server/infrastructure/store/opening/open-store.ts'

/**
 * Opens the files of an installation for a command that reads everything. The caller closes them.
 *
 * @throws with a sentence if the installation is the target of a move that is not complete: half of its rows or files are missing
 */
export async function openComplete(config: Config): Promise<FileStore> {
  await refuseUnfinishedMove(moveMarkerOf(config), databaseName(config))
  return openStoreToRead(config, pino({ level: 'silent' }))
}
