/** What a user of one company asks for, as often as the server takes it, and how long another company waits: `npm run bench -- fairness`. */
import { Agent } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ServerProcess, signInAtProcess } from '../../tests/support/servers/server-process.ts'
import { postPhotos } from '../files/post-photos.ts'
import { type Line, median, milliseconds, times } from '../report.ts'

/** How many times as long another company may wait. */
const RATIO_MAX = 2
/** How many requests the first company has at the same time. */
const AT_ONCE = 8
/** How long the load runs before it is measured, in milliseconds. */
const WARM_UP_MS = 2000
/** How often each of them is measured beside one load. */
const ROUNDS = { upload: 7, list: 15, report: 3 }
type Wanted = keyof typeof ROUNDS
/** The photos of the first company whose tiles are asked for. No tiles are stored at the beginning. */
const TILED_PHOTOS = 60
const FINDINGS = 20
const IMPORT_LINES = 1000
/** How long to wait before asking again how far a report is, or after a refusal, in milliseconds. */
const ASK_EVERY_MS = 50
const YEAR = new Date().getFullYear()

type Headers = { Authorization: string }

/** A company with a turbine and the user who asks. */
interface Side {
  origin: string
  headers: Headers
  turbine: number
  agent: Agent
  photo: Buffer
  photoIds: number[]
}

/** One request of a load. @param index counts them */
type Ask = (side: Side, index: number) => Promise<unknown>

const LOADS: Record<string, Ask> = {
  uploads: (side, index) => upload(side, `load-${index}`),
  tiles: (side, index) => get(side, `/media/panoramas/${side.photoIds[index % side.photoIds.length]}/0/0-0`),
  EXIF: (side, index) =>
    get(side, `/api/turbines/${side.turbine}/photos/${side.photoIds[index % side.photoIds.length]}/exif`),
  reports: (side, index) =>
    call(side, `/api/turbines/${side.turbine}/inspections/${YEAR}/report`, {
      language: index % 2 === 0 ? 'tr' : 'en',
    }).then((answer) => answer.text()),
  archives: async (side) => {
    const order = await call(side, `/api/turbines/${side.turbine}/photos/archives`, { ids: side.photoIds })
    const { data } = (await order.json()) as { data?: { url: string } }
    if (data) await get(side, data.url)
  },
  imports: (side) =>
    call(side, `/api/turbines/${side.turbine}/findings/import`, {
      csv: `blade,side,type\n${'A,LE,oil\n'.repeat(IMPORT_LINES)}`,
      distances_from: 'root',
      dry_run: true,
    }).then((answer) => answer.text()),
  exports: (side, index) =>
    get(side, ['/api/findings.csv', '/api/findings.geojson', '/api/findings.coco.json'][index % 3] ?? ''),
}

/** The median times of an upload, a list and a report of one company: alone, and beside each load of a user of another company. */
export async function measureFairness(folder: string, photo: Buffer): Promise<Line[]> {
  await using server = await ServerProcess.start(join(folder, 'fairness'))
  const admin = await signInAtProcess(server.origin)
  const [loud, quiet] = [
    await addSide(server.origin, admin, 'loud', photo),
    await addSide(server.origin, admin, 'quiet', photo),
  ]
  try {
    for (let at = 0; at < TILED_PHOTOS; at++) await upload(loud, `tiled-${at}`)
    loud.photoIds = await listPhotoIds(loud)
    await addFindings(loud)
    await addFindings(quiet)
    await measure(quiet, 'warm')
    const alone = await measure(quiet, 'alone')
    const lines: Line[] = []
    for (const [name, ask] of Object.entries(LOADS)) {
      const load = startLoad(loud, ask)
      await wait(WARM_UP_MS)
      const beside = await measure(quiet, name)
      const asked = await load.end()
      for (const wanted of Object.keys(ROUNDS) as Wanted[]) {
        const ratio = beside[wanted] / alone[wanted]
        lines.push({
          what: `${wanted} beside ${name}`,
          figure: milliseconds(beside[wanted]),
          reference: `alone: ${milliseconds(alone[wanted])}; ${asked} answers to the other company`,
          ratio: `${times(ratio)} (≤ ${RATIO_MAX} ×: ${ratio <= RATIO_MAX ? 'PASS' : 'FAIL'})`,
        })
      }
    }
    return lines
  } finally {
    for (const side of [loud, quiet]) side.agent.destroy()
  }
}

