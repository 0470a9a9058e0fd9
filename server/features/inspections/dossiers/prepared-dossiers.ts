import { randomBytes } from 'node:crypto'
import type { DossierPhotos } from '#domain/inspections/dossier.ts'
import { UNFINISHED_STATES } from '#domain/inspections/file-job.ts'
import { DOSSIERS_KEPT_PER_USER } from '#domain/limits.ts'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { mapInTurns } from '#server/infrastructure/in-turns.ts'
import type { SealedDossier } from './prepare-dossier.ts'

/** 192 random bits cannot be guessed. */
const ADDRESS_BYTES = 24

/** A finished dossier for its download. The caller checks access to the turbine. @throws ApiError `dossier_job_not_found` */
export async function getPreparedDossier(db: Reader, address: string) {
  const row = await db
    .selectFrom('dossier')
    .innerJoin('file_job', 'file_job.id', 'dossier.job_id')
    .innerJoin('signing_key', 'signing_key.id', 'dossier.key_id')
    .innerJoin('inspection_version', (join) =>
      join
        .onRef('inspection_version.turbine_id', '=', 'file_job.turbine_id')
        .onRef('inspection_version.year', '=', 'file_job.year')
        .onRef('inspection_version.version', '=', 'file_job.version'),
    )
    .select([
      'dossier.job_id',
      'dossier.files',
      'dossier.readme',
      'dossier.chain',
      'dossier.signature',
      'dossier.size',
      'file_job.turbine_id',
      'file_job.variant',
      'signing_key.public_key',
      'inspection_version.year',
      'inspection_version.version',
      'inspection_version.document',
    ])
    .where('dossier.address', '=', address)
    .executeTakeFirst()
  if (!row?.document) throw new ApiError('dossier_job_not_found')
  const { variant, document, ...columns } = row
  return { ...columns, document, photos: variant as DossierPhotos }
}

export type PreparedDossier = Awaited<ReturnType<typeof getPreparedDossier>>

type Columns = Awaited<ReturnType<typeof columnsOf>>

/** The columns of a sealed dossier. */
export async function columnsOf({ files, readme, chain, signature, size, keyId }: SealedDossier) {
  const list = await mapInTurns(files, (file) => JSON.stringify(file))
  return {
    files: `[${list.join(',')}]`,
    readme,
    chain: JSON.stringify(chain),
    signature,
    size,
    key_id: keyId,
  }
}

export async function insertDossier(db: Writer, jobId: number, columns: Columns): Promise<void> {
  const address = randomBytes(ADDRESS_BYTES).toString('base64url')
  await db
    .insertInto('dossier')
    .values({ job_id: jobId, address, ...columns })
    .execute()
}

/** Replaces the prepared dossier by its remains. */
export async function replacePrepared(
  db: Writer,
  { job_id, signature }: Pick<PreparedDossier, 'job_id' | 'signature'>,
  columns: Columns,
): Promise<void> {
  await db
    .updateTable('dossier')
    .set(columns)
    .where('job_id', '=', job_id)
    .where('signature', '=', signature)
    .execute()
}

/** Makes room for another dossier of a user. */
export async function deleteOldestDossiers(db: Writer, userId: number): Promise<void> {
  const ended = db
    .selectFrom('file_job')
    .select('id')
    .where('kind', '=', 'dossier')
    .where('user_id', '=', userId)
    .where('state', 'not in', UNFINISHED_STATES)
  const kept = ended
    .where('state', '!=', 'cancelled')
    .orderBy('id', 'desc')
    .limit(DOSSIERS_KEPT_PER_USER - 1)
  await db.deleteFrom('file_job').where('id', 'in', ended).where('id', 'not in', kept).execute()
}
