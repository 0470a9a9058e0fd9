import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { NO_EXIF } from '../../../domain/photo.ts'
import { readConfig } from '../../../server/infrastructure/config.ts'
import { openServices } from '../../../server/start/services.ts'
import { ServerProcess, signInAtProcess } from '../../../tests/support/servers/server-process.ts'
import { addManyTurbines } from '../database/many-turbines.ts'
import { type Line, median, milliseconds, within } from '../report.ts'
import { compareRequests, compareSlowest } from './compare-requests.ts'
import { recordAnswer, startBareHono } from './start-bare-hono.ts'

const TURBINES = 1000
const PHOTOS = 10_000
const CONNECTIONS = 50
const MANY_TURBINES = 10_000
const PHOTOS_EACH = 100
/** The maximum number of milliseconds for the first list after a change. */
const FIRST_ANSWER_MAX_MS = 150
const CHANGES = 9

/** The speed of lists that are remembered and of one record; the reference is a Hono process that sends the same bytes. */
export async function measureLists(folder: string): Promise<Line[]> {
  const dataDir = join(folder, 'lists')
  await addManyTurbines(dataDir, TURBINES, 1)
  await addPhotos(dataDir)
  await using server = await ServerProcess.start(dataDir)
  const headers = { ...(await signInAtProcess(server.origin)), 'Accept-Encoding': 'br, gzip' }
  const url = {
    turbines: `${server.origin}/api/turbines`,
    photos: `${server.origin}/api/turbines/1/photos?view=all`,
    turbine: `${server.origin}/api/turbines/2`,
  }
  const turbines = await recordAnswer('/turbines', url.turbines, headers)
  const known = { ...headers, 'If-None-Match': turbines.headers.etag ?? '' }
  const photos = await recordAnswer('/photos', url.photos, headers)
  const bare = await startBareHono(folder, [
    turbines,
    photos,
    await recordAnswer('/unchanged', url.turbines, known),
    await recordAnswer('/turbine', url.turbine, headers),
  ])
  const compared = (what: string, from: keyof typeof url, path: string, goal: number) => ({
    what,
    url: url[from],
    headers: path === '/unchanged' ? known : headers,
    bareUrl: bare.origin + path,
    goal,
  })
  const list = compared(`${TURBINES} turbines, ${kilobytes(turbines.body)}`, 'turbines', '/turbines', 0.6)
  try {
    return [
      await compareRequests(list),
      await compareRequests({
        ...compared('the same list, unchanged (304)', 'turbines', '/unchanged', 0.6),
        isUnchanged: true,
      }),
      await compareRequests(
        compared(`${PHOTOS} photos, ${kilobytes(photos.body)}`, 'photos', '/photos', 0.6),
      ),
      await compareRequests(compared('one turbine', 'turbine', '/turbine', 0.1)),
      await compareSlowest(
        { ...list, what: `${list.what}, p99 of ${CONNECTIONS} connections` },
        CONNECTIONS,
        3,
      ),
      await measureFirstAnswer(folder),
    ]
  } finally {
    bare.end()
    await server.end('SIGTERM')
    await rm(dataDir, { recursive: true })
  }
}

/** Adds rows of photos to the first turbine, without files. */
async function addPhotos(dataDir: string): Promise<void> {
  const { db } = await openServices(readConfig({ DATA_DIR: dataDir }), pino({ level: 'silent' }))
  await sql`
    with recursive number(n) as (select 2 union all select n + 1 from number where n < ${PHOTOS})
    insert into photo (turbine_id, key, original_name, category, room, blade, year, month, media_type, size,
      width, height, sha256, uploaded_at, uploader_name, uploader_email, gpano, exif, original_shown)
    select 1, 'turbines/1/photos/' || n || '-' || lower(hex(randomblob(16))) || '-DJI_' || n || '.jpg',
      'DJI_' || n || '.jpg', 'blade', '3', 'A', 2020 + n % 7, 5, 'image/jpeg', 8000000 + n * 37, 6000, 4000,
      lower(hex(randomblob(32))), strftime('%Y-%m-%dT%H:%M:%fZ', '2020-01-01', n || ' minutes'), 'Ada Yel',
      'ada@kanat.example', 'null', ${JSON.stringify(NO_EXIF)}, 1
    from number`.execute(db.write)
  await db.close()
}

/** The list of many turbines with a million rows of photos, after a change: the median of some answers. */
async function measureFirstAnswer(folder: string): Promise<Line> {
  const dataDir = join(folder, 'many-turbines')
  await addManyTurbines(dataDir, MANY_TURBINES, PHOTOS_EACH)
  await using server = await ServerProcess.start(dataDir)
  const headers = { ...(await signInAtProcess(server.origin)), 'Accept-Encoding': 'br' }
  const times: number[] = []
  for (let change = 0; change < CHANGES; change++) {
    await fetch(`${server.origin}/api/turbines/1/visit`, { method: 'PUT', headers })
    const start = performance.now()
    await recordAnswer('/', `${server.origin}/api/turbines`, headers)
    times.push(performance.now() - start)
  }
  await server.end('SIGTERM')
  await rm(dataDir, { recursive: true })
  const what = `${MANY_TURBINES} turbines, ${MANY_TURBINES * PHOTOS_EACH} photos, first answer after a change`
  return within(what, median(times), FIRST_ANSWER_MAX_MS, milliseconds)
}

function kilobytes(base64: string): string {
  return `${(Buffer.byteLength(base64, 'base64') / 1000).toFixed(0)} kB`
}
