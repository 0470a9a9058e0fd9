import type { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { postPhotos } from '../../files/post-photos.ts'

/** How long to wait before asking again how far a report is, in milliseconds. */
const ASK_EVERY_MS = 20

export const YEAR = new Date().getFullYear()

/** A company with a turbine, and the headers of the user who asks. It can be sent to another process. */
export interface Side {
  origin: string
  headers: { Authorization: string }
  /** The turbine of its photos and reports. */
  turbine: number
  photoIds: number[]
  /** Turbines with findings only, so that the reports of the first one stay small enough. */
  turbines: { imports: number; exports: number }
}

/** Adds a company with a turbine and an operator, and signs the operator in. */
export async function addSide(origin: string, admin: Side['headers'], name: string): Promise<Side> {
  const turbines = { imports: 0, exports: 0 }
  const side: Side = { origin, headers: admin, turbine: 0, photoIds: [], turbines }
  const company_id = await addRecord(side, '/api/companies', { name })
  const user = { email: `${name}@kanat.example`, password: 'rüzgâr-12' }
  const person = { first_name: name, last_name: 'Yel', role: 'operator', company_id }
  await addRecord(side, '/api/users', { ...user, ...person })
  const addTurbine = (code: string) =>
    addRecord(side, '/api/turbines', { city: 'izmir', code, location: 'Karaburun', company_id })
  side.turbine = await addTurbine(name)
  turbines.imports = await addTurbine(`${name}-imports`)
  turbines.exports = await addTurbine(`${name}-exports`)
  const answer = await call(side, '/api/auth/login', user)
  side.headers = { Authorization: `Bearer ${((await answer.json()) as { token: string }).token}` }
  return side
}

async function addRecord(side: Side, path: string, body: object): Promise<number> {
  const answer = await call(side, path, body)
  const { data } = (await answer.json()) as { data?: { id: number } }
  if (!data) throw new Error(`${path} returned ${answer.status}`)
  return data.id
}

export async function listPhotoIds({ origin, turbine, headers }: Side): Promise<number[]> {
  const answer = await fetch(`${origin}/api/turbines/${turbine}/photos?view=all`, { headers })
  return ((await answer.json()) as { data: { id: number }[] }).data.map(({ id }) => id)
}

/** Orders a report and waits until it is there. */
export async function makeReport(side: Side): Promise<void> {
  const { origin, turbine, headers } = side
  const answer = await call(side, `/api/turbines/${turbine}/inspections/${YEAR}/report`, { language: 'tr' })
  const { data } = (await answer.json()) as { data?: { id: number; state: string } }
  if (!data) throw new Error(`A report returned ${answer.status}`)
  let { state } = data
  while (state === 'queued' || state === 'running') {
    await wait(ASK_EVERY_MS)
    const asked = await fetch(`${origin}/api/turbines/${turbine}/report-jobs/${data.id}`, { headers })
    state = ((await asked.json()) as { data: { state: string } }).data.state
  }
  if (state !== 'done') throw new Error(`A report ${state}`)
}

export function upload(
  { origin, turbine, headers }: Side,
  agent: Agent,
  photo: Buffer,
  name: string,
): Promise<unknown> {
  return postPhotos({ origin, turbine, headers, agent }, [{ name: `${name}.jpg`, content: photo }])
}

/** @throws if the answer is a refusal */
export async function get(side: Side, path: string): Promise<void> {
  const answer = await fetch(side.origin + path, { headers: side.headers })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${path} returned ${answer.status}`)
}

export function call(side: Side, path: string, body: object): Promise<Response> {
  return fetch(side.origin + path, {
    method: 'POST',
    headers: { ...side.headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
}
