/**
 * The longest turn of the event loop of every call with its largest input: `npm run bench -- stalls`. With `STALLS_OF=inspections` only of the calls
 * whose addresses contain this word.
 */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { calls } from '../../../../server/start/app.ts'
import { ServerProcess, signInAtProcess } from '../../../../tests/support/servers/server-process.ts'
import { type Line, milliseconds, within } from '../../report.ts'
import { fillLarge, type Large, type LargeRows } from './fill-large.ts'
import type { LargestInput, Sent } from './largest-input.ts'
import { LARGEST_INPUTS } from './stall-calls.ts'

/** No call holds the event loop longer, in milliseconds. */
const STALL_MAX_MS = 100
/** The greatest 99th percentile of the health beside the calls, in milliseconds. */
const HEALTH_MAX_MS = 50
/** A call that takes longer is ended, in milliseconds. */
const CALL_LIMIT_MS = 120_000
/** Each figure is the best of these rounds, because a busy machine can only make it worse. */
const ROUNDS = 3
/** The pause after a call, in milliseconds, for what the server does after its answer. */
const AFTER_MS = 60

interface Measured {
  /** The longest turn of the event loop and the processor time in it, in milliseconds. */
  longest: number
  busy: number
  health: number[]
  seconds: number
  answer: string
  /** False if a call was refused unexpectedly: the figures are then those of a smaller input. */
  isExpected: boolean
}

interface Bench {
  server: ServerProcess
  headers: { Authorization: string }
  large: Large
  takeTurn: () => Promise<{ longest: number; busy: number }>
  takeHealth: () => Promise<number[]>
}

/** @param folder the data folder is made in it */
export async function measureStalls(folder: string): Promise<Line[]> {
  const dataDir = join(folder, 'stalls')
  const rows = await fillLarge(dataDir)
  const socket = `${dataDir}.sock`
  await using server = await ServerProcess.start(dataDir, {
    NODE_OPTIONS: `--import=${join(import.meta.dirname, 'stall-probe.ts')}`,
    STALL_PROBE: socket,
  })
  const headers = await signInAtProcess(server.origin)
  const poller = new Worker(join(import.meta.dirname, 'health-poller.ts'), { workerData: server.origin })
  const bench: Bench = {
    server,
    headers,
    large: {
      ...rows,
      orderArchive: () => orderArchive(server.origin, headers, rows),
      beginUpload: (bytes) => beginUpload(server.origin, headers, rows, bytes),
      preparedDossier: () => preparedDossier(server.origin, headers, rows),
    },
    takeTurn: () => takeTurn(socket),
    async takeHealth() {
      poller.postMessage('take')
      const [times] = (await once(poller, 'message')) as [number[]]
      return times
    },
  }
  try {
    return await measureAll(bench)
  } finally {
    await poller.terminate()
    await server.end('SIGTERM')
  }
}

async function measureAll(bench: Bench): Promise<Line[]> {
  const lines: Line[] = [lineOf('maintenance after the start', await measureMaintenance(bench))]
  const health: number[] = []
  const word = process.env.STALLS_OF ?? ''
  for (const [name, largest] of Object.entries(LARGEST_INPUTS).filter(([name]) => name.includes(word))) {
    const best = await measureCall(bench, name, largest)
    health.push(...best.health)
    lines.push(lineOf(name, best))
  }
  const missing = calls
    .map(({ method, path }) => `${method} ${path}`)
    .filter((name) => !(name in LARGEST_INPUTS))
    .map((name): Line => ({ what: name, figure: '', reference: 'no input in stall-calls.ts', ratio: 'FAIL' }))
  return [
    ...lines,
    ...missing,
    within('health beside all calls, p99', percentile(health, 99), HEALTH_MAX_MS, milliseconds),
    { what: 'largest memory of the server', figure: peakMemory(bench.server.pid) },
  ]
}

/** The maintenance runs at the start; the next measurements must not contain it. */
async function measureMaintenance(bench: Bench): Promise<Measured> {
  const start = performance.now()
  const isDone = async () => {
    const answer = await fetch(`${bench.server.origin}/metrics`)
    return /^kanat_upkeep_success_timestamp_seconds [1-9]/m.test(await answer.text())
  }
  while (!(await isDone())) await pause(AFTER_MS)
  const turn = await bench.takeTurn()
  const seconds = (performance.now() - start) / 1000
  return { ...turn, health: await bench.takeHealth(), seconds, answer: '', isExpected: true }
}

async function measureCall(bench: Bench, name: string, largest: LargestInput): Promise<Measured> {
  let best: Measured | undefined
  for (let round = 0; round < (largest.once ? 1 : ROUNDS); round += 1) {
    const measured = await measureOnce(bench, name, largest, round)
    // What one round must not be answered, no better round hides.
    if (!measured.isExpected) return measured
    if (!best || measured.longest < best.longest) best = measured
  }
  return best as Measured
}

