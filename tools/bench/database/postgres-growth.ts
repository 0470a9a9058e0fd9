import { readFileSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { ServerProcess, signInAtProcess } from '../../../tests/support/servers/server-process.ts'
import { type Line, milliseconds, perSecond } from '../report.ts'
import { recordAnswer } from '../requests/start-bare-hono.ts'
import { makeDatabase, startPostgres } from '../set-ups/set-ups.ts'
import { fillPostgres, type RowsOfPostgres } from './fill-postgres.ts'
import { HOT_QUERIES, type HotQuery, type Ids } from './hot-queries.ts'
import { moveRows } from './move-rows.ts'
import { type QueryPlan, QueryPlans } from './query-plans.ts'
import { queriesThatReadAllPhotos, sizesOfTables } from './sqlite-plans.ts'

const SMALL = rowsFor(10_000)
const LARGE = rowsFor(100_000)

/** How many more pages a query may read that should not depend on the number of rows: an index may have become one level deeper. */
const PAGES_GROWTH_MAX = 2
/** Fewer pages are no sign of growth. */
const FEW_PAGES = 10

/** The tables whose sizes are read: for what, and how many of these there are. */
const TABLES = {
  photo: ['photo', LARGE.photos],
  turbine: ['turbine', LARGE.turbines],
  photo_year: ['turbine', LARGE.turbines],
  audit: ['entry', LARGE.turbines],
} as const

/** Each company has 100 turbines, each turbine 50 photos. */
function rowsFor(turbines: number): RowsOfPostgres & { photos: number } {
  const [visits, photosOfVisit] = [2, 25]
  return {
    companies: turbines / 100,
    turbines,
    visits,
    photosOfVisit,
    photos: turbines * visits * photosOfVisit,
  }
}

/** The plans of the queries with more rows, the bytes of a row, and the list of all turbines. No photo has a file. */
export async function measurePostgresGrowth(folder: string): Promise<Line[]> {
  await using postgres = await startPostgres()
  const dataDir = join(folder, 'many-rows-in-postgres')
  const small = await makeDatabase(postgres, 'small')
  const large = await makeDatabase(postgres, 'large')
  await fillPostgres(small, join(folder, 'few-rows-in-postgres'), SMALL)
  const started = performance.now()
  await fillPostgres(large, dataDir, LARGE)
  const fillMs = performance.now() - started
  return [
    {
      what: `made ${count(LARGE.photos)} rows of photos`,
      figure: perSecond(LARGE.photos, fillMs, 'rows'),
    },
    ...(await comparePlans(small, large)),
    ...(await measureSizes(large)),
    ...(await measureSqlite(join(folder, 'moved-to-sqlite'), small)),
    ...(await measureWholeList(dataDir, large)),
  ]
}

async function comparePlans(small: string, large: string): Promise<Line[]> {
  await using few = new QueryPlans(small)
  await using many = new QueryPlans(large)
  const ids = { few: await few.ids(), many: await many.ids() }
  const lines: Line[] = []
  for (const query of HOT_QUERIES) {
    lines.push(lineOf(query, await few.explain(query, ids.few), await many.explain(query, ids.many)))
  }
  return lines
}

function lineOf({ what, grows }: HotQuery, before: QueryPlan, after: QueryPlan): Line {
  const most = grows
    ? (LARGE.photos * Math.log(LARGE.photos)) / (SMALL.photos * Math.log(SMALL.photos))
    : PAGES_GROWTH_MAX
  const isGood = !after.readsAllPhotos && after.pages <= Math.max(FEW_PAGES, before.pages) * most
  return {
    what: `${what}, ${count(SMALL.photos)} → ${count(LARGE.photos)} photos`,
    figure: `${before.ms.toFixed(1)} → ${after.ms.toFixed(1)} ms`,
    reference: `${count(before.pages)} → ${count(after.pages)} pages${after.readsAllPhotos ? ', reads all photos' : ''}`,
    ratio: isGood ? 'PASS' : 'FAIL',
  }
}

async function measureSizes(url: string): Promise<Line[]> {
  const client = new Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string; bytes: string; indexes: string }>(
      `select relname as name, pg_total_relation_size(oid) as bytes, pg_indexes_size(oid) as indexes
       from pg_class where relname = any($1) order by relname`,
      [Object.keys(TABLES)],
    )
    return rows.map(({ name, bytes, indexes }) => {
      const [record, records] = TABLES[name as keyof typeof TABLES]
      const each = (size: string) => (Number(size) / records).toFixed(0)
      return {
        what: `PostgreSQL: table ${name}, for each ${record}`,
        figure: `${each(bytes)} bytes`,
        reference: `of them ${each(indexes)} in indexes`,
      }
    })
  } finally {
    await client.end()
  }
}

/** Moves the smaller database to SQLite, and reads the sizes and plans there. */
async function measureSqlite(dataDir: string, url: string): Promise<Line[]> {
  const ids = await idsOf(url)
  await mkdir(dataDir)
  const { rows, ms } = await moveRows({ DATABASE_URL: url, DATA_DIR: dataDir }, dataDir)
  const sizes = sizesOfTables(dataDir)
  const scans = await queriesThatReadAllPhotos(dataDir, HOT_QUERIES, ids)
  await rm(dataDir, { recursive: true })
  return [
    { what: `moved ${count(rows)} rows to SQLite and compared them`, figure: perSecond(rows, ms, 'rows') },
    {
      what: 'SQLite: table photo, for each photo',
      figure: `${((sizes.get('photo') ?? 0) / SMALL.photos).toFixed(0)} bytes`,
      reference: 'with its indexes',
    },
    {
      what: 'SQLite: queries that read all photos',
      figure: String(scans.length),
      reference: scans.map(({ what }) => what).join(', '),
      ratio: scans.length === 0 ? 'PASS' : 'FAIL',
    },
  ]
}

/** A move refuses a database with other connections. */
async function idsOf(url: string): Promise<Ids> {
  await using plans = new QueryPlans(url)
  return await plans.ids()
}

/** What a superadmin of all these turbines waits for, and what it costs the server. */
async function measureWholeList(dataDir: string, url: string): Promise<Line[]> {
  const started = performance.now()
  await using server = await ServerProcess.start(dataDir, { DATABASE_URL: url })
  const startMs = performance.now() - started
  const headers = { ...(await signInAtProcess(server.origin)), 'Accept-Encoding': 'br' }
  const list = async () => {
    const start = performance.now()
    const { body } = await recordAnswer('/', `${server.origin}/api/turbines`, headers)
    return { ms: performance.now() - start, megabytes: Buffer.byteLength(body, 'base64') / 1e6 }
  }
  const first = await list()
  const again = await list()
  const memory = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))
  await server.end('SIGTERM')
  return [
    { what: `start with ${count(LARGE.photos)} photos`, figure: milliseconds(startMs) },
    {
      what: `list of all ${count(LARGE.turbines)} turbines after a change`,
      figure: milliseconds(first.ms),
      reference: `${first.megabytes.toFixed(1)} MB compressed; unchanged: ${milliseconds(again.ms)}`,
    },
    {
      what: 'the most memory of the server meanwhile',
      figure: `${(Number(memory?.[1]) / 1024).toFixed(0)} MiB`,
    },
  ]
}

function count(rows: number): string {
  return rows.toLocaleString('en')
}
