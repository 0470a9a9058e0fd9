import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { type FindingFields, OBSERVATION_FIELDS } from '#domain/findings/finding.ts'
import { findingNumber } from '#domain/findings/finding-rules.ts'
import type { FindingSide } from '#domain/findings/finding-type.ts'
import type { InspectionFields } from '#domain/inspections/inspection.ts'
import type { Blade } from '#domain/photo.ts'
import { makeRandomKey } from '#domain/random-key.ts'
import type { Turbine } from '#domain/turbine.ts'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'
import { idList } from '#server/infrastructure/database/differing-sql.ts'
import { readInGroups } from '#server/infrastructure/database/in-groups.ts'
import { answerOthers, mapInTurns } from '#server/infrastructure/in-turns.ts'
import { EMPTY_FIELDS } from './inspection-work.ts'

/** The form of the document. It grows with each change of the fields, so that a reader of an old one knows what to expect. */
const FORMAT = 'kanat-inspection-1'

/** What is sealed beside findings and photos. */
export interface SealedVersion {
  version: number
  published_at: string
  /** Who has published it; null for what was there before releases. */
  user: Author | null
  reason: string
  unlooked_reason: string
  fields: InspectionFields | null
}

interface Author {
  user_id: number | null
  user_name: string
}

/** A finding as the tables `finding` and `published_finding` have it. */
export interface ObservedRow extends Author {
  id: number
  serial: number
  blade: Blade
  side: FindingSide
  shape: string | null
  positions_m: string
  status: string
  own_due_on: string | null
  created_at: string
  earlier_id: number | null
}

/** A photo as the document names it. */
export interface SealedPhoto {
  id: number
  key: string
  name: string
  sha256: string
  size: number
  category: string
  room: string | null
  blade: string | null
  month: number
  uploaded_at: string
  looked_at: string | null
}

/** A finding in the document. People are named by random ids. */
export interface SealedFinding extends Omit<FindingFields, 'status' | 'own_due_on' | 'due_reason'> {
  id: number
  number: string
  serial: number
  /** As it was when the version was published; the follow-up of a finding is not sealed. */
  status: string
  person: string
  created_at: string
}

export interface SealedDocument {
  format: string
  turbine: { id: number; name: string; code: string; city: string }
  year: number
  version: number
  published_at: string
  person: string | null
  reason: string
  unlooked_reason: string
  inspection: InspectionFields
  findings: SealedFinding[]
  photos: SealedPhoto[]
}

/**
 * Makes the canonical JSON of a version (RFC 8785), in turns: a thousand findings and five thousand photos are some megabytes.
 *
 * @returns the text and its SHA-256 in hexadecimal digits
 */
export async function sealVersion(
  db: Writer,
  turbine: Pick<Turbine, 'id' | 'turbine_name' | 'code' | 'city'>,
  year: number,
  version: SealedVersion,
  findings: readonly ObservedRow[],
  photos: readonly SealedPhoto[],
): Promise<{ document: string; sha256: string }> {
  const people = await findPeople(db, [...findings, ...(version.user ? [version.user] : [])])
  const { fields, user, ...head } = version
  const document: SealedDocument = {
    ...head,
    format: FORMAT,
    turbine: { id: turbine.id, name: turbine.turbine_name, code: turbine.code, city: turbine.city },
    year,
    person: user === null ? null : personOf(people, user),
    inspection: fields ?? EMPTY_FIELDS,
    findings: [],
    photos: [],
  }
  const named = await findNamed(db, turbine.id, year, findings)
  const sealed = await mapInTurns(findings, (row) =>
    asSealedFinding(
      { ...row, earlier_id: named.has(row.earlier_id) ? row.earlier_id : null },
      personOf(people, row),
    ),
  )
  const text = await canonicalizeInTurns(document, { findings: sealed, photos })
  return { document: text, sha256: createHash('sha256').update(text).digest('hex') }
}

/**
 * The earlier findings that the document may name: those of the version itself, and those that other years have published. The document is
 * for customers, for whom no other one exists.
 */