async function measureOnce(
  bench: Bench,
  name: string,
  { input, together = 1, after, expected = promised(name) }: LargestInput,
  round: number,
): Promise<Measured> {
  // A change, because answers are remembered until the next one.
  await send(bench, 'PUT /api/turbines/:id/visit', {
    address: `/api/turbines/${bench.large.others[0]}/visit`,
  })
  const inputs: Sent[] = []
  for (let each = 0; each < together; each += 1) inputs.push(await input(bench.large, round))
  await bench.takeTurn()
  await bench.takeHealth()
  const start = performance.now()
  const answers = await Promise.all(inputs.map((sent) => send(bench, name, sent)))
  await after?.(bench.large)
  const seconds = (performance.now() - start) / 1000
  await pause(AFTER_MS)
  const counted = [...Map.groupBy(answers, ({ said }) => said)].map(([answer, { length }]) =>
    together === 1 ? answer : `${length} × ${answer}`,
  )
  return {
    ...(await bench.takeTurn()),
    health: await bench.takeHealth(),
    seconds,
    answer: counted.slice(0, 3).join(', '),
    isExpected: answers.every(({ status }) => expected.includes(status)),
  }
}

/** The successes that the contract promises of a call. */
function promised(name: string): number[] {
  const [pattern] = name.split(', ')
  return calls.find(({ method, path }) => `${method} ${path}` === pattern)?.answer.statuses ?? []
}

/** @param name such as `GET /api/users`, with a comma before a variant @returns what is said about the answer, and the status 0 without one */
async function send(
  { server, headers }: Bench,
  name: string,
  sent: Sent,
): Promise<{ status: number; said: string }> {
  const [call = ''] = name.split(', ')
  const [method = '', pattern = ''] = call.split(' ')
  const isJson = sent.body && !(sent.body instanceof FormData || sent.body instanceof Uint8Array)
  const body = isJson ? JSON.stringify(sent.body) : (sent.body as FormData | undefined)
  try {
    const answer = await fetch(server.origin + (sent.address ?? pattern), {
      method,
      signal: AbortSignal.timeout(CALL_LIMIT_MS),
      headers: { ...headers, ...(isJson && { 'Content-Type': 'application/json' }), ...sent.headers },
      ...(body && { body }),
    })
    let bytes = 0
    for await (const piece of answer.body ?? []) bytes += piece.length
    const size = `${(bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0)} kB`
    return { status: answer.status, said: `${answer.status}, ${size}` }
  } catch (error) {
    return { status: 0, said: (error as Error).name }
  }
}

async function orderArchive(origin: string, headers: object, { turbine, photos }: LargeRows) {
  const order = await fetch(`${origin}/api/turbines/${turbine}/photos/archives`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ids: photos.slice(1) }),
  })
  const { data } = (await order.json()) as { data?: { url: string } }
  if (!data) throw new Error(`The order returned ${order.status}`)
  return data.url
}

/** Waits until no dossier of the sealed turbine is being prepared. @returns the newest one */
async function preparedDossier(origin: string, headers: Record<string, string>, { sealed }: LargeRows) {
  for (;;) {
    const answer = await fetch(`${origin}/api/turbines/${sealed}/dossier-jobs`, { headers })
    const { data } = (await answer.json()) as { data: { id: number; url: string | null }[] }
    const [newest] = data
    if (!newest) throw new Error('The dossier could not be prepared.')
    if (data.every(({ url }) => url !== null)) return { id: newest.id, url: newest.url ?? '' }
    await pause(AFTER_MS)
  }
}

let uploads = 0

async function beginUpload(origin: string, headers: object, { turbine }: LargeRows, bytes: number) {
  uploads += 1
  const begun = await fetch(`${origin}/api/turbines/${turbine}/photos/uploads`, {
    method: 'POST',
    headers: {
      ...headers,
      'Tus-Resumable': '1.0.0',
      'Upload-Length': String(bytes),
      'Upload-Metadata': `filename ${btoa(`large-${uploads}.pcd`)},room ${btoa('1')},year ${btoa('2026')}`,
    },
  })
  const address = begun.headers.get('Location')
  if (!address) throw new Error(`The beginning of the upload returned ${begun.status}`)
  return new URL(address, origin).pathname
}

async function takeTurn(socketPath: string): Promise<{ longest: number; busy: number }> {
  const asked = request({ socketPath, path: '/' })
  asked.end()
  const [answer] = await once(asked, 'response')
  let text = ''
  for await (const piece of answer) text += piece
  return JSON.parse(text)
}

function lineOf(what: string, { longest, busy, health, seconds, answer, isExpected }: Measured): Line {
  const beside = `health p99 ${milliseconds(percentile(health, 99))}`
  const line = within(what, longest, STALL_MAX_MS, milliseconds)
  const said = isExpected ? answer : `unexpected: ${answer}`
  return {
    ...line,
    ...(!isExpected && { ratio: 'FAIL' }),
    reference: `busy ${milliseconds(busy)}; ${beside}; ${seconds.toFixed(1)} s; ${said}`,
  }
}

function percentile(figures: readonly number[], percent: number): number {
  const sorted = figures.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0
}

/** The most memory that the process has used, as the system counts it. @see proc_pid_status(5) */
function peakMemory(pid: number): string {
  const kilobytes = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  return `${(kilobytes / 1024).toFixed(0)} MB`
}
