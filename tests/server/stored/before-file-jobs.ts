/** The rows of a database whose jobs of reports and dossiers have a table each, in the SQL of both databases. */
import { readMigrations } from '#server/infrastructure/database/migrations.ts'

const AT = '2026-11-20T10:00:00.000Z'

/** The first schema, with two jobs of reports and four of dossiers, of which the last one of each was deleted. */
export function baselineWithJobs(database: 'sqlite' | 'postgres'): string {
  const [baseline] = readMigrations(database)
  return `${baseline?.sql}
    insert into turbine (city, code, location, company_id, created_at, updated_at)
    values ('izmir', 'T1', 'Karaburun', 999, '${AT}', '${AT}');
    insert into inspection_version (turbine_id, year, version, published_at, user_name, photos, looked_at)
    values (1, 2026, 3, '${AT}', 'Ada Yel', 0, 0);
    insert into signing_key (id, public_key, "from", is_current) values ('k', 'PEM', '${AT}', 1);
    insert into report_job (turbine_id, year, language, inspection_version, address, request_id, state, attempts, error, created_at, changed_at)
    values (1, 2026, 'tr', 3, '192.0.2.1', 'r-1', 'failed', 2, 'storage_full', '${AT}', '${AT}'),
      (1, 2025, 'en', null, '', '', 'queued', 0, null, '${AT}', '${AT}');
    delete from report_job where id = 2;
    insert into dossier_job (turbine_id, version_id, photos, address, state, progress, files, readme, signature, key_id, size, error, failed_file,
      created_at, changed_at)
    values (1, 1, 'originals', 'a-1', 'done', 1, '[]', 'Read me', 'S', 'k', 22, null, null, '${AT}', '${AT}'),
      (1, 1, 'originals', 'a-2', 'failed', 0, null, null, null, null, null, 'photo_not_found', 'a.jpg', '${AT}', '${AT}'),
      (1, 1, 'originals', 'a-3', 'queued', 0, null, null, null, null, null, null, null, '${AT}', '${AT}'),
      (1, 1, 'derivatives', 'a-4', 'queued', 0, null, null, null, null, null, null, null, '${AT}', '${AT}');
    delete from dossier_job where id = 4;
    insert into idempotency_key (id, call, body_hmac, made, created_at)
    values ('dossier', 'POST /api/turbines/1/inspections/2026/dossier', '', '3', '${AT}'),
      ('report', 'POST /api/turbines/1/inspections/2026/report', '', '1', '${AT}');`
}

/** The job in the queue of the dossier that waits. */
export const WAITING = {
  kind: 'prepare-dossier',
  key: 'prepare-dossier 3',
  payload: '{"jobId":3,"companyId":999,"ahead":0}',
}

/** What `FILE_JOBS` finds afterwards. */
export const EXPECTED = [
  '1 report 2026 3 tr failed 2 storage_full - 192.0.2.1',
  '3 dossier 2026 3 originals done 0 - - -',
  '4 dossier 2026 3 originals failed 0 photo_not_found a.jpg -',
  '5 dossier 2026 3 originals queued 0 - - -',
  'a-1 of 3: [] {} 22',
  'key of dossier: 5',
  'key of report: 1',
]

/** Each row of the new tables as one text. */
export const FILE_JOBS = `
  select id || ' ' || kind || ' ' || year || ' ' || version || ' ' || variant || ' ' || state || ' ' || attempts || ' ' ||
    coalesce(error, '-') || ' ' || coalesce(failed_file, '-') || ' ' || coalesce(nullif(address, ''), '-') as line from file_job
  union all select address || ' of ' || job_id || ': ' || files || ' ' || chain || ' ' || size from dossier
  union all select 'key of ' || id || ': ' || made from idempotency_key
  order by 1`

export const NEXT_JOB = `
  insert into file_job (kind, turbine_id, year, variant, address, request_id, state, created_at, changed_at)
  values ('report', 1, 2026, 'tr', '', '', 'queued', '${AT}', '${AT}') returning id`

/** The id of the next job: no id is given twice. */
export const NEXT_ID = 7
