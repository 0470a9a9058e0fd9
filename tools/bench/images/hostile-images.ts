import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { MIB } from '../../../domain/limits.ts'
import { uploadForm } from '../../../tests/support/builders.ts'
import { HOSTILE_IMAGES } from '../../../tests/support/files/hostile-images.ts'
import { addTurbine, ServerProcess, signInAtProcess } from '../../../tests/support/servers/server-process.ts'
import { writePointCloud } from '../files/sample-files.ts'
import type { Line } from '../report.ts'

const BYTES = 16 * MIB
const REQUEST_EVERY_MS = 20

/** The longest allowed delays while the server has much work, in milliseconds. */
const LIMITS = { p99: 50, longest: 250, health: 500 }

/** Measures the delay of the server's event loop and of its answers while it processes an image that is slow to decode. */
export async function measureHostileImages(folder: string): Promise<Line[]> {
  await using server = await ServerProcess.start(join(folder, 'hostile'))
  const headers = await signInAtProcess(server.origin)
  const turbine = await addTurbine(server.origin, headers)
  const upload = async (name: string, bytes: Uint8Array) => {
    const body = uploadForm({ [name]: bytes })
    return (await fetch(`${server.origin}/api/turbines/${turbine}/photos`, { method: 'POST', headers, body }))
      .status
  }

  const cloud = join(folder, 'reference.pcd')
  await writePointCloud(cloud, BYTES)
  const reference = await measureDelays(server.origin, async () =>
    upload('reference.pcd', await readFile(cloud)),
  )
  const lines: Line[] = []
  for (const [name, make] of Object.entries(HOSTILE_IMAGES)) {
    const bytes = await make(BYTES)
    const measured = await measureDelays(server.origin, () => upload(name, bytes))
    lines.push({
      what: `${name}: ${measured.status} after ${(measured.ms / 1000).toFixed(1)} s`,
      figure: figureOf(measured),
      reference: `a point cloud: ${figureOf(reference)}`,
      ratio: isWithinLimits(measured) ? 'PASS' : 'FAIL',
    })
  }
  return lines
}

interface Measured {
  status: number
  /** All in milliseconds. */
  ms: number
  p99: number
  longest: number
  health: number
}

export function isWithinLimits({ p99, longest, health }: Measured): boolean {
  return p99 < LIMITS.p99 && longest < LIMITS.longest && health < LIMITS.health
}

export function figureOf({ p99, longest, health }: Measured): string {
  return `p99 ${p99.toFixed(0)}, longest ${longest.toFixed(0)}, health ${health.toFixed(0)} ms`
}

/** Measures the delays while `work` runs. `work` resolves with the status of its answer. */
export async function measureDelays(origin: string, work: () => Promise<number>): Promise<Measured> {
  // Reading the metrics resets the delays of the event loop.
  await eventLoopDelays(origin)
  const start = performance.now()
  let isOver = false
  const working = work().finally(() => {
    isOver = true
  })
  let health = 0
  while (!isOver) {
    const sentAt = performance.now()
    await fetch(`${origin}/api/health`)
    health = Math.max(health, performance.now() - sentAt)
    await wait(REQUEST_EVERY_MS)
  }
  const ms = performance.now() - start
  return { status: await working, ms, health, ...(await eventLoopDelays(origin)) }
}

async function eventLoopDelays(origin: string): Promise<{ p99: number; longest: number }> {
  const text = await (await fetch(`${origin}/metrics`)).text()
  const milliseconds = (name: string) =>
    Number(new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)`, 'm').exec(text)?.[1]) * 1000
  return { p99: milliseconds('p99'), longest: milliseconds('max') }
}
