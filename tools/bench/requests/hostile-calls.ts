/** Calls that once stopped the server for all users: `npm run bench -- hostile calls`. */
import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import SQLite from 'better-sqlite3'
import { isUnfinished } from '../../../domain/inspections/file-job.ts'
import type { ReportJob } from '../../../domain/inspections/report-job.ts'
import { NO_EXIF } from '../../../domain/photo.ts'
import { addTurbine, ServerProcess, signInAtProcess } from '../../../tests/support/servers/server-process.ts'
import { type Line, milliseconds, within } from '../report.ts'

/** The process that answers never works for longer at a stretch, in milliseconds. */
const STALL_MAX_MS = 100
/** A call that takes longer is ended, in milliseconds. */
const CALL_LIMIT_MS = 120_000
/** The pause between two questions for the health, in milliseconds. */
const ASK_EVERY_MS = 5
const PHOTOS = 2000
const FINDINGS = 500
/** Somewhat less than the largest JSON body, in characters. */
const BODY_LETTERS = 1_000_000

interface Target {
  origin: string
  headers: { Authorization: string }
  turbine: number
  photoIds: number[]
}

/** One call, or several that follow each other. @returns what is said about the answer */
type Send = (target: Target, signal: AbortSignal) => Promise<string>

/** Marks in the wrong order, which Unicode normalization sorts: `U+0300` stands behind `U+0316`. */
const marks = (letters: number) => `a${'\u0300'.repeat(letters / 4)}${'\u0316'.repeat(letters / 4)}`

const CALLS: Record<string, Send> = {
  'sign-in, marks in the wrong order': post('/api/auth/login', () => ({
    email: marks(BODY_LETTERS / 2),
    password: 'x',
  })),
  'contact, marks in the wrong order': post('/api/contact', () => ({
    name: 'Ada',
    email: 'ada@kanat.example',
    phone: '',
    subject: 'S',
    message: marks(BODY_LETTERS / 2),
  })),
  'new password, marks in the wrong order': post('/api/auth/password-reset', () => ({
    email: marks(BODY_LETTERS / 2),
  })),
  'sign-in, 80,000 unknown keys': post('/api/auth/login', () =>
    Object.fromEntries(Array.from({ length: 80_000 }, (_, index) => [`k${index}`, 0])),
  ),
  'comment, marks in the wrong order': post('comments', () => ({ comment: marks(BODY_LETTERS / 2) })),
  'turbine, 400,000 spaces as coordinates': put('', () => ({
    city: 'izmir',
    code: 'T1',
    location: 'Karaburun',
    coordinates: `38${' '.repeat(400_000)}x`,
  })),
  'import, a cell with 400,000 numbers': post('findings/import', () =>
    imported(`Blade,Mark\nA,"${'1 '.repeat(400_000)}"\n`),
  ),
  'import, marks in the head': post('findings/import', () =>
    imported(`${marks(BODY_LETTERS / 2)},Blade\nA,B\n`),
  ),
  'import, marks in a cell': post('findings/import', () =>
    imported(`Blade,Description\nA,${marks(BODY_LETTERS / 2)}\n`),
  ),
  [`ZIP of ${PHOTOS} photos whose names differ in case`]: async (target, signal) => {
    const order = await call(target, signal, 'POST', 'photos/archives', { ids: target.photoIds })
    const { data } = (await order.json()) as { data?: { url: string } }
    if (!data) return String(order.status)
    const { status } = await fetch(target.origin + data.url, {
      method: 'HEAD',
      headers: target.headers,
      signal,
    })
    return `${order.status}, HEAD ${status}`
  },
  'finding that continues itself, then its history': async (target, signal) => {
    const found = {
      blade: 'A',
      year: 2026,
      severity: 5,
      side: 'LE',
      type: 'le-erosion',
      found_on: '2026-05-01',
    }
    const made = await call(target, signal, 'POST', 'findings', found)
    const { data } = (await made.json()) as { data: { id: number } }
    const linked = await call(target, signal, 'PUT', `findings/${data.id}`, {
      earlier_id: data.id,
      found_on: '2026-05-02',
    })
    const history = await call(target, signal, 'GET', `findings/${data.id}/history`)
    return `${made.status}, PUT ${linked.status}, GET ${history.status}`
  },
  [`report of ${FINDINGS} findings`]: makeReport,
}

/** Orders a report, and waits until it is there. */
async function makeReport(target: Target, signal: AbortSignal): Promise<string> {
  const ordered = await call(target, signal, 'POST', 'inspections/2026/report', { language: 'tr' })
  const { data } = (await ordered.json()) as { data?: ReportJob }
  let job = data
  while (job && isUnfinished(job)) {
    await pause(ASK_EVERY_MS)
    job = ((await (await call(target, signal, 'GET', `report-jobs/${job.id}`)).json()) as { data: ReportJob })
      .data
  }
  return `${ordered.status}, ${job?.state}`
}

