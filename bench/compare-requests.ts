import autocannon from 'autocannon'
import { type Line, times } from './report.ts'

const CONNECTIONS = 10
const SECONDS = 6
const WARM_UP_SECONDS = 2

interface Compared {
  what: string
  url: string
  headers: Record<string, string>
  /** The address of the same answer at the bare Hono process. */
  bareUrl: string
  /** The ratio that the figure must reach. */
  goal?: number
}

/** Requests per second of the server and of a Hono process that sends the same bytes. */
export async function compareRequests({ what, url, headers, bareUrl, goal }: Compared): Promise<Line> {
  const ours = (await measure(url, headers)).requests.average
  const bare = (await measure(bareUrl, headers)).requests.average
  return {
    what,
    figure: `${ours.toFixed(0)} requests/s`,
    reference: `bare Hono, the same bytes: ${bare.toFixed(0)} requests/s`,
    ratio: withGoal(ours / bare, goal === undefined ? '' : `≥ ${goal} ×`, ours / bare >= (goal ?? 0)),
  }
}

/** The slowest hundredth of the requests over many connections at the same time. @param goal the most times as slow as bare Hono */
export async function compareSlowest(
  { what, url, headers, bareUrl }: Compared,
  connections: number,
  goal: number,
): Promise<Line> {
  const ours = (await measure(url, headers, connections)).latency.p99
  // The latencies are whole milliseconds.
  const bare = Math.max(1, (await measure(bareUrl, headers, connections)).latency.p99)
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

/** @throws if any answer is neither a success nor 304 */
async function measure(url: string, headers: Record<string, string>, connections = CONNECTIONS) {
  const options = { url, headers, connections }
  await autocannon({ ...options, duration: WARM_UP_SECONDS })
  const result = await autocannon({ ...options, duration: SECONDS })
  const unchanged = result.statusCodeStats?.['304']?.count ?? 0
  const failed = result.errors + result.non2xx - unchanged
  if (failed > 0) throw new Error(`${url}: ${failed} requests failed`)
  return result
}
