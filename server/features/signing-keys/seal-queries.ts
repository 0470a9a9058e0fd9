import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { Seal, SealFilter } from '#domain/inspections/signing-key.ts'
import { SEALS_PER_ANSWER } from '#domain/limits.ts'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'

const COLUMNS = ['number', 'sha256', 'previous', 'at'] as const

/** The entries of the register after a number, in order, or those of one document. */
export function listSeals(db: Reader, { after, sha256 }: SealFilter): Promise<Seal[]> {
  return db
    .selectFrom('seal')
    .select(COLUMNS)
    .where('number', '>', after)
    .$if(sha256 !== undefined, (query) => query.where('sha256', '=', sha256 ?? ''))
    .orderBy('number')
    .limit(SEALS_PER_ANSWER)
    .execute()
}

/** The value that the next entry has as `previous`: the SHA-256 of the entry as canonical JSON (RFC 8785). */
function hashOf({ number, sha256, previous, at }: Seal): string {
  return createHash('sha256')
    .update(canonicalize({ number, sha256, previous, at }) ?? '')
    .digest('hex')
}

/** Enters documents into the register, in the transaction that seals them. Each one is entered once. */
export async function registerSeals(
  db: Writer,
  documents: readonly Pick<Seal, 'sha256' | 'at'>[],
): Promise<void> {
  // The chain does not fork: one writing transaction of all servers runs at a time.
  let last = await findLastSeal(db)
  for (const { sha256, at } of documents) {
    const previous = last ? hashOf(last) : null
    // The clocks of servers differ, and a publication may have waited for a later one.
    const notEarlier = last && last.at > at ? last.at : at
    const seal: Seal = { number: (last?.number ?? 0) + 1, sha256, previous, at: notEarlier }
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('seal')
      .values(seal)
      .onConflict((conflict) => conflict.column('sha256').doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows) last = seal
  }
}

function findLastSeal(db: Reader): Promise<Seal | undefined> {
  return db.selectFrom('seal').select(COLUMNS).orderBy('number', 'desc').limit(1).executeTakeFirst()
}

/**
 * Enters the sealed versions of earlier versions of Kanat, in a transaction. Only the first filling has their times of publication. After
 * it, a version gets the present time: one that was inserted by hand must not get proof of a false date.
 */
export async function registerOlderSeals(db: Writer): Promise<void> {
  const rows = await unregistered(db).orderBy('published_at').orderBy('id').execute()
  const isFirst = (await findLastSeal(db)) === undefined
  const now = new Date().toISOString()
  await registerSeals(db, isFirst ? rows : rows.map(({ sha256 }) => ({ sha256, at: now })))
}

/** True if the register lacks a sealed version. */
export async function lacksSeals(db: Reader): Promise<boolean> {
  return (await unregistered(db).limit(1).executeTakeFirst()) !== undefined
}

function unregistered(db: Reader) {
  return db
    .selectFrom('inspection_version')
    .select(['sha256', 'published_at as at'])
    .where('sha256', 'is not', null)
    .where('sha256', 'not in', (seals) => seals.selectFrom('seal').select('sha256'))
    .$narrowType<{ sha256: string }>()
}

/** What is wrong with the register, for the operator: a broken chain, or a version that is not in it. */
export async function registerFaults(db: Reader): Promise<string[]> {
  const faults: string[] = []
  let last: Seal | undefined
  for (;;) {
    const seals = await listSeals(db, { after: last?.number ?? 0 })
    for (const seal of seals) {
      if (seal.number !== (last?.number ?? 0) + 1) faults.push(`register: entry ${seal.number - 1} is gone`)
      else if (seal.previous !== (last ? hashOf(last) : null))
        faults.push(`register: entry ${seal.number} does not follow from the one before it`)
      else if (last && seal.at < last.at)
        faults.push(`register: entry ${seal.number} has an earlier time than the one before it`)
      last = seal
    }
    if (seals.length < SEALS_PER_ANSWER) break
  }
  // The maintenance signs and registers the others.
  const missing = await unregistered(db)
    .where('signature', 'is not', null)
    .select(['turbine_id', 'year', 'version'])
    .execute()
  return [
    ...faults,
    ...missing.map(
      ({ turbine_id, year, version }) =>
        `turbine ${turbine_id}, ${year}, version ${version}: it is not in the register`,
    ),
  ]
}