/** @returns the median times, in milliseconds */
async function measure(side: Side, name: string): Promise<Record<Wanted, number>> {
  const work: Record<Wanted, (index: number) => Promise<unknown>> = {
    upload: (index) => upload(side, `${name}-${index}`),
    list: () => get(side, `/api/turbines/${side.turbine}/photos?view=all`),
    report: () => makeReport(side),
  }
  const figures: Record<Wanted, number[]> = { upload: [], list: [], report: [] }
  for (const [wanted, rounds] of Object.entries(ROUNDS) as [Wanted, number][]) {
    for (let index = 0; index < rounds; index++) {
      const begin = performance.now()
      await work[wanted](index)
      figures[wanted].push(performance.now() - begin)
    }
  }
  return { upload: median(figures.upload), list: median(figures.list), report: median(figures.report) }
}

/** Asks again and again, several times at once. */
function startLoad(side: Side, ask: Ask): { end(): Promise<number> } {
  let asked = 0
  let isEnding = false
  const work = Array.from({ length: AT_ONCE }, async () => {
    while (!isEnding) {
      asked += 1
      // A refusal is an answer, too.
      await ask(side, asked).catch(() => wait(ASK_EVERY_MS))
    }
  })
  return {
    async end() {
      isEnding = true
      await Promise.all(work)
      return asked
    },
  }
}

async function addSide(origin: string, admin: Headers, name: string, photo: Buffer): Promise<Side> {
  const side: Side = {
    origin,
    headers: admin,
    turbine: 0,
    agent: new Agent({ keepAlive: true }),
    photo,
    photoIds: [],
  }
  const company_id = await addRecord(side, '/api/companies', { name })
  const user = { email: `${name}@kanat.example`, password: 'rüzgâr-12' }
  const person = { first_name: name, last_name: 'Yel', role: 'operator', company_id }
  await addRecord(side, '/api/users', { ...user, ...person })
  side.turbine = await addRecord(side, '/api/turbines', {
    city: 'izmir',
    code: name,
    location: 'Karaburun',
    company_id,
  })
  const answer = await call(side, '/api/auth/login', user)
  side.headers = { Authorization: `Bearer ${((await answer.json()) as { token: string }).token}` }
  return side
}

async function addFindings(side: Side): Promise<void> {
  await call(side, `/api/turbines/${side.turbine}/findings/import`, {
    csv: `blade,side,type\n${'A,LE,oil\n'.repeat(FINDINGS)}`,
    distances_from: 'root',
    dry_run: false,
  }).then((answer) => answer.text())
}

async function listPhotoIds(side: Side): Promise<number[]> {
  const answer = await fetch(`${side.origin}/api/turbines/${side.turbine}/photos?view=all`, {
    headers: side.headers,
  })
  return ((await answer.json()) as { data: { id: number }[] }).data.map(({ id }) => id)
}

async function addRecord(side: Side, path: string, body: object): Promise<number> {
  const answer = await call(side, path, body)
  const { data } = (await answer.json()) as { data?: { id: number } }
  if (!data) throw new Error(`${path} was answered with ${answer.status}`)
  return data.id
}

/** Orders a report and waits until it is there. */
async function makeReport(side: Side): Promise<void> {
  const answer = await call(side, `/api/turbines/${side.turbine}/inspections/${YEAR}/report`, {
    language: 'tr',
  })
  const { data } = (await answer.json()) as { data?: { id: number; state?: string } }
  if (!data) throw new Error(`A report was answered with ${answer.status}`)
  let state = data.state
  while (state === 'queued' || state === 'running') {
    await wait(ASK_EVERY_MS)
    const asked = await fetch(`${side.origin}/api/turbines/${side.turbine}/report-jobs/${data.id}`, {
      headers: side.headers,
    })
    state = ((await asked.json()) as { data: { state: string } }).data.state
  }
  if (state !== undefined && state !== 'done') throw new Error(`A report has ${state}`)
}

function upload({ origin, turbine, headers, agent, photo }: Side, name: string): Promise<unknown> {
  return postPhotos({ origin, turbine, headers, agent }, [{ name: `${name}.jpg`, content: photo }])
}

async function get(side: Side, path: string): Promise<void> {
  const answer = await fetch(side.origin + path, { headers: side.headers })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`)
}

function call(side: Side, path: string, body: object): Promise<Response> {
  return fetch(side.origin + path, {
    method: 'POST',
    headers: { ...side.headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
}
