import { Client } from 'pg'
import { OPERATOR_COMPANY_ID } from '../../../domain/limits.ts'
import { NO_EXIF } from '../../../domain/photo.ts'
import { ServerProcess } from '../../../tests/support/servers/server-process.ts'
import { USER_WITHOUT_PHOTOS } from './hot-queries.ts'

export interface RowsOfPostgres {
  companies: number
  turbines: number
  /** How often each turbine was visited, and how many photos were taken each time. */
  visits: number
  photosOfVisit: number
}

/**
 * Starts a server, which makes the tables and the superadmin, and then fills the tables inside of PostgreSQL: companies with turbines, whose photos have no files. The
 * photos have the order of their uploads, visit by visit, so the indexes become as large as in use.
 */
export async function fillPostgres(url: string, dataDir: string, rows: RowsOfPostgres): Promise<void> {
  const server = await ServerProcess.start(dataDir, { DATABASE_URL: url })
  await server.end('SIGTERM')
  const client = new Client(url)
  await client.connect()
  try {
    // The triggers and foreign keys would be checked for each row.
    await client.query(`set session_replication_role = replica`)
    for (const statement of statements(rows)) await client.query(statement)
  } finally {
    await client.end()
  }
}

function statements({ companies, turbines, visits, photosOfVisit }: RowsOfPostgres): string[] {
  const time = `'2026-01-01T00:00:00.000Z'`
  const photos = visits * turbines * photosOfVisit
  return [
    `insert into company (name, name_folded, created_at, updated_at)
     select 'Rüzgâr ' || n, 'ruzgar ' || n, ${time}, ${time} from generate_series(1, ${companies}) as n`,
    `insert into turbine (turbine_name, city, code, location, site_name, company_id, coordinates, created_at, updated_at)
     select 'Türbin ' || n, 'izmir', 'T' || n, 'Karaburun, Yaylaköy', 'Karaburun RES', 1000 + n % ${companies},
       '38.6385, 26.5127', ${time}, ${time}
     from generate_series(1, ${turbines}) as n`,
    `insert into "user" (first_name, last_name, email, email_folded, role, company_id, password_hash, created_at, updated_at)
     select 'Ada', 'Yel ' || n, 'ada' || n || '@kanat.example', 'ada' || n || '@kanat.example', 'operator',
       ${OPERATOR_COMPANY_ID}, '', ${time}, ${time}
     from generate_series(2, ${USER_WITHOUT_PHOTOS}) as n`,
    `insert into photo (turbine_id, key, original_name, category, room, blade, year, month, media_type, size, width,
       height, sha256, uploaded_at, uploader_id, uploader_name, uploader_email, gpano, exif, original_shown)
     select turbine, 'turbines/' || turbine || '/photos/' || (1577836800000 + n * 1000) || '-' ||
         substr(md5(n::text), 1, 12) || '-DJI_' || n || '.jpg',
       'DJI_' || n || '.jpg', 'blade', 1 + n % 9, substr('ABC', (1 + n % 3)::int, 1), 2020 + visit % 7, 5,
       'image/jpeg', 8000000 + n % 1000, 6000, 4000, md5(n::text) || md5((-n)::text),
       to_char(timestamp '2020-01-01' + n * interval '1 second', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
       1 + turbine % ${USER_WITHOUT_PHOTOS - 1}, 'Ada Yel', 'ada@kanat.example', 'null', '${JSON.stringify(NO_EXIF)}', 1
     from (
       select n, (n - 1) / ${turbines * photosOfVisit} as visit, 1 + (n - 1) / ${photosOfVisit} % ${turbines} as turbine
       from generate_series(1, ${photos}::bigint) as n
     ) as numbered`,
    `insert into audit (at, request_id, address, user_id, user_email, action, record_id, record_name, turbine_id, turbine_name)
     select uploaded_at, gen_random_uuid()::text, '192.168.100.20', uploader_id, uploader_email, 'photo.add', id::text,
       original_name, turbine_id, 'T' || turbine_id
     from photo where id <= ${turbines}`,
    `insert into photo_year select turbine_id, year, count(*) from photo group by turbine_id, year`,
    `vacuum analyze`,
  ]
}
