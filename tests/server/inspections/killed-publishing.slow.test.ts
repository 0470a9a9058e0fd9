import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Finding } from '#domain/findings/finding.ts'
import type { Inspection } from '#domain/inspections/inspection.ts'
import type { InspectionVersion } from '#domain/inspections/version.ts'
import { folder as dir, setUpFolder } from '../../support/folder-setup.ts'
import { addTurbine, ServerProcess, signInAtProcess } from '../../support/servers/server-process.ts'

const YEAR = 2026
const FINDINGS = 600
/** After how many answers to other calls the server is killed, in turn: from the beginning of the publishing on. The last one comes after its end. */
const KILLED_AFTER = [1, 2, 4, 8, 16, 'its end'] as const
const CUSTOMER = { email: 'customer@kanat.example', password: 'rüzgâr-12' }

setUpFolder('file')

type Headers = Record<string, string>

async function read<Data>(address: string, headers: Headers): Promise<Data | undefined> {
  const answer = await fetch(address, { headers })
  return ((await answer.json()) as { data?: Data }).data
}

async function send(address: string, headers: Headers, body: object): Promise<void> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${address} was answered with ${answer.status}: ${await answer.text()}`)
  await answer.arrayBuffer()
}

async function signInCustomer(origin: string): Promise<Headers> {
  const answer = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(CUSTOMER),
  })
  return { Authorization: `Bearer ${((await answer.json()) as { token: string }).token}` }
}

it('has a version whole or not at all after the server was killed while it published, wherever it was', async () => {
  let turbine: number | undefined
  const published: number[] = []
  for (const killedAfter of KILLED_AFTER) {
    await using server = await ServerProcess.start(dir)
    const headers = await signInAtProcess(server.origin)
    if (turbine === undefined) {
      turbine = await addTurbine(server.origin, headers)
      const line = `A,LE,oil,3,${YEAR}\n`
      const csv = `blade,side,type,severity,year\n${line.repeat(FINDINGS)}`
      const path = `${server.origin}/api/turbines/${turbine}/findings/import`
      await send(path, headers, { csv, distances_from: 'root', dry_run: false })
      const person = { first_name: 'Deniz', last_name: 'Ak', role: 'customer', company_id: 999 }
      await send(`${server.origin}/api/users`, headers, { ...person, ...CUSTOMER })
    }
    const before = await expectWhole(server.origin, headers, turbine)
    published.push(before)
    const path = `${server.origin}/api/turbines/${turbine}/inspections/${YEAR}`
    const inspection = await read<Inspection>(path, headers)
    if (before > 0) await makeChange(server.origin, headers, turbine)
    const draft = { to: 'published', revision: inspection?.revision, reason: 'x' }
    const publishing = send(`${path}/transitions`, headers, draft).catch(() => {})
    if (killedAfter === 'its end') await publishing
    else
      for (let answered = 0; answered < killedAfter; answered += 1) await fetch(`${server.origin}/api/health`)
    await server.end('SIGKILL')
    await publishing
  }
  await using server = await ServerProcess.start(dir)
  const headers = await signInAtProcess(server.origin)
  const last = await expectWhole(server.origin, headers, turbine as number)
  // The last kill came after the end, and another one before it: otherwise the test would have tried less than it says.
  expect(last).toBeGreaterThan(published.at(-1) ?? 0)
  expect(last).toBeLessThan(KILLED_AFTER.length)
})

/** Changes one finding, so that there is something to publish. */
async function makeChange(origin: string, headers: Headers, turbine: number): Promise<void> {
  const path = `${origin}/api/turbines/${turbine}/findings`
  const [finding] = (await read<Finding[]>(path, headers)) ?? []
  const answer = await fetch(`${path}/${finding?.id}`, {
    method: 'PUT',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ length_mm: (finding?.length_mm ?? 0) + 10 }),
  })
  expect(answer.status).toBe(200)
}

/** Expects that the state, the versions, the document and what customers read agree. @returns the newest version; 0 if there is none */
async function expectWhole(origin: string, headers: Headers, turbine: number): Promise<number> {
  const path = `${origin}/api/turbines/${turbine}/inspections/${YEAR}`
  const inspection = await read<Inspection>(path, headers)
  const [newest] = (await read<InspectionVersion[]>(`${path}/versions`, headers)) ?? []
  const shown = await read<Finding[]>(
    `${origin}/api/turbines/${turbine}/findings`,
    await signInCustomer(origin),
  )
  expect(inspection?.published_version ?? 0).toBe(newest?.version ?? 0)
  expect(shown).toHaveLength(newest ? FINDINGS : 0)
  expect(inspection?.state).toBe(newest ? 'published' : 'open')
  if (!newest) return 0
  const document = await (await fetch(`${path}/versions/${newest.version}`, { headers })).text()
  expect(createHash('sha256').update(document).digest('hex')).toBe(newest.sha256)
  expect((JSON.parse(document) as { findings: object[] }).findings).toHaveLength(FINDINGS)
  return newest.version
}
