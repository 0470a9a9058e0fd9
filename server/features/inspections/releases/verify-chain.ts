import { verify } from 'node:crypto'
import type { InspectionStep } from '#domain/inspections/state.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { isMissingTable } from '#server/infrastructure/database/database-errors.ts'
import { yieldToEventLoop } from '#server/infrastructure/in-turns.ts'
import { listWronglyCurrent } from './current-rows.ts'
import { findHead, listHeadVersions, versionsOfHead } from './sign-version.ts'

/** A problem of a version, or of an inspection's versions. */
export interface VersionFault {
  /** `seal`: it is not what was sealed or signed. `rows`: what the screens show differs from it. */
  kind: 'seal' | 'rows'
  /** For the operator. */
  subject: string
}

/** The public keys of the installation by id, as PEM. */
export type PublicKeys = ReadonlyMap<string, string>

export async function readPublicKeys(db: Reader): Promise<PublicKeys> {
  const rows = await db.selectFrom('signing_key').select(['id', 'public_key']).execute()
  return new Map(rows.map(({ id, public_key }) => [id, public_key]))
}

/** The problem of a signature, or undefined. */
export function signatureFault(
  keys: PublicKeys,
  text: string,
  { signature, key_id }: { signature: string; key_id: string | null },
): string | undefined {
  const key = keys.get(key_id ?? '')
  if (key === undefined) return 'the key of its signature is unknown'
  const isRight = verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))
  return isRight ? undefined : 'its signature is not that of what it says'
}

/**
 * Checks each inspection's list of versions against its signed head and the audit log, and that customers read the right rows. A database
 * older than signatures has no heads, so it is skipped.
 */
export async function verifyChains(db: Reader, keys: PublicKeys): Promise<VersionFault[]> {
  const faults: VersionFault[] = []
  try {
    for (const inspection of await listInspections(db)) {
      const found = await chainFaults(db, keys, inspection)
      // A server may have published or withdrawn it meanwhile.
      if (found.length > 0) faults.push(...(await chainFaults(db, keys, inspection)))
      await yieldToEventLoop()
    }
    for (const turbine of await listPublishedTurbines(db)) faults.push(...(await currentFaults(db, turbine)))
  } catch (error) {
    if (!isMissingTable(error)) throw error
  }
  return faults
}

interface InspectionId {
  turbine_id: number
  year: number
}

/** The inspections with a version or a head, or with one according to the audit log. */
async function listInspections(db: Reader): Promise<InspectionId[]> {
  const heads = await db.selectFrom('inspection_head').select(['turbine_id', 'year']).execute()
  const versions = await db
    .selectFrom('inspection_version')
    .select(['turbine_id', 'year'])
    .distinct()
    .execute()
  const logged = await db
    .selectFrom('audit')
    .innerJoin('turbine', 'turbine.id', 'audit.turbine_id')
    .select(['turbine.id as turbine_id', 'audit.record_name'])
    .where('audit.action', 'in', ['inspection.publish', 'inspection.withdraw'])
    .distinct()
    .execute()
  const all = [
    ...heads,
    ...versions,
    ...logged.map(({ turbine_id, record_name }) => ({ turbine_id, year: Number(record_name) })),
  ]
  return [...new Map(all.map((each) => [`${each.turbine_id} ${each.year}`, each])).values()]
}

async function chainFaults(
  db: Reader,
  keys: PublicKeys,
  { turbine_id, year }: InspectionId,
): Promise<VersionFault[]> {
  const name = `turbine ${turbine_id}, ${year}`
  const versions = await listHeadVersions(db, turbine_id, year)
  const head = await findHead(db, turbine_id, year)
  const seals = head
    ? [
        signatureFault(keys, head.statement, head),
        ...differences(versionsOfHead(head.statement), versions),
      ].flatMap((text) => (text === undefined ? [] : `${text} (head)`))
    : (await hasSignedVersion(db, turbine_id, year))
      ? ['its head is gone']
      : []
  const rows = [
    ...(await auditFaults(db, turbine_id, year, versions)),
    ...(await shownFaults(db, turbine_id, year, versions)),
    ...(await stepFaults(db, turbine_id, year)),
  ]
  return [
    ...seals.map((text): VersionFault => ({ kind: 'seal', subject: `${name}: ${text}` })),
    ...rows.map((text): VersionFault => ({ kind: 'rows', subject: `${name}: ${text}` })),
  ]
}

type Versions = Awaited<ReturnType<typeof listHeadVersions>>

function differences(signed: Versions, stored: Versions): string[] {
  const rows = new Map(stored.map((row) => [row.version, row]))
  const known = new Set(signed.map(({ version }) => version))
  return [
    ...signed.flatMap(({ version, sha256, withdrawn_at }) => {
      const row = rows.get(version)
      if (!row) return [`version ${version} is gone`]
      return [
        ...(row.sha256 === sha256 ? [] : [`version ${version} has another document`]),
        ...(row.withdrawn_at === withdrawn_at ? [] : [`the withdrawal of version ${version} differs`]),
      ]
    }),
    ...stored.flatMap(({ version }) => (known.has(version) ? [] : [`version ${version} is not in it`])),
  ]
}

