import { createHash } from 'node:crypto'
import { link, mkdir, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import sharp from 'sharp'
import { FILE_SIZE_MAX, OPERATOR_COMPANY_ID } from '../../../../domain/limits.ts'
import { NO_EXIF } from '../../../../domain/photo.ts'
import { ServerProcess } from '../../../../tests/support/servers/server-process.ts'
import { addManyTurbines } from '../../database/many-turbines.ts'
import { largestCloudHeader } from './stall-bodies.ts'

const TURBINES = 10_000
const PHOTOS_EACH = 100
/** Of the largest turbine. */
const PHOTOS = 10_000
const FINDINGS = 10_000
const COMMENTS = 2000
const REPORTS = 500
/** Of each other turbine. */
const FINDINGS_EACH = 9
const USERS = 2000
/** A half of them is older than they are kept. */
const AUDIT_ENTRIES = 200_000
/** Keys of calls that are older than they are kept. */
const OLD_KEYS = 50_000
/** The years for which reports are ordered and not finished. */
const ORDERED_YEARS = 100
/** The panorama whose tiles are made, in pixels. */
const PANORAMA = { width: 16_384, height: 8192 }
/** The user whose account is deleted, with what stays of them in rows. */
const PHOTOS_OF_USER = 200_000

const SEALED_TURBINE = 3
const LARGE_CLOUD = 'turbines/2/photos/2-1-l.pcd'
const LARGE_PANORAMA = 'turbines/2/photos/2-2-p.jpg'
const LARGE_REPORT = 'turbines/2/reports/2-1.pdf'

/** What the calls are about. */
export interface Large {
  /** The turbine with the most rows. */
  turbine: number
  /** The turbine whose photos are all of 2025, with as many as the largest one. */
  sealed: number
  /** Turbines with few rows. */
  others: number[]
  /** All photos of the largest turbine. */
  photos: number[]
  photoKey: string
  /** A point cloud of the greatest size. */
  largeKey: string
  /** The id of that cloud, which has no archive yet. */
  cloud: number
  /** The id of a large panorama without tiles. */
  panorama: number
  /** A report of the greatest size. */
  reportKey: string
  report: number
  reportJob: number
  finding: number
  comment: number
  /** The user with the most rows. */
  user: number
  emptyCompany: number
  /** Orders all photos of the largest turbine. @returns the address of the archive */
  orderArchive: () => Promise<string>
  /** Begins the upload of a file in parts. @returns its address */
  beginUpload: (bytes: number) => Promise<string>
  /** Waits until the dossiers of the sealed turbine are prepared. @returns the newest one */
  preparedDossier: () => Promise<{ id: number; url: string }>
}

export type LargeRows = Omit<Large, 'orderArchive' | 'beginUpload' | 'preparedDossier'>

/** Fills a new data folder with 10,000 turbines, a million photos and 100,000 findings. Photos of the largest and of the sealed turbine have a file. */
export async function fillLarge(dataDir: string): Promise<LargeRows> {
  await addManyTurbines(dataDir, TURBINES, PHOTOS_EACH)
  // The first start makes the superadmin.
  await (await ServerProcess.start(dataDir)).end('SIGTERM')
  const database = new SQLite(join(dataDir, 'kanat.db'))
  try {
    database.pragma('synchronous = off')
    database.pragma('cache_size = -200000')
    database.transaction(() => addRows(database)).immediate()
    await addFiles(dataDir, database)
    return describe(database)
  } finally {
    database.close()
  }
}

function addRows(database: SQLite.Database): void {
  const time = '2026-01-01T00:00:00.000Z'
  const numbers = (count: number) =>
    `with recursive number(n) as (select 1 union all select n + 1 from number where n < ${count})`
  database.exec(`
    insert into company (name, name_folded, created_at, updated_at) values ('Boş', 'boş', '${time}', '${time}');
    ${numbers(USERS)} insert into user (first_name, last_name, email, email_folded, role, company_id, is_active, password_hash,
      created_at, updated_at)
    select 'Ada', 'Yel ' || n, 'u' || n || '@kanat.example', 'u' || n || '@kanat.example', 'viewer', ${OPERATOR_COMPANY_ID}, 1, '',
      '${time}', '${time}' from number;
    ${numbers(PHOTOS)} insert into photo (turbine_id, key, original_name, category, room, blade, year, month, media_type, size, width,
      height, sha256, uploaded_at, uploader_name, uploader_email, gpano, exif, original_shown)
    select 1, 'turbines/1/photos/1-' || n || '-DJI_' || n || '.jpg', 'DJI_' || n || '.jpg', 'blade', '3', 'A', 2020 + n % 7, 5,
      'image/jpeg', 1, 64, 48, '', strftime('%Y-%m-%dT%H:%M:%fZ', '2021-01-01', n || ' minutes'), 'Ada Yel', 'ada@kanat.example', 'null', '${JSON.stringify(NO_EXIF)}', 1
    from number;
    delete from photo where turbine_id = 1 and original_name not like 'DJI%';
    delete from photo where turbine_id = ${SEALED_TURBINE};
    ${numbers(PHOTOS)} insert into photo (turbine_id, key, original_name, category, room, blade, year, month, media_type, size, width,
      height, sha256, uploaded_at, uploader_name, uploader_email, gpano, exif, original_shown)
    select ${SEALED_TURBINE}, 'turbines/${SEALED_TURBINE}/photos/3-' || n || '-DJI_' || n || '.jpg', 'DJI_' || n || '.jpg', 'blade', '3', 'A', 2025, 5,
      'image/jpeg', 1, 64, 48, '', strftime('%Y-%m-%dT%H:%M:%fZ', '2021-01-01', n || ' minutes'), 'Ada Yel', 'ada@kanat.example', 'null', '${JSON.stringify(NO_EXIF)}', 1
    from number;
    update photo set uploader_id = (select max(id) from user) where id <= ${PHOTOS_OF_USER};
    ${numbers(FINDINGS)} insert into finding (turbine_id, serial, photo_id, shape, blade, side, room, type, severity, from_m, to_m,
      positions_m, text, status, year, found_on, due_reason, user_name, created_at, updated_at)
    select 1, n, (select min(id) from photo where turbine_id = 1) + n % 5000,
      '{"on":"image","kind":"box","points":[[0.1,0.2],[0.3,0.4]]}', 'A', 'LE', '3', 'le-erosion', 1 + n % 5, n % 60, n % 60 + 1, '[]',
      'Hücum kenarında aşınma; boya ve macun katmanı açıkta, işaretli bölge boyunca.', 'open', 2020 + n % 7,
      2020 + n % 7 || '-06-01', '', 'Ada Yel', '${time}', '${time}' from number;
    ${numbers(FINDINGS_EACH)} insert into finding (turbine_id, serial, blade, side, room, type, severity, from_m, to_m,
      positions_m, text, status, year, found_on, due_reason, user_id, user_name, created_at, updated_at)
    select turbine.id, n, 'A', 'LE', '3', iif(n % 2, 'le-erosion', 'oil'), 1 + (n + turbine.id) % 5, n, n + 1, '[]',
      'Hücum kenarında aşınma; boya ve macun katmanı açıkta.', iif(n % 3, 'open', 'repaired'), 2020 + n % 7,
      2020 + n % 7 || '-06-01', '', iif(turbine.id < 5000, (select max(id) from user), null), 'Ada Yel', '${time}', '${time}'
    from number, turbine where turbine.id > 1;
    ${numbers(FINDINGS)} insert into finding_serial (turbine_id, blade, side, last) select n, 'A', 'LE', ${FINDINGS} from number;
    ${numbers(COMMENTS)} insert into comment (turbine_id, user_id, user_name, comment, created_at, updated_at)
    select 1, (select max(id) from user), 'Ada Yel', 'Kanat ucu aşınmış, bakım ekibine iletildi. ' || n, '${time}', '${time}'
    from number;
    ${numbers(REPORTS)} insert into report (turbine_id, key, original_filename, file_size_bytes, sha256, year, uploaded_at, first_name,
      last_name, has_thumbnail)
    select 1, 'turbines/1/reports/1-' || n || '.pdf', n || '.pdf', 15, '', 2026, '${time}', 'Ada', 'Yel', 0 from number;
    ${numbers(AUDIT_ENTRIES)} insert into audit (at, request_id, address, user_id, user_email, action, record_id, record_name,
      turbine_id, turbine_name, changed)
    select strftime('%Y-%m-%dT%H:%M:%fZ', 'now', (-5 * n) || ' minutes'), '', '127.0.0.1', 1, 'super@kanat.example', 'photo.add', n, 'a.jpg',
      1 + n % ${TURBINES}, 'Türbin', '[]' from number;
    ${numbers(OLD_KEYS)} insert into idempotency_key (id, call, body_hmac, made, created_at)
    select hex(randomblob(32)), 'POST /api/turbines', '', n, '${time}' from number;
    ${numbers(ORDERED_YEARS)} insert into file_job (kind, turbine_id, year, variant, user_id, address, request_id, state, created_at, changed_at)
    select 'report', 1, 2100 + n, language, 1, '127.0.0.1', '', 'queued', '${time}', '${time}'
    from number, (select 'tr' as language union all select 'en');
    insert into photo (turbine_id, key, original_name, category, room, blade, year, month, media_type, size, width, height, sha256,
      uploaded_at, uploader_name, uploader_email)
    values
      (2, '${LARGE_CLOUD}', 'l.pcd', 'blade', '3', 'A', 2026, 5, 'application/octet-stream', ${FILE_SIZE_MAX}, null, null, 'l',
        '${time}', 'Ada Yel', 'ada@kanat.example'),
      (2, '${LARGE_PANORAMA}', 'p.jpg', 'blade', '3', 'A', 2026, 5, 'image/jpeg', 0, ${PANORAMA.width}, ${PANORAMA.height}, 'p',
        '${time}', 'Ada Yel', 'ada@kanat.example');
    insert into report (turbine_id, key, original_filename, file_size_bytes, sha256, year, uploaded_at, first_name, last_name,
      has_thumbnail)
    values (2, '${LARGE_REPORT}', 'l.pdf', ${FILE_SIZE_MAX}, 'l', 2026, '${time}', 'Ada', 'Yel', 0);
    delete from file_removal;
    analyze;`)
}

/** Photos with the same content, as hard links, so that it takes little time and space. */
async function addFiles(dataDir: string, database: SQLite.Database): Promise<void> {
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const
  const picture = sharp({ create: { width: 64, height: 48, channels: 3, background: '#7a8a90', noise } })
  const bytes = await picture.jpeg().toBuffer()
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const ofTurbines = `turbine_id in (1, ${SEALED_TURBINE})`
  database.prepare(`update photo set size = ?, sha256 = ? where ${ofTurbines}`).run(bytes.length, sha256)
  const keys = database.prepare<[], string>(`select key from photo where ${ofTurbines}`).pluck().all()
  const reports = database.prepare<[], string>('select key from report where turbine_id = 1').pluck().all()
  await addLargeFiles(dataDir, database)
  for (const [files, content] of [
    [keys, bytes],
    [reports, Buffer.from('%PDF-1.7\n%%EOF\n')],
  ] as const) {
    const [first = '', ...others] = files.map((key) => join(dataDir, 'files', key))
    for (const folder of new Set(files.map((key) => join(dataDir, 'files', key, '..'))))
      await mkdir(folder, { recursive: true })
    await writeFile(first, content)
    for (const other of others) await link(first, other)
  }
}

/** Those of the greatest size take no space: they are holes. */
async function addLargeFiles(dataDir: string, database: SQLite.Database): Promise<void> {
  const pathOf = (key: string) => join(dataDir, 'files', key)
  for (const key of [LARGE_CLOUD, LARGE_REPORT]) {
    await mkdir(join(pathOf(key), '..'), { recursive: true })
    // All points are at the same place.
    await writeFile(pathOf(key), key === LARGE_CLOUD ? largestCloudHeader() : '')
    await truncate(pathOf(key), FILE_SIZE_MAX)
  }
  const panorama = sharp({ create: { ...PANORAMA, channels: 3, background: '#7a8a90' } })
  const { size } = await panorama.jpeg().toFile(pathOf(LARGE_PANORAMA))
  database.prepare('update photo set size = ? where key = ?').run(size, LARGE_PANORAMA)
}

function describe(database: SQLite.Database): LargeRows {
  const read = <Value>(statement: string) => database.prepare<[], Value>(statement).pluck().get() as Value
  return {
    turbine: 1,
    sealed: SEALED_TURBINE,
    others: Array.from({ length: 50 }, (_, index) => 100 + index),
    photos: database.prepare<[], number>('select id from photo where turbine_id = 1').pluck().all(),
    photoKey: read('select key from photo where turbine_id = 1 limit 1'),
    largeKey: LARGE_CLOUD,
    cloud: read(`select id from photo where key = '${LARGE_CLOUD}'`),
    panorama: read(`select id from photo where key = '${LARGE_PANORAMA}'`),
    reportKey: LARGE_REPORT,
    reportJob: read('select id from file_job limit 1'),
    report: read('select id from report limit 1'),
    finding: read('select id from finding where turbine_id = 1 limit 1'),
    comment: read('select id from comment limit 1'),
    user: read('select max(id) from user'),
    emptyCompany: read("select id from company where name = 'Boş'"),
  }
}
