import * as z from 'zod'
import type { ErrorCode } from '#domain/answer.ts'
import { Revision } from '#domain/fields.ts'
import { RequestError } from '#panel/api/request-error.ts'

/** What the server answers if the record has changed since it was read. */
const Stale = z.object({
  data: z.looseObject({ revision: Revision }),
  authors: z.array(z.object({ field: z.string(), user_name: z.string(), at: z.string() })),
})
type Stale = z.infer<typeof Stale>

/** A field that two people have changed. */
export interface Conflict {
  field: string
  mine: unknown
  theirs: unknown
  /** Who has written the other value, if the server knows. */
  author: Stale['authors'][number] | undefined
}

/** How often a change is sent again because others have changed other fields of the record. */
const MERGES_MAX = 3

/** The fields of a record as they were read, and the revision. */
export interface ReadRecord {
  fields: Record<string, unknown>
  revision: number
}

/** Thrown by `saveChanges` if others have changed the same fields. */
export class ConflictError extends Error {
  readonly conflicts: Conflict[]

  constructor(conflicts: Conflict[]) {
    super('Somebody else has changed the same fields.')
    this.conflicts = conflicts
  }
}

/** The fields whose values differ. */
function differingFields(a: Record<string, unknown>, b: Record<string, unknown>): Record<string, unknown> {
  const differs = ([name, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(a[name])
  return Object.fromEntries(Object.entries(b).filter(differs))
}

/**
 * Sends the fields that differ from what was read. If others have changed other fields meanwhile, it is sent again with the new revision.
 *
 * @param typed the values of the form
 * @param send sends the changed fields; the first parameter is the record that they change
 * @param onRead called with the record as it is now, if it has changed
 * @throws ConflictError if others have changed the same fields to other values; every error of `send`
 */
export async function saveChanges<Saved>(
  read: ReadRecord,
  typed: Record<string, unknown>,
  send: (record: ReadRecord, changed: Record<string, unknown>) => Promise<Saved>,
  onRead: (record: ReadRecord) => void,
): Promise<Saved> {
  const changed = differingFields(read.fields, typed)
  let record = read
  for (let merges = 0; ; merges += 1) {
    try {
      return await send(record, changed)
    } catch (error) {
      const stale = staleOf(error)
      if (!stale || merges === MERGES_MAX) throw error
      const names = Object.keys(read.fields)
      const fields = Object.fromEntries(names.map((name) => [name, stale.data[name]]))
      record = { fields, revision: stale.data.revision }
      onRead(record)
      const theirs = differingFields(read.fields, fields)
      const both = differingFields(fields, changed)
      const conflicts = Object.keys(both).filter((field) => field in theirs)
      if (conflicts.length > 0)
        throw new ConflictError(conflicts.map((field) => describe(field, both, stale)))
    }
  }
}

function describe(field: string, typed: Record<string, unknown>, { data, authors }: Stale): Conflict {
  const author = authors.find((each) => each.field === field)
  return { field, mine: typed[field], theirs: data[field], author }
}

function staleOf(error: unknown): Stale | undefined {
  const code: ErrorCode = 'stale_revision'
  if (!(error instanceof RequestError) || error.code !== code) return undefined
  return Stale.safeParse(error.body).data
}
