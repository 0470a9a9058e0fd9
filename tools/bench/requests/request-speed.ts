import { rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { addTurbine, ServerProcess, signInAtProcess } from '../../../tests/support/servers/server-process.ts'
import { postPhotos } from '../files/post-photos.ts'
import type { Line } from '../report.ts'
import { compareRequests } from './compare-requests.ts'
import { recordAnswer, startBareHono } from './start-bare-hono.ts'

/** Requests per second for a thumbnail; the reference is a Hono process that sends the same bytes. */
export async function measureRequests(folder: string, photo: Buffer): Promise<Line[]> {
  const dataDir = join(folder, 'requests')
  await using server = await ServerProcess.start(dataDir)
  const headers = await signInAtProcess(server.origin)
  const agent = new Agent()
  const turbine = await addTurbine(server.origin, headers)
  const [uploaded] = await postPhotos({ origin: server.origin, turbine, headers, agent }, [
    { name: 'thumb.jpg', content: photo },
  ])
  agent.destroy()

  const url = `${server.origin}${uploaded?.thumb_url}`
  const thumbnail = await recordAnswer('/thumbnail', url, headers)
  const bare = await startBareHono(folder, [thumbnail])
  const kilobytes = (Buffer.byteLength(thumbnail.body, 'base64') / 1000).toFixed(0)
  try {
    return [
      await compareRequests({
        what: `a thumbnail, ${kilobytes} kB`,
        url,
        headers,
        bareUrl: `${bare.origin}/thumbnail`,
        goal: 0.6,
      }),
    ]
  } finally {
    bare.end()
    await server.end('SIGTERM')
    await rm(dataDir, { recursive: true })
  }
}