async function hasSignedVersion(db: Reader, turbineId: number, year: number): Promise<boolean> {
  const row = await db
    .selectFrom('inspection_version')
    .select('id')
    .where('turbine_id', '=', turbineId)
    .where('year', '=', year)
    .where('signature', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The audit log expires, so it may know less than there is, but never more. */
async function auditFaults(
  db: Reader,
  turbineId: number,
  year: number,
  versions: Versions,
): Promise<string[]> {
  const count = async (action: string) => {
    const { logged } = await db
      .selectFrom('audit')
      .select(({ fn }) => fn.countAll<number>().as('logged'))
      .where('turbine_id', '=', turbineId)
      .where('action', '=', action)
      .where('record_name', '=', String(year))
      .executeTakeFirstOrThrow()
    return Number(logged)
  }
  const withdrawn = versions.filter(({ withdrawn_at }) => withdrawn_at !== null).length
  const pairs: [string, number, number][] = [
    ['published', await count('inspection.publish'), versions.length],
    ['withdrawn', await count('inspection.withdraw'), withdrawn],
  ]
  return pairs.flatMap(([what, logged, stored]) =>
    logged > stored
      ? [`the audit log knows ${logged} versions that were ${what}, and there are ${stored}`]
      : [],
  )
}

/** The number on the screens is that of the newest version that is not withdrawn. */
async function shownFaults(
  db: Reader,
  turbineId: number,
  year: number,
  versions: Versions,
): Promise<string[]> {
  const work = await db
    .selectFrom('inspection_work')
    .select('published_version')
    .where('turbine_id', '=', turbineId)
    .where('year', '=', year)
    .executeTakeFirst()
  const newest = versions.findLast(({ withdrawn_at }) => withdrawn_at === null)?.version ?? null
  const shown = work?.published_version ?? null
  return shown === newest
    ? []
    : [`version ${shown ?? 'none'} is shown instead of version ${newest ?? 'none'}`]
}

/** The author and reason of a publication or withdrawal are in its row and in its state change. */
async function stepFaults(db: Reader, turbineId: number, year: number): Promise<string[]> {
  const steps = await db
    .selectFrom('inspection_step')
    .select(['step', 'user_name', 'reason', 'version'])
    .where('turbine_id', '=', turbineId)
    .where('year', '=', year)
    .where('version', 'is not', null)
    .execute()
  const versions = await db
    .selectFrom('inspection_version')
    .select(['version', 'user_name', 'reason', 'withdrawn_at', 'withdrawn_by', 'withdrawn_reason'])
    .where('turbine_id', '=', turbineId)
    .where('year', '=', year)
    .execute()
  return versions.flatMap((said) => {
    const isSame = (step: InspectionStep, by: string, reason: string) =>
      steps
        .filter((each) => each.step === step && each.version === said.version)
        .every((each) => each.user_name === by && each.reason === reason)
    return [
      ...(isSame('published', said.user_name, said.reason)
        ? []
        : [`who has published version ${said.version}, or why, differs from its step`]),
      ...(said.withdrawn_at === null || isSame('withdrawn', said.withdrawn_by, said.withdrawn_reason)
        ? []
        : [`who has withdrawn version ${said.version}, or why, differs from its step`]),
    ]
  })
}

async function listPublishedTurbines(db: Reader): Promise<number[]> {
  const rows = await db.selectFrom('inspection_version').select('turbine_id').distinct().execute()
  return rows.map(({ turbine_id }) => turbine_id)
}

/** Which rows customers read, and that their follow-up is the finding's. */
async function currentFaults(db: Reader, turbineId: number): Promise<VersionFault[]> {
  const find = async () => {
    const wrong = (await listWronglyCurrent(db, turbineId)).map(
      (id) => `customers read finding ${id} in another version than the newest one`,
    )
    const late = (await listOldFollowUps(db, turbineId)).map(
      (id) => `the follow-up of finding ${id} that customers read is not that of the finding`,
    )
    return [...wrong, ...late]
  }
  if ((await find()).length === 0) return []
  return (await find()).map((text) => ({ kind: 'rows', subject: `turbine ${turbineId}: ${text}` }))
}

async function listOldFollowUps(db: Reader, turbineId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('published_finding')
    .innerJoin('finding', 'finding.id', 'published_finding.id')
    .select('finding.id')
    .distinct()
    .where('published_finding.turbine_id', '=', turbineId)
    .where((is) =>
      is.or([
        is('finding.status', '<>', is.ref('published_finding.status')),
        is('finding.own_due_on', 'is distinct from', is.ref('published_finding.own_due_on')),
        is('finding.due_reason', '<>', is.ref('published_finding.due_reason')),
      ]),
    )
    .orderBy('finding.id')
    .execute()
  return rows.map(({ id }) => id)
}
