import { createHash } from 'node:crypto'
import { makeRandomKey } from '#domain/random-key.ts'
import { getCurrentKey, signWithCurrentKey } from '#server/features/signing-keys/signing-key-queries.ts'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'

/** The names behind the ids of people in a version, as of its publication. The document has only the ids. */
export interface SealedPeople {
  /** A random salt: names cannot be guessed from what is signed. */
  salt: string
  names: [person: string, name: string][]
}

/** An author of a finding in a version, or of its publication. */
interface NamedPerson {
  person_id: string | null
  user_name: string
}

/** @returns `SealedPeople` as JSON */
export function sealPeople(people: readonly NamedPerson[]): string {
  const names = new Map<string, [string, string]>()
  for (const { person_id, user_name } of people)
    if (person_id !== null) names.set(`${person_id} ${user_name}`, [person_id, user_name])
  const sorted = [...names.entries()].sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify({
    salt: makeRandomKey(),
    names: sorted.map(([, name]) => name),
  } satisfies SealedPeople)
}

/** The signed facts of a version. */
export interface SignedVersion {
  turbine_id: number
  year: number
  version: number
  sha256: string | null
  previous: string | null
  people: string | null
  report_findings: number | null
  signed_later: 0 | 1
}

const SIGNED = [
  'turbine_id',
  'year',
  'version',
  'sha256',
  'previous',
  'people',
  'report_findings',
  'signed_later',
] as const satisfies (keyof SignedVersion)[]

/** The signed text of a version, for people and programs: one fact a line. */
export function versionStatement(version: SignedVersion): string {
  const { turbine_id, year, sha256, previous, people, report_findings, signed_later } = version
  return statement('kanat-version-1', [
    ['turbine', turbine_id],
    ['year', year],
    ['version', version.version],
    ['document', sha256],
    ['previous', previous],
    ['people', people === null ? null : createHash('sha256').update(people).digest('hex')],
    ['report-findings', report_findings],
    ['signed', signed_later === 1 ? 'later' : 'at its publication'],
  ])
}

/** The signed statement of all versions of an inspection. */
export interface HeadVersion {
  version: number
  sha256: string | null
  withdrawn_at: string | null
}

/** The signed text of an inspection: its last number, the hash of each version, and the withdrawn ones. @param versions in their order */
function headStatement(turbineId: number, year: number, versions: readonly HeadVersion[]): string {
  return statement('kanat-head-1', [
    ['turbine', turbineId],
    ['year', year],
    ['last', versions.at(-1)?.version ?? 0],
    ...versions.map(({ version, sha256, withdrawn_at }): [string, string] => [
      `version ${version}`,
      `${sha256 ?? 'none'}${withdrawn_at === null ? '' : `, withdrawn ${withdrawn_at}`}`,
    ]),
  ])
}

function statement(form: string, facts: readonly (readonly [string, string | number | null])[]): string {
  return [form, ...facts.map(([name, value]) => `${name}: ${value ?? 'none'}`), ''].join('\n')
}

/** Signs a sealed version, in the transaction that sealed it. */
export async function signVersion(db: Writer, secretsDir: string, id: number): Promise<void> {
  const { id: key_id } = await getCurrentKey(db, secretsDir)
  const version = await db
    .selectFrom('inspection_version')
    .select(SIGNED)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const signature = await signWithCurrentKey(db, secretsDir, versionStatement(version))
  await db.updateTable('inspection_version').set({ signature, key_id }).where('id', '=', id).execute()
}

/**
 * Records a new, withdrawn or sealed version in the signed head of its inspection, in the same transaction. Existing statements stay: the
 * next publication does not sign a row changed by hand.
 */
export async function signHead(
  db: Writer,
  secretsDir: string,
  turbineId: number,
  year: number,
  changed: Pick<HeadVersion, 'version'> & Partial<HeadVersion>,
): Promise<void> {
  const { id: key_id } = await getCurrentKey(db, secretsDir)
  const head = await findHead(db, turbineId, year)
  const known = head ? versionsOfHead(head.statement) : await listHeadVersions(db, turbineId, year)
  const former = known.find(({ version }) => version === changed.version)
  const { sha256, withdrawn_at } = { sha256: null, withdrawn_at: null, ...former, ...changed }
  const now = { version: changed.version, sha256: former?.sha256 ?? sha256, withdrawn_at }
  const versions = [...known.filter((each) => each !== former), now]
  const text = headStatement(
    turbineId,
    year,
    versions.sort((a, b) => a.version - b.version),
  )
  const signed = { statement: text, signature: await signWithCurrentKey(db, secretsDir, text), key_id }
  await db
    .insertInto('inspection_head')
    .values({ turbine_id: turbineId, year, ...signed })
    .onConflict((conflict) => conflict.columns(['turbine_id', 'year']).doUpdateSet(signed))
    .execute()
}

export function findHead(db: Reader, turbineId: number, year: number) {
  return db
    .selectFrom('inspection_head')
    .selectAll()
    .where('turbine_id', '=', turbineId)
    .where('year', '=', year)
    .executeTakeFirst()
}

/** The versions in a head, in order. */
export function versionsOfHead(text: string): HeadVersion[] {
  return [...text.matchAll(/^version (\d+): (\w+)(?:, withdrawn (\S+))?$/gm)].map(
    ([, version, sha256 = 'none', withdrawn_at = null]) => ({
      version: Number(version),
      sha256: sha256 === 'none' ? null : sha256,
      withdrawn_at,
    }),
  )
}

/** All versions of an inspection in order, including withdrawn ones. */
export function listHeadVersions(db: Reader, turbineId: number, year: number): Promise<HeadVersion[]> {
  return db
    .selectFrom('inspection_version')
    .select(['version', 'sha256', 'withdrawn_at'])
    .where('turbine_id', '=', turbineId)
    .where('year', '=', year)
    .orderBy('version')
    .execute()
}

/** The last version number of the inspection, even if withdrawn: none is reused. 0 without one. */
export async function readLastVersion(db: Reader, turbineId: number, year: number): Promise<number> {
  const head = await findHead(db, turbineId, year)
  const versions = await listHeadVersions(db, turbineId, year)
  return Math.max(0, ...[...versions, ...versionsOfHead(head?.statement ?? '')].map(({ version }) => version))
}
