import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { SealedDocument } from '#server/features/inspections/releases/sealed-document.ts'
import type { Writer } from '#server/infrastructure/database/database.ts'

/** What lacks of a version that was published before there were signatures. */
const UNSIGNED = { signature: null, key_id: null, people: null, previous: null, signed_later: 1 } as const

/** Makes the versions of an inspection those of before releases: not sealed, by nobody. */
export async function makeUnsealed(write: Writer, turbine: number, year = 2026): Promise<void> {
  const author = { user_id: null, user_name: 'before releases' }
  await write
    .updateTable('inspection_version')
    .set({ ...UNSIGNED, ...author, person_id: null, sha256: null, document: null, reason: '' })
    .where('turbine_id', '=', turbine)
    .where('year', '=', year)
    .execute()
  await write
    .updateTable('inspection_step')
    .set({ ...author, reason: '' })
    .where('turbine_id', '=', turbine)
    .where('year', '=', year)
    .where('step', '=', 'published')
    .execute()
  await write
    .deleteFrom('inspection_head')
    .where('turbine_id', '=', turbine)
    .where('year', '=', year)
    .execute()
}

/** Makes the versions of a turbine those of before signatures: with the first form of the document, and without a form that nobody has saved. */
export async function makeUnsigned(write: Writer, turbine: number): Promise<void> {
  const rows = await write
    .selectFrom('inspection_version')
    .select(['id', 'document'])
    .where('turbine_id', '=', turbine)
    .execute()
  const inspection = {
    first_day: null,
    last_day: null,
    methods: [],
    inspector: '',
    weather: '',
    camera: '',
    not_seen: '',
  }
  for (const { id, document } of rows) {
    const {
      previous: _,
      looked_at: __,
      undecided: ___,
      ...former
    } = JSON.parse(document ?? '') as SealedDocument
    const text = canonicalize({ ...former, format: 'kanat-inspection-1', inspection }) ?? ''
    const sha256 = createHash('sha256').update(text).digest('hex')
    await write
      .updateTable('inspection_version')
      .set({ ...UNSIGNED, document: text, sha256, fields: null })
      .where('id', '=', id)
      .execute()
  }
  await write.deleteFrom('inspection_head').where('turbine_id', '=', turbine).execute()
}
