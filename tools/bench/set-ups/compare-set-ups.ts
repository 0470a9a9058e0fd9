import { type Line, milliseconds, times } from '../report.ts'
import { processorMs } from '../requests/processor-time.ts'
import type { SetUp } from './set-ups.ts'

/** The set-ups take turns, and the best round of each counts: a busy machine can only make it worse. */
const ROUNDS = 2

/** What a set-up has done with some requests. */
export interface Measured {
  /** Requests a second. */
  rate: number
  /** The slowest hundredth of the requests, or the slowest one; milliseconds. */
  slowest: number
  /** The processor time of a request in the servers and their image workers, and in PostgreSQL and the bucket; milliseconds. */
  serverMs: number
  storageMs: number
}

/** Measures all set-ups in turns. @param measure measures the set-up with this index */
export async function inTurns(
  setUps: readonly SetUp[],
  measure: (setUp: SetUp, index: number) => Promise<Measured>,
): Promise<Measured[]> {
  const rounds: Measured[][] = setUps.map(() => [])
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, setUp] of setUps.entries()) rounds[index]?.push(await measure(setUp, index))
  }
  return rounds.map(bestOf)
}

function bestOf(rounds: Measured[]): Measured {
  const least = (field: keyof Measured) => Math.min(...rounds.map((round) => round[field]))
  return {
    rate: Math.max(...rounds.map(({ rate }) => rate)),
    slowest: least('slowest'),
    serverMs: least('serverMs'),
    storageMs: least('storageMs'),
  }
}

/** Adds the processor time that the requests take to what `send` returns. */
export async function withProcessorTime(
  { servers, storage }: SetUp,
  send: () => Promise<{ requests: number; rate: number; slowest: number }>,
): Promise<Measured> {
  const before = { servers: processorMs(servers), storage: processorMs(storage) }
  const { requests, rate, slowest } = await send()
  return {
    rate,
    slowest,
    serverMs: (processorMs(servers) - before.servers) / requests,
    storageMs: (processorMs(storage) - before.storage) / requests,
  }
}

/** A line for each set-up. The first one is the reference of the others. */
export function linesOf(
  what: string,
  setUps: readonly SetUp[],
  measured: readonly Measured[],
  write: (rate: number) => string,
): Line[] {
  const [first] = measured as [Measured]
  return measured.map(({ rate, slowest, serverMs, storageMs }, index) => {
    const ratio = (one: number, other: number) => (index === 0 ? '' : ` (${times(one / other)})`)
    const storage = index === 0 ? '' : `, storage ${storageMs.toFixed(2)} ms`
    return {
      what: `${what}, ${setUps[index]?.name}`,
      figure: write(rate),
      reference: `p99 ${milliseconds(slowest)}${ratio(slowest, first.slowest)}; processor: server ${serverMs.toFixed(2)} ms${ratio(serverMs, first.serverMs)}${storage}`,
      ratio: index === 0 ? '' : times(rate / first.rate),
    }
  })
}
