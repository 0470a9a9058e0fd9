import { rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { ServerProcess, signInAtProcess } from '../../../tests/support/servers/server-process.ts'
import { postPhotos } from '../files/post-photos.ts'
import { pointCloudHeader } from '../files/sample-files.ts'
import { type Line, median, milliseconds, within } from '../report.ts'
import { addManyTurbines } from './many-turbines.ts'

/** The numbers of rows, before and after. Each turbine has the same number of photos; they are rows without files. */
const SMALL = { turbines: 100, photos: 1000 }
const LARGE = { turbines: 10_000, photos: 1_000_000 }
type Rows = typeof SMALL

const REPEATS = 7
const START_MAX_MS = 1000
/** Shorter times say more about the machine than about the number of rows. */
const SHORTEST_MS = 1

/** What is measured, in milliseconds, with the rows that it depends on. */
const FIGURES = {
  start: ['ready to answer after the start', 'photos'],
  fresh: ['list of all turbines after a change', 'turbines'],
  remembered: ['the same list, unchanged', 'turbines'],
  turbine: ['one turbine', 'turbines'],
  photos: ['photos of one turbine', 'photos'],
  users: ['list of users', 'turbines'],
  comment: ['a new comment', 'turbines'],
  upload: ['upload of a small point cloud', 'photos'],
  metrics: ['metrics, with the number of photos', 'photos'],
} as const satisfies Record<string, readonly [string, keyof Rows]>
type Figure = keyof typeof FIGURES

/** How each time grows with the number of rows. It must not grow faster than n · log n. */
export async function measureGrowth(folder: string): Promise<Line[]> {
  const small = await measureRows(join(folder, 'few-rows'), SMALL)
  const large = await measureRows(join(folder, 'many-rows'), LARGE)
  const lines = Object.entries(FIGURES).map(([figure, [what, rows]]): Line => {
    const before = Math.max(SHORTEST_MS, small[figure as Figure])
    const after = Math.max(SHORTEST_MS, large[figure as Figure])
    const most = (LARGE[rows] * Math.log(LARGE[rows])) / (SMALL[rows] * Math.log(SMALL[rows]))
    const grown = after / before
    return {
      what: `${what}, ${count(SMALL[rows])} → ${count(LARGE[rows])} ${rows}`,
      figure: `${before.toFixed(1)} → ${after.toFixed(1)} ms`,
      reference: `${grown.toFixed(1)} times as long; n · log n: ${most.toFixed(0)} times`,
      ratio: grown <= most ? 'PASS' : 'FAIL',
    }
  })
  return [
    ...lines,
    within(`start with ${count(LARGE.photos)} photo rows`, large.start, START_MAX_MS, milliseconds),
  ]
}

async function measureRows(dataDir: string, rows: Rows): Promise<Record<Figure, number>> {
  await addManyTurbines(dataDir, rows.turbines, rows.photos / rows.turbines)
  // The first start makes the superadmin.
  await (await ServerProcess.start(dataDir)).end('SIGTERM')
  const started = performance.now()
  await using server = await ServerProcess.start(dataDir)
  await (await fetch(`${server.origin}/api/health`)).text()
  const start = performance.now() - started

  const headers = await signInAtProcess(server.origin)
  const call = async (path: string, method = 'GET', body?: object) => {
    const json = body && { body: JSON.stringify(body) }
    const init = { method, headers: { ...headers, 'Content-Type': 'application/json' }, ...json }
    const answer = await fetch(server.origin + path, init)
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${method} ${path} returned ${answer.status}`)
  }
  const agent = new Agent({ keepAlive: true })
  const target = { origin: server.origin, turbine: 1, headers, agent }
  const cloud = Buffer.concat([Buffer.from(pointCloudHeader(100)), Buffer.alloc(1200)])
  let uploaded = 0
  try {
    return {
      start,
      fresh: await medianOf(
        () => call('/api/turbines'),
        () => call('/api/turbines/1/visit', 'PUT'),
      ),
      remembered: await medianOf(() => call('/api/turbines')),
      turbine: await medianOf(() => call('/api/turbines/2')),
      photos: await medianOf(() => call('/api/turbines/2/photos?view=all')),
      users: await medianOf(() => call('/api/users')),
      comment: await medianOf(() =>
        call('/api/turbines/2/comments', 'POST', { comment: 'Kanat ucu aşınmış.' }),
      ),
      upload: await medianOf(async () => {
        uploaded += 1
        await postPhotos(target, [{ name: `cloud_${uploaded}.pcd`, content: cloud }])
      }),
      metrics: await medianOf(() => call('/metrics')),
    }
  } finally {
    agent.destroy()
    await server.end('SIGTERM')
    await rm(dataDir, { recursive: true })
  }
}

/** The median time of some runs, in milliseconds; `prepare` does not count. */
async function medianOf(work: () => Promise<void>, prepare?: () => Promise<void>): Promise<number> {
  const times: number[] = []
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    await prepare?.()
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  return median(times)
}

function count(rows: number): string {
  return rows.toLocaleString('en')
}
