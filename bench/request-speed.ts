import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import autocannon from 'autocannon'
import pino from 'pino'
import { OPERATOR_COMPANY_ID } from '#domain/limits.ts'
import { TurbineDraft } from '#domain/turbine.ts'
import { readConfig } from '#server/config.ts'
import { openServices } from '#server/services.ts'
import { insertTurbine } from '#server/turbines/turbine-queries.ts'
import { ServerProcess, signInAtProcess } from '../tests/server-process.ts'
import { postPhotos } from './post-photos.ts'
import { type Line, times } from './report.ts'

const TURBINES = 1000
const CONNECTIONS = 10
const SECONDS = 6
const WARM_UP_SECONDS = 2

/** Requests per second for the turbine list and a thumbnail; the reference is a Hono process that sends the same bytes. */
export async function measureRequests(folder: string, photo: Buffer): Promise<Line[]> {
  const dataDir = join(folder, 'requests')
  await addTurbines(dataDir)
  await using server = await ServerProcess.start(dataDir, { LOG_LEVEL: 'info' })
  const headers = await signInAtProcess(server.origin)
  const agent = new Agent()
  const [uploaded] = await postPhotos({ origin: server.origin, turbine: 1, headers, agent }, [
    { name: 'thumb.jpg', content: photo },
  ])
  agent.destroy()

  const list = `${server.origin}/api/turbines`
  const thumbnail = `${server.origin}${uploaded?.thumb_url}`
  const files = { json: join(folder, 'turbines.json'), thumbnail: join(folder, 'thumbnail.webp') }
  const sizes = {
    list: await download(list, headers, files.json),
    thumbnail: await download(thumbnail, headers, files.thumbnail),
  }
  const bare = await startBareHono(files)
  try {
    return [
      await compare(
        `GET /api/turbines, ${TURBINES} turbines, ${kilobytes(sizes.list)}`,
        list,
        `${bare.origin}/turbines`,
        headers,
      ),
      await compare(
        `a thumbnail, ${kilobytes(sizes.thumbnail)}`,
        thumbnail,
        `${bare.origin}/thumbnail`,
        headers,
      ),
    ]
  } finally {
    bare.process.kill('SIGTERM')
    await server.end('SIGTERM')
    await rm(dataDir, { recursive: true })
  }
}

async function addTurbines(dataDir: string): Promise<void> {
  const { db } = await openServices(readConfig({ DATA_DIR: dataDir }), pino({ level: 'silent' }))
  for (let index = 1; index <= TURBINES; index++) {
    const draft = TurbineDraft.parse({
      turbine_name: `Türbin ${index}`,
      city: 'izmir',
      code: `T${index}`,
      location: 'Karaburun, Yaylaköy',
      site_name: 'Karaburun RES',
      coordinates: '38.5846,26.4312',
    })
    await insertTurbine(db.write, { ...draft, company_id: OPERATOR_COMPANY_ID })
  }
  await db.close()
}

/** @returns how many bytes the body has. */
async function download(url: string, headers: Record<string, string>, path: string): Promise<number> {
  const response = await fetch(url, { headers })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  const body = new Uint8Array(await response.arrayBuffer())
  await writeFile(path, body)
  return body.length
}

async function startBareHono({ json, thumbnail }: { json: string; thumbnail: string }) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-hono.ts'), json, thumbnail], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return { process: child, origin: `http://127.0.0.1:${port}` }
}

async function compare(
  what: string,
  url: string,
  bareUrl: string,
  headers: Record<string, string>,
): Promise<Line> {
  const ours = await requestsPerSecond(url, headers)
  const bare = await requestsPerSecond(bareUrl, {})
  return {
    what,
    figure: `${ours.toFixed(0)} requests/s`,
    reference: `bare Hono, the same bytes: ${bare.toFixed(0)} requests/s`,
    ratio: times(ours / bare),
  }
}

/** @throws if any answer is not a success */
async function requestsPerSecond(url: string, headers: Record<string, string>): Promise<number> {
  const options = { url, headers, connections: CONNECTIONS }
  await autocannon({ ...options, duration: WARM_UP_SECONDS })
  const { requests, errors, non2xx } = await autocannon({ ...options, duration: SECONDS })
  if (errors + non2xx > 0) throw new Error(`${url}: ${errors} errors, ${non2xx} answers without success`)
  return requests.average
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(0)} kB`
}
