import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { MIB } from '../../../domain/limits.ts'
import { ServerProcess, signInAtProcess } from '../../../tests/support/servers/server-process.ts'
import { addManyTurbines } from '../database/many-turbines.ts'
import { postPhotos, type Target } from '../files/post-photos.ts'
import { type Line, milliseconds, percent, within } from '../report.ts'

const TURBINES = 1000
const PHOTOS_EACH = 20
const SESSIONS = 50
/** The sessions that upload photos all the time, one after the other. */
const UPLOADERS = 2
const MS = 120_000
/** The first part of the load fills caches and compiles the code of the server; the memory at rest is read after it. */
const WARM_UP_MS = 15_000
/** How long the server has nothing to do before its memory is read. */
const REST_MS = 10_000
/** A user opens something every 10 seconds; so many requests are an hour's worth of all sessions. */
const REQUESTS_OF_AN_HOUR = SESSIONS * 360
/** The mean pause of a session between two requests, in milliseconds. */
const PAUSE_MS = 250
const LIST_MAX_MS = 150
const MEMORY_GROWTH_MAX = 0.1
/** The weights of what a session does next. */
const ACTIONS = { list: 4, turbine: 2, photos: 3, thumbnail: 6, comments: 2, comment: 1 }
type Action = keyof typeof ACTIONS

/** Many sessions read lists and photos and write comments while two upload: errors, slow lists, and the memory before and after. */
export async function measureMixedLoad(folder: string, photo: Buffer): Promise<Line[]> {
  const dataDir = join(folder, 'mixed')
  await addManyTurbines(dataDir, TURBINES, PHOTOS_EACH)
  await using server = await ServerProcess.start(dataDir)
  const headers: Target['headers'][] = []
  for (let session = 0; session < SESSIONS; session++) headers.push(await signInAtProcess(server.origin))
  const load = new Load(server.origin, headers, photo)
  try {
    await load.run(WARM_UP_MS)
    const before = await memoryAtRest(server.pid)
    load.forget()
    await load.run(MS)
    const after = await memoryAtRest(server.pid)
    const { answered, failures, uploads, lists } = load
    const sorted = lists.toSorted((one, other) => one - other)
    const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? Number.POSITIVE_INFINITY
    const growth = after / before - 1
    return [
      {
        what: `${SESSIONS} sessions for ${MS / 60_000} minutes, errors`,
        figure: String(failures.length),
        reference: `${answered} answers, ${uploads} photos uploaded${failures.length > 0 ? `; first: ${failures[0]}` : ''}`,
        ratio: failures.length === 0 ? 'PASS' : 'FAIL',
      },
      within('p95 of lists while two uploads run', p95, LIST_MAX_MS, milliseconds),
      {
        what: 'memory at rest, before and after',
        figure: `${before.toFixed(0)} → ${after.toFixed(0)} MiB`,
        reference: `${percent(growth)}; at most ±${percent(MEMORY_GROWTH_MAX)}; ${(answered / REQUESTS_OF_AN_HOUR).toFixed(1)} hours' worth of requests`,
        ratio: Math.abs(growth) <= MEMORY_GROWTH_MAX && answered >= REQUESTS_OF_AN_HOUR ? 'PASS' : 'FAIL',
      },
    ]
  } finally {
    await server.end('SIGTERM')
    await rm(dataDir, { recursive: true })
  }
}

class Load {
  answered = 0
  uploads = 0
  failures: string[] = []
  /** The times of the answers of lists, in milliseconds. */
  lists: number[] = []
  readonly #origin: string
  readonly #headers: readonly Target['headers'][]
  readonly #photo: Buffer
  /** Names of photos must differ. */
  #names = 0

  constructor(origin: string, headers: readonly Target['headers'][], photo: Buffer) {
    this.#origin = origin
    this.#headers = headers
    this.#photo = photo
  }

  forget(): void {
    this.answered = 0
    this.uploads = 0
    this.lists = []
  }

  /** All sessions work for some milliseconds. */
  async run(ms: number): Promise<void> {
    const end = performance.now() + ms
    await Promise.all(
      this.#headers.map(async (headers, session) => {
        const agent = new Agent({ keepAlive: true })
        while (performance.now() < end) {
          if (session < UPLOADERS) await this.#try(() => this.#upload(headers, agent))
          else {
            await this.#try(() => this.#act(headers))
            // Users look at what they have got.
            await wait(randomInt(2 * PAUSE_MS))
          }
        }
        agent.destroy()
      }),
    )
  }

  async #try(work: () => Promise<void>): Promise<void> {
    try {
      await work()
      this.answered += 1
    } catch (error) {
      this.failures.push(String(error))
    }
  }

  async #upload(headers: Target['headers'], agent: Agent): Promise<void> {
    this.#names += 1
    const file = { name: `mixed_${this.#names}.jpg`, content: this.#photo }
    await postPhotos({ origin: this.#origin, turbine: 1 + randomInt(TURBINES), headers, agent }, [file])
    this.uploads += 1
  }

  async #act(headers: Target['headers']): Promise<void> {
    const action = nextAction()
    const turbine = 1 + randomInt(TURBINES)
    const start = performance.now()
    if (action === 'list') await this.#get('/api/turbines', headers)
    if (action === 'turbine') await this.#get(`/api/turbines/${turbine}`, headers)
    if (action === 'photos') await this.#get(`/api/turbines/${turbine}/photos?view=all`, headers)
    if (action === 'comments') await this.#get(`/api/turbines/${turbine}/comments`, headers)
    if (action === 'thumbnail') {
      // The newest photos have thumbnails.
      const photos = JSON.parse(await this.#get('/api/turbines/1/photos?view=all', headers)) as {
        data: { thumb_url: string | null; original_name: string }[]
      }
      const newest = photos.data.find(({ original_name }) => original_name === `${PHOTOS_EACH}.jpg`)
      if (newest?.thumb_url) await this.#get(newest.thumb_url, headers)
    }
    if (action === 'comment') {
      await this.#answer(`/api/turbines/${turbine}/comments`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify({ comment: 'Kanat ucu aşınmış.' }),
      })
    }
    if (action === 'list' || action === 'photos' || action === 'comments') {
      this.lists.push(performance.now() - start)
    }
  }

  #get(path: string, headers: Target['headers']): Promise<string> {
    return this.#answer(path, { headers })
  }

  async #answer(path: string, init: RequestInit): Promise<string> {
    const answer = await fetch(this.#origin + path, init)
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path} returned ${answer.status}: ${text}`)
    return text
  }
}

const CHOICES = Object.entries(ACTIONS).flatMap(([action, weight]) =>
  Array.from({ length: weight }, () => action as Action),
)

function nextAction(): Action {
  return CHOICES[randomInt(CHOICES.length)] ?? 'list'
}

/** The resident memory of the server after a rest, in MiB. Linux only, because it reads /proc. */
async function memoryAtRest(pid: number): Promise<number> {
  await wait(REST_MS)
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return (Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024) / MIB
}
