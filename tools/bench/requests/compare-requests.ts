import autocannon from 'autocannon'
import { type Line, times } from '../report.ts'

const CONNECTIONS = 10
/** The server and the bare process take turns, and the best round of each counts: a busy machine can only make it worse. */
const ROUNDS = 3
const SECONDS = 2
/** Until then, Node still compiles the code that runs often. */
const WARM_UP_SECONDS = 4

interface Compared {
  what: string
  url: string
  headers: Record<string, string>
  /** The address of the same answer at the bare Hono process. */
  bareUrl: string
  /** The ratio that the figure must reach. */
  goal?: number
  /** True if each answer must be 304. */
  isUnchanged?: boolean
}

/** Requests per second of the server and of a Hono process that sends the same bytes. */
export async function compareRequests(compared: Compared): Promise<Line> {
  const { what, url, headers, bareUrl, goal, isUnchanged } = compared
  const rounds = await measureInTurns(url, bareUrl, headers)
  const ours = Math.max(...rounds.ours.map(({ requests }) => requests.average))
  const bare = Math.max(...rounds.bare.map(({ requests }) => requests.average))
  const changed = rounds.ours.reduce(
    (sum, { statusCodeStats }) => sum + (statusCodeStats?.['200']?.count ?? 0),
    0,
  )
  if (isUnchanged && changed > 0) throw new Error(`${url} returned 200 instead of 304 ${changed} times`)
  return {
    what,
    figure: `${ours.toFixed(0)} requests/s`,
    reference: `bare Hono, the same bytes: ${bare.toFixed(0)} requests/s`,
    ratio: withGoal(ours / bare, goal === undefined ? '' : `≥ ${goal} ×`, ours / bare >= (goal ?? 0)),
  }
}

/** The slowest hundredth of the requests over many connections at the same time. @param goal the maximum ratio to bare Hono */
export async function compareSlowest(
  { what, url, headers, bareUrl }: Compared,
  connections: number,
  goal: number,
): Promise<Line> {
  const rounds = await measureInTurns(url, bareUrl, headers, connections)
  const ours = Math.min(...rounds.ours.map(({ latency }) => latency.p99))
  // The latencies are whole milliseconds.
  const bare = Math.max(1, Math.min(...rounds.bare.map(({ latency }) => latency.p99)))
  return {
    what,
    figure: `${ours} ms`,
    reference: `bare Hono, the same bytes: ${bare} ms`,
    ratio: withGoal(ours / bare, `≤ ${goal} ×`, ours / bare <= goal),
  }
}

function withGoal(ratio: number, goal: string, isReached: boolean): string {
  return goal === '' ? times(ratio) : `${times(ratio)} (${goal}: ${isReached ? 'PASS' : 'FAIL'})`
}

async function measureInTurns(
  url: string,
  bareUrl: string,
  headers: Record<string, string>,
  connections = CONNECTIONS,
) {
  for (const each of [url, bareUrl]) await measure(each, headers, connections, WARM_UP_SECONDS)
  const ours: autocannon.Result[] = []
  const bare: autocannon.Result[] = []
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await measure(url, headers, connections, SECONDS))
    bare.push(await measure(bareUrl, headers, connections, SECONDS))
  }
  return { ours, bare }
}

/** @throws if any answer is neither a success nor 304 */
function measure(url: string, headers: Record<string, string>, connections: number, duration: number) {
  return sendMany({ url, headers, connections, duration })
}

/** Sends the same request over and over. @throws if any answer is neither a success nor 304 */
export async function sendMany(request: autocannon.Options & { url: string }): Promise<autocannon.Result> {
  const result = await autocannon(request)
  const unchanged = result.statusCodeStats?.['304']?.count ?? 0
  const failed = result.errors + result.non2xx - unchanged
  if (failed > 0) throw new Error(`${request.url}: ${failed} requests failed`)
  return result
}
