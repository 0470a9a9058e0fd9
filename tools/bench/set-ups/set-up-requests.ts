import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'
import type { Options } from 'autocannon'
import pLimit from 'p-limit'
import { DERIVATIVE_WIDTHS } from '../../../domain/limits.ts'
import { SUPERADMIN } from '../../../tests/support/servers/server-process.ts'
import { postInRequests } from '../files/post-photos.ts'
import { type Line, perSecond } from '../report.ts'
import { sendMany } from '../requests/compare-requests.ts'
import { recordAnswer } from '../requests/start-bare-hono.ts'
import { inTurns, linesOf, type Measured, withProcessorTime } from './compare-set-ups.ts'
import { PHOTOS_EACH, type SetUp, type SetUps, startSetUps, TURBINES } from './set-ups.ts'

const CONNECTIONS = 10
const WARM_UP_SECONDS = 1
const SECONDS = 2
/** The photos whose pictures are asked for the first time. */
const COLD_PHOTOS = 20

/** A kind of request, with its address and headers at a set-up. */
interface Kind {
  what: string
  path(uploaded: Uploaded): string
  headers?: Record<string, string>
  /** A list that has not changed since the last request. */
  isUnchanged?: true
  body?: string
}

/** The addresses of the photos that were uploaded at a set-up. */
type Uploaded = string[]

const KINDS: Kind[] = [
  { what: `list of ${TURBINES} turbines`, path: () => '/api/turbines' },
  { what: 'the same list, unchanged (304)', path: () => '/api/turbines', isUnchanged: true },
  { what: 'one turbine', path: () => '/api/turbines/2' },
  { what: `${PHOTOS_EACH} photos of a turbine`, path: () => '/api/turbines/2/photos?view=all' },
  { what: 'picture of 320 pixels', path: ([photo]) => `${photo}?w=320` },
  { what: 'picture of 1280 pixels', path: ([photo]) => `${photo}?w=1280` },
  {
    what: '256 KiB of an original, by Range',
    path: ([photo]) => `${photo}`,
    headers: { Range: 'bytes=1000000-1262143' },
  },
]

const SIGN_IN: Kind = {
  what: 'sign-in',
  path: () => '/api/auth/login',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(SUPERADMIN),
}

/** The same requests to SQLite + disk, and to PostgreSQL + bucket with one and with two processes. */
export async function measureSetUpRequests(folder: string, photos: readonly Buffer[]): Promise<Line[]> {
  await using setUps = await startSetUps(folder)
  const { all } = setUps
  const uploaded: Uploaded[] = []
  for (const setUp of all) uploaded.push(await upload(setUp, photos))
  const lines: Line[] = [moveLine(setUps)]
  for (const kind of KINDS) lines.push(...(await compare(kind, all, uploaded)))
  lines.push(...(await compareFirstReads(all, uploaded)))
  lines.push(...(await compareOriginals(all, uploaded)))
  // Each sign-in makes the remembered lists old.
  lines.push(...(await compare(SIGN_IN, all, uploaded)))
  return lines
}

function moveLine({ move: { rows, ms } }: SetUps): Line {
  return { what: `npm run move of ${rows} rows, with the comparison`, figure: perSecond(rows, ms, 'rows') }
}

async function upload({ origin, turbine, headers }: SetUp, photos: readonly Buffer[]): Promise<Uploaded> {
  const agent = new Agent({ keepAlive: true })
  const files = Array.from({ length: COLD_PHOTOS }, (_, index) => ({
    name: `${index}.jpg`,
    content: photos[index % photos.length] as Buffer,
  }))
  await postInRequests({ origin, turbine, headers, agent }, files, 5, 2)
  agent.destroy()
  const answer = await fetch(`${origin}/api/turbines/${turbine}/photos`, { headers })
  return ((await answer.json()) as { data: { url: string }[] }).data.map(({ url }) => url)
}

async function compare(kind: Kind, setUps: SetUps['all'], uploaded: Uploaded[]): Promise<Line[]> {
  const requests: Options[] = []
  for (const [index, setUp] of setUps.entries()) {
    const request = await requestOf(kind, setUp, uploaded[index] ?? [])
    await sendMany({ ...request, connections: CONNECTIONS, duration: WARM_UP_SECONDS })
    requests.push(request)
  }
  const measured = await inTurns(setUps, (setUp, index) => sendAlways(setUp, requests[index] as Options))
  return linesOf(kind.what, setUps, measured, write)
}

async function requestOf(kind: Kind, { origin, headers }: SetUp, uploaded: Uploaded): Promise<Options> {
  const url = origin + kind.path(uploaded)
  const all = { ...headers, 'Accept-Encoding': 'br, gzip', ...kind.headers }
  if (kind.body !== undefined) return { url, headers: all, method: 'POST', body: kind.body }
  if (!kind.isUnchanged) return { url, headers: all }
  const { headers: answered } = await recordAnswer('/', url, all)
  return { url, headers: { ...all, 'If-None-Match': answered.etag ?? '' } }
}

function sendAlways(setUp: SetUp, request: Options): Promise<Measured> {
  return withProcessorTime(setUp, async () => {
    const { requests, latency } = await sendMany({ ...request, connections: CONNECTIONS, duration: SECONDS })
    // The latencies are whole milliseconds.
    return { requests: requests.total, rate: requests.average, slowest: Math.max(1, latency.p99) }
  })
}

/** Each picture is asked for once. Those of the bucket were uploaded at the other set-up, so this one has no copies of them. */
async function compareFirstReads(setUps: SetUps['all'], uploaded: Uploaded[]): Promise<Line[]> {
  const [ofDisk = [], ofOne = [], ofTwo = []] = uploaded
  const measured: Measured[] = []
  for (const [index, photos] of [ofDisk, ofTwo, ofOne].entries()) {
    const pictures = photos.flatMap((photo) => DERIVATIVE_WIDTHS.map((width) => `${photo}?w=${width}`))
    measured.push(await readEach(setUps[index] as SetUp, pictures))
  }
  return linesOf('pictures of all sizes, read for the first time', setUps, measured, write)
}

async function compareOriginals(setUps: SetUps['all'], uploaded: Uploaded[]): Promise<Line[]> {
  const measured = await inTurns(setUps, (setUp, index) => readEach(setUp, uploaded[index] ?? []))
  return linesOf('originals of 8 MB', setUps, measured, write)
}

/** Reads each address once, over some connections. */
function readEach(setUp: SetUp, paths: string[]): Promise<Measured> {
  const { origin, headers } = setUp
  return withProcessorTime(setUp, async () => {
    const agent = new Agent({ keepAlive: true })
    const start = performance.now()
    const took = await pLimit(CONNECTIONS).map(paths, async (path) => {
      const sent = performance.now()
      const [answer] = (await once(get(origin + path, { headers, agent }), 'response')) as [IncomingMessage]
      await finished(answer.resume())
      if (answer.statusCode !== 200) throw new Error(`${path} returned ${answer.statusCode}`)
      return performance.now() - sent
    })
    const ms = performance.now() - start
    agent.destroy()
    return { requests: paths.length, rate: (paths.length * 1000) / ms, slowest: Math.max(...took) }
  })
}

function write(rate: number): string {
  return perSecond(rate, 1000, 'requests')
}