async function findNamed(
  db: Reader,
  turbineId: number,
  year: number,
  findings: readonly ObservedRow[],
): Promise<ReadonlySet<number | null>> {
  const published = await readInGroups(
    findings.flatMap(({ earlier_id }) => earlier_id ?? []),
    (group) =>
      db
        .selectFrom('published_finding')
        .select('id')
        .where('turbine_id', '=', turbineId)
        .where('year', '!=', year)
        .where('is_current', '=', 1)
        .where('id', 'in', idList(db, group))
        .execute(),
  )
  return new Set([...findings, ...published].map(({ id }) => id))
}

/** Canonical JSON of an object whose lists are long. The names of its members are in the order of their UTF-16 code units, as the RFC says. */
async function canonicalizeInTurns(
  object: object,
  lists: Record<string, readonly object[]>,
): Promise<string> {
  const members: string[] = []
  for (const [name, value] of Object.entries({ ...object, ...lists }).sort(([one], [other]) =>
    one < other ? -1 : 1,
  )) {
    const list = lists[name]
    const text = list ? `[${(await mapInTurns([...list], canonicalText)).join(',')}]` : canonicalText(value)
    members.push(`${canonicalText(name)}:${text}`)
    await answerOthers()
  }
  return `{${members.join(',')}}`
}

function canonicalText(value: unknown): string {
  const text = canonicalize(value)
  if (text === undefined) throw new Error('A value without JSON cannot be sealed.')
  return text
}

function asSealedFinding(row: ObservedRow, person: string): SealedFinding {
  const values = new Map<string, unknown>(Object.entries(row))
  const observation = Object.fromEntries(OBSERVATION_FIELDS.map((field) => [field, values.get(field)]))
  return {
    ...(observation as Omit<FindingFields, 'status' | 'own_due_on' | 'due_reason'>),
    shape: row.shape === null ? null : JSON.parse(row.shape),
    positions_m: JSON.parse(row.positions_m),
    id: row.id,
    number: findingNumber(row),
    serial: row.serial,
    status: row.status,
    person,
    created_at: row.created_at,
  }
}

/** A user is one person; those whose account is deleted are known by their name only. */
function keyOf({ user_id, user_name }: Author): string {
  return user_id === null ? `name ${user_name}` : `user ${user_id}`
}

function personOf(people: Map<string, string>, author: Author): string {
  const person = people.get(keyOf(author))
  if (person === undefined) throw new Error('A person was not found.')
  return person
}

/** The random ids of these people. Who has none gets one. */
async function findPeople(db: Writer, authors: readonly Author[]): Promise<Map<string, string>> {
  const wanted = new Map(authors.map((author) => [keyOf(author), author]))
  const userIds = [...wanted.values()].flatMap(({ user_id }) => user_id ?? [])
  const known = await readInGroups(userIds, (group) =>
    db.selectFrom('person').select(['id', 'user_id']).where('user_id', 'in', idList(db, group)).execute(),
  )
  const people = new Map(known.map(({ id, user_id }) => [`user ${user_id}`, id]))
  for (const [key, { user_id, user_name }] of wanted) {
    if (people.has(key)) continue
    const found =
      user_id === null
        ? await db
            .selectFrom('person')
            .select('id')
            .where('user_id', 'is', null)
            .where('name', '=', user_name)
            .executeTakeFirst()
        : undefined
    const id = found?.id ?? makeRandomKey()
    if (!found) await db.insertInto('person').values({ id, user_id, name: user_name }).execute()
    people.set(key, id)
  }
  return people
}

/** The photos of a year, in the order of their ids. */
export async function listSealedPhotos(db: Reader, turbineId: number, year: number): Promise<SealedPhoto[]> {
  const ids = await db
    .selectFrom('photo')
    .select('id')
    .where('turbine_id', '=', turbineId)
    .where('year', '=', year)
    .orderBy('id')
    .execute()
  return readInGroups(
    ids.map(({ id }) => id),
    (group) =>
      db
        .selectFrom('photo')
        .select([
          'id',
          'key',
          'original_name as name',
          'sha256',
          'size',
          'category',
          'room',
          'blade',
          'month',
          'uploaded_at',
          'looked_at',
        ])
        .where('id', 'in', idList(db, group))
        .orderBy('id')
        .execute(),
  )
}
