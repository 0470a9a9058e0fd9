import { UNFINISHED_DOSSIERS } from '#domain/inspections/dossier.ts'
import type { Writer } from '#server/infrastructure/database/database.ts'

/** Ends the unfinished dossiers of a withdrawn version. Their process notices the missing row within seconds. */
export async function endDossiersOfVersion(
  db: Writer,
  turbineId: number,
  year: number,
  version: number,
): Promise<void> {
  await db
    .deleteFrom('dossier_job')
    .where('state', 'in', UNFINISHED_DOSSIERS)
    .where('version_id', 'in', (is) =>
      is
        .selectFrom('inspection_version')
        .select('id')
        .where('turbine_id', '=', turbineId)
        .where('year', '=', year)
        .where('version', '=', version),
    )
    .execute()
}
