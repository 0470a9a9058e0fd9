import type { Config } from '#server/infrastructure/config.ts'
import { databaseName } from '#server/infrastructure/database/database-name.ts'
import { openForVerification } from '#server/infrastructure/database/opening/verified-database.ts'
import { readInstallationId, storeName } from '#server/infrastructure/store/opening/open-store.ts'
import { findInstallationId } from './installation-queries.ts'

/** @throws with a sentence if database and files have different ids */
export async function refuseOtherInstallation(config: Config): Promise<void> {
  const database = await openForVerification(config)
  try {
    const [found, id] = [await readInstallationId(config), await findInstallationId(database.read)]
    if (found === undefined || id === undefined || found === id) return
    throw new Error(
      `The files in ${storeName(config)} and the database ${databaseName(config)} are of two installations and cannot be compared.`,
    )
  } finally {
    await database.close()
  }
}