/** The longest wait for the health of the server beside each of these calls. */
export async function measureHostileCalls(folder: string): Promise<Line[]> {
  const lines: Line[] = []
  for (const [what, send] of Object.entries(CALLS)) {
    const dir = join(folder, `hostile-${lines.length}`)
    await using server = await ServerProcess.start(dir)
    const headers = await signInAtProcess(server.origin)
    const turbine = await addTurbine(server.origin, headers)
    const target = { origin: server.origin, headers, turbine, photoIds: await addPhotos(dir, turbine) }
    if (what.startsWith('report')) await addFindings(target)
    const { longest, answer, seconds } = await measureBeside(target, send)
    const line = within(what, longest, STALL_MAX_MS, milliseconds)
    lines.push({ ...line, reference: `${line.reference}; answer ${answer} after ${seconds.toFixed(1)} s` })
  }
  return lines
}

async function measureBeside(target: Target, send: Send) {
  const signal = AbortSignal.timeout(CALL_LIMIT_MS)
  const start = performance.now()
  let isOver = false
  const sent = send(target, signal)
    .catch((error: Error) => error.name)
    .finally(() => {
      isOver = true
    })
  let longest = 0
  while (!isOver) {
    const asked = performance.now()
    await fetch(`${target.origin}/api/health`, { signal }).catch(() => undefined)
    longest = Math.max(longest, performance.now() - asked)
    await pause(ASK_EVERY_MS)
  }
  return { longest, answer: await sent, seconds: (performance.now() - start) / 1000 }
}

function post(path: string, body: () => object): Send {
  return sending('POST', path, body)
}

function put(path: string, body: () => object): Send {
  return sending('PUT', path, body)
}

function sending(method: string, path: string, body: () => object): Send {
  return async (target, signal) => {
    const answer = await call(target, signal, method, path, body())
    const { byteLength } = await answer.arrayBuffer()
    return `${answer.status} of ${(byteLength / 1000).toFixed(1)} kB`
  }
}

/** @param path below `/api/turbines/{id}`, or an address */
function call(
  target: Target,
  signal: AbortSignal,
  method: string,
  path: string,
  body?: object,
): Promise<Response> {
  const address = path.startsWith('/') ? path : `/api/turbines/${target.turbine}${path && `/${path}`}`
  return fetch(target.origin + address, {
    method,
    signal,
    headers: { ...target.headers, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
}

function imported(csv: string): object {
  return { csv, distances_from: 'root', dry_run: true }
}

/** Adds rows and tiny files of photos whose names are equal but for their case. @returns their ids */
async function addPhotos(dir: string, turbine: number): Promise<number[]> {
  const database = new SQLite(join(dir, 'kanat.db'))
  const bytes = Buffer.from('photo')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const insert = database.prepare(
    `insert into photo (turbine_id, key, original_name, category, room, blade, year, month, media_type, size, width, height, sha256,
       uploaded_at, uploader_name, uploader_email, gpano, exif, original_shown)
     values (?, ?, ?, 'blade', 1, 'A', 2026, 1, 'image/jpeg', ?, 1, 1, ?, '2026-01-01T00:00:00.000Z', 'Ada Yel', 'ada@kanat.example', 'null', '${JSON.stringify(NO_EXIF)}', 1)`,
  )
  const ids: number[] = []
  for (let index = 0; index < PHOTOS; index += 1) {
    const name = inCases('photographs', index)
    const key = `turbines/${turbine}/photos/1-${index}-${name}.jpg`
    const path = join(dir, 'files', key)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, bytes)
    ids.push(Number(insert.run(turbine, key, `${name}.jpg`, bytes.length, sha256).lastInsertRowid))
  }
  database.close()
  return ids
}

/** The word with its letters in capitals where the number has a bit. */
function inCases(word: string, number: number): string {
  return [...word].map((letter, bit) => ((number >> bit) & 1 ? letter.toUpperCase() : letter)).join('')
}

async function addFindings(target: Target): Promise<void> {
  const signal = AbortSignal.timeout(CALL_LIMIT_MS)
  for (let index = 0; index < FINDINGS; index += 1) {
    const body = {
      blade: 'A',
      year: 2026,
      severity: 3,
      side: 'LE',
      type: 'le-erosion',
      from_m: index % 50,
      text: 'Çatlak '.repeat(20),
    }
    const answer = await call(target, signal, 'POST', 'findings', body)
    if (answer.status !== 201) throw new Error(await answer.text())
  }
}
