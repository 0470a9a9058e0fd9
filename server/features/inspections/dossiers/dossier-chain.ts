import { versionStatement } from '#server/features/inspections/releases/sign-version.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'

/** The files of `chain/` by name, in Base64: the signed statement of a version and of each earlier one, with signature and key. */
export type DossierChain = Record<string, string>

/** The name of a file of the chain, without its extension. */
export function chainName(version: number): string {
  return `chain/version-${version}`
}

/** Reads the chain of a version. An unsigned one is omitted: `verify` reports it. */
export async function readChain(
  db: Reader,
  turbineId: number,
  year: number,
  version: number,
): Promise<DossierChain> {
  const rows = await db
    .selectFrom('inspection_version')
    .innerJoin('signing_key', 'signing_key.id', 'inspection_version.key_id')
    .select([
      'inspection_version.turbine_id',
      'inspection_version.year',
      'inspection_version.version',
      'inspection_version.sha256',
      'inspection_version.previous',
      'inspection_version.people',
      'inspection_version.report_findings',
      'inspection_version.signed_later',
      'inspection_version.signature',
      'signing_key.public_key',
    ])
    .where('inspection_version.turbine_id', '=', turbineId)
    .where('inspection_version.year', '=', year)
    .where('inspection_version.version', '<=', version)
    .orderBy('inspection_version.version')
    .execute()
  const files = rows.flatMap((row) => {
    const name = chainName(row.version)
    return [
      [`${name}.txt`, Buffer.from(versionStatement(row)).toString('base64')],
      [`${name}.sig`, row.signature ?? ''],
      [`${name}.pem`, Buffer.from(row.public_key).toString('base64')],
    ]
  })
  return Object.fromEntries(files)
}
