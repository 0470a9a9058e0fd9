/** Rows of every table whose ids the database gives. */
import { sql } from 'kysely'
import type { Writer } from '#server/infrastructure/database/database.ts'

const at = '2026-11-22T10:00:00.000Z'
const times = { created_at: at, updated_at: at }
const ada = { user_name: 'Ada Yel' }

/** Makes the values of a new row that refers to the turbine 1. `n` makes them unique. */
const ROWS: Record<string, (n: number) => object> = {
  company: (n) => ({
    ...times,
    name: `Company ${n}`,
    name_folded: `company ${n}`,
    contact_email: '',
    authorized_number: '',
    phone: '',
    address: '',
  }),
  user: (n) => ({
    ...times,
    first_name: 'Ada',
    last_name: 'Yel',
    email: `${n}@kanat.example`,
    email_folded: `${n}@kanat.example`,
    role: 'viewer',
    company_id: 999,
    password_hash: '',
  }),
  turbine: (n) => ({ ...times, city: 'izmir', code: `T${n}`, location: 'Karaburun', company_id: 999 }),
  photo: (n) => ({
    turbine_id: 1,
    key: `turbines/1/photos/${n}.jpg`,
    original_name: `${n}.jpg`,
    category: 'drone',
    year: 2026,
    month: 11,
    media_type: 'image/jpeg',
    size: 1,
    sha256: '',
    uploaded_at: at,
    uploader_name: 'Ada Yel',
    uploader_email: 'ada@kanat.example',
  }),
  report: (n) => ({
    turbine_id: 1,
    key: `turbines/1/reports/${n}.pdf`,
    original_filename: `${n}.pdf`,
    file_size_bytes: 1,
    sha256: '',
    year: 2026,
    uploaded_at: at,
    first_name: 'Ada',
    last_name: 'Yel',
  }),
  file_job: (n) => ({
    kind: 'report',
    turbine_id: 1,
    year: 2000 + n,
    variant: 'tr',
    address: '',
    request_id: '',
    state: 'queued',
    created_at: at,
    changed_at: at,
  }),
  comment: () => ({ ...times, ...ada, turbine_id: 1, comment: 'Çatlak' }),
  finding: (n) => ({
    ...times,
    ...ada,
    turbine_id: 1,
    serial: n,
    blade: 'A',
    side: 'LE',
    type: 'le-erosion',
    year: 2026,
    found_on: '2026-11-22',
  }),
  // After the findings: each of them has one decision at most.
  finding_review: () => ({
    finding_id: sql`(select max(id) from finding where id not in (select finding_id from finding_review))`,
    turbine_id: 1,
    decision: 'accepted',
    finding_revision: 1,
    at,
    ...ada,
  }),
  inspection: (n) => ({ ...times, turbine_id: 1, year: 2000 + n }),
  inspection_step: () => ({ turbine_id: 1, year: 2026, step: 'in_review', at, ...ada }),
  inspection_version: (n) => ({
    turbine_id: 1,
    year: 2026,
    version: n,
    published_at: at,
    ...ada,
    photos: 0,
    looked_at: 0,
  }),
  // After the users and the turbines, of which the first ones stay.
  notification: () => ({
    kind: 'comment',
    user_id: sql`(select min(id) from ${sql.table('user')})`,
    turbine_id: 1,
    at,
  }),
  link: (n) => ({
    secret_sha256: `secret ${n}`,
    company_id: 999,
    turbine_id: 1,
    year: 2026,
    user_name: '',
    created_at: at,
    expires_at: at,
    originals: 0,
  }),
  audit: () => ({
    at,
    request_id: '',
    address: '',
    user_email: '',
    action: 'contact.send',
    record_id: '',
    record_name: '',
  }),
}

export const NUMBERED_TABLES = Object.keys(ROWS)

let rows = 0

/** Adds a row to the table. @returns its id */
export async function addNumberedRow(db: Writer, table: string): Promise<number> {
  rows += 1
  const { id } = await db
    .insertInto(table as 'comment')
    .values(ROWS[table]?.(rows) as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Adds rows to every table, the turbine 1 first, and deletes the newest one of each. @returns the last id of each table */
export async function addAndDeleteRows(db: Writer): Promise<Record<string, number>> {
  const last: Record<string, number> = {}
  if ((await db.selectFrom('turbine').select('id').where('id', '=', 1).executeTakeFirst()) === undefined)
    await addNumberedRow(db, 'turbine')
  for (const table of NUMBERED_TABLES) {
    await addNumberedRow(db, table)
    last[table] = await addNumberedRow(db, table)
  }
  for (const [table, id] of Object.entries(last))
    await db
      .deleteFrom(table as 'comment')
      .where('id', '=', id)
      .execute()
  return last
}

/** The id of a new row of each table. */
export async function nextIds(db: Writer): Promise<Record<string, number>> {
  const next: Record<string, number> = {}
  for (const table of NUMBERED_TABLES) next[table] = await addNumberedRow(db, table)
  return next
}

/** The ids that follow directly. */
export function following(last: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(last).map(([table, id]) => [table, id + 1]))
}
