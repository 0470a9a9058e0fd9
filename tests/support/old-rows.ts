import { isPostgres } from '#server/infrastructure/database/differing-sql.ts'
import { derivativeOf } from '#server/infrastructure/store/file-store.ts'
import { makeUnsealed } from './older-versions.ts'
import type { TestApp } from './test-app.ts'

const OLD = '2026-11-20T08:00:00.000Z'

/** What no call makes: a photo, a report and an inspection of an older version, a deleted photo whose files are still there, and jobs. */
export async function addOldRows({ services: { db, store } }: TestApp): Promise<void> {
  const { write } = db
  const first = (table: 'photo' | 'report') =>
    write.selectFrom(table).select(['id', 'key']).orderBy('id').executeTakeFirstOrThrow()
  const [photo, report] = [await first('photo'), await first('report')]
  await write
    .updateTable('photo')
    .set({ gpano: null, exif: null, orientation: null, original_shown: null })
    .where('id', '=', photo.id)
    .execute()
  await write
    .updateTable('report')
    .set({ has_thumbnail: null, language: 'en', inspection_version: 1 })
    .where('id', '=', report.id)
    .execute()
  await store.remove([derivativeOf(report.key, '320.webp')])
  const { id, turbine_id, year } = await write
    .selectFrom('inspection_version')
    .select(['id', 'turbine_id', 'year'])
    .orderBy('id')
    .executeTakeFirstOrThrow()
  await makeUnsealed(write, turbine_id, year)
  await write
    .updateTable('inspection_version')
    .set({ report_findings: null, fields: null })
    .where('id', '=', id)
    .execute()
  await write
    .updateTable('published_finding')
    .set({ severity: null, person_id: null })
    .where('version_id', '=', id)
    .execute()
  await write
    .updateTable('finding')
    .set({ person_id: null })
    .where('turbine_id', '=', turbine_id)
    .where('year', '=', year)
    .execute()
  const failed = {
    kind: 'report',
    turbine_id: 1,
    year: 2026,
    version: null,
    variant: 'tr',
    state: 'failed',
    error: 'storage_full',
  } as const
  const at = { address: '192.0.2.1', request_id: 'r-1', created_at: OLD, changed_at: OLD }
  await write
    .insertInto('file_job')
    .values({ ...failed, ...at, user_id: null })
    .execute()
  await write.insertInto('file_removal').values({ key: 'turbines/1/photos/1-removed-later.jpg' }).execute()
  if (isPostgres(write)) return
  // The photo does not exist, so nothing happens when the job runs.
  const times = { max_attempts: 4, run_at: 2 ** 42 }
  const job = { ...times, kind: 'make-tiles', payload: '{"photoId":1000}', queue: null, priority: 0 }
  await write
    .insertInto('job')
    .values([
      { ...job, key: 'make-tiles 1000', attempts: 1, last_error: null },
      { ...job, key: 'make-tiles 1001', queue: 'tiles', attempts: 4, last_error: 'The process ended.' },
    ])
    .execute()
}
