import { mkdtemp, rm } from 'node:fs/promises'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '#server/infrastructure/config.ts'
import { makeUser, makeVisitor, signIn, signInAs } from '../../support/accounts.ts'
import { setUpApp, testApp } from '../../support/app-setup.ts'
import { jpeg, makeTurbine, readError } from '../../support/builders.ts'
import { ServerProcess } from '../../support/servers/server-process.ts'

const TOKEN = 'a-token-of-20-letters'
const WITH_TOKEN = { Authorization: `Bearer ${TOKEN}` }

/** The value of one line of the metrics; undefined if there is no such line. */
function figure(text: string, line: string): number | undefined {
  const found = text.split('\n').find((one) => one.startsWith(`${line} `))
  return found === undefined ? undefined : Number(found.slice(line.length + 1))
}

describe('the metrics', () => {
  setUpApp('file', { env: { METRICS_TOKEN: TOKEN } })

  const read = async () => (await makeVisitor(testApp).get('/metrics', WITH_TOKEN)).text()

  it('count requests by the pattern of their route, and all other addresses together', async () => {
    const viewer = await signInAs(testApp, 'superadmin')
    const first = await makeTurbine(testApp, { company_id: 999 })
    const second = await makeTurbine(testApp, { company_id: 999 })
    for (const id of [first, second, 99999]) await viewer.get(`/api/turbines/${id}`)
    for (const path of ['/wp-login.php', '/api/nothing', '/favicon.ico', '/mediax']) {
      await makeVisitor(testApp).get(path)
    }
    await makeVisitor(testApp).send('PATCH', '/api/turbines')

    const text = await read()
    const count = (method: string, route: string, status: number) =>
      figure(
        text,
        `http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`,
      )
    expect(count('GET', '/api/turbines/:id', 200)).toBe(2)
    expect(count('GET', '/api/turbines/:id', 404)).toBe(1)
    expect(count('GET', '*', 404)).toBe(4)
    expect(count('PATCH', '*', 405)).toBe(1)
    expect(text).not.toContain('wp-login')
  })

  it('count sign-ins, uploads, sessions and files', async () => {
    const account = await makeUser(testApp, { role: 'operator' })
    await makeVisitor(testApp).json('POST', '/api/auth/login', { email: account.email, password: 'wrong' })
    const before = await read()
    const operator = await signIn(testApp, account)
    const turbine = await makeTurbine(testApp, { company_id: 999 })
    const photo = await jpeg()
    await operator.upload(turbine, { 'a.jpg': photo, 'b.jpg': new TextEncoder().encode('no picture') })
    await operator.upload(turbine, { 'a.jpg': photo })

    const text = await read()
    expect(figure(text, 'kanat_sign_ins_total{result="refused"}')).toBe(1)
    const accepted = 'kanat_sign_ins_total{result="accepted"}'
    expect(figure(text, accepted)).toBe((figure(before, accepted) ?? 0) + 1)
    expect(figure(text, 'kanat_upload_files_total{kind="photos",result="kept"}')).toBe(1)
    expect(figure(text, 'kanat_upload_files_total{kind="photos",result="unsupported_file"}')).toBe(1)
    expect(figure(text, 'kanat_upload_files_total{kind="photos",result="photo_name_taken"}')).toBe(1)
    expect(figure(text, 'kanat_upload_bytes_total{kind="photos"}')).toBe(photo.length)
    expect(figure(text, 'kanat_upload_bytes_total{kind="reports"}')).toBe(0)
    expect(figure(text, 'kanat_photos')).toBe(1)
    expect(figure(text, 'kanat_reports')).toBe(0)
    expect(figure(text, 'kanat_jobs_waiting')).toBe(0)
    expect(figure(text, 'kanat_jobs_failed')).toBe(0)
    expect(figure(text, 'kanat_sessions')).toBe((figure(before, 'kanat_sessions') ?? 0) + 1)
    expect(figure(text, 'kanat_store_free_bytes')).toBeGreaterThan(0)
    expect(figure(text, 'kanat_password_hashes_waiting')).toBe(0)
  })

  it('are refused without the token to clients on other machines', async () => {
    const superadmin = await signInAs(testApp, 'superadmin')
    const wrong = { Authorization: `Bearer ${TOKEN}x` }
    for (const answer of [
      await makeVisitor(testApp).get('/metrics'),
      await makeVisitor(testApp).get('/metrics', wrong),
      await superadmin.get('/metrics'),
    ]) {
      expect(await readError(answer)).toEqual([403, 'forbidden'])
    }
    const short = () => readConfig({ METRICS_TOKEN: 'fifteen-letters' })
    expect(short).toThrow(ConfigError)
    expect(short).toThrow(/^METRICS_TOKEN: /)
  })
})

describe('a request over the network', () => {
  let dir: string
  let server: ServerProcess
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'kanat-test-'))
    server = await ServerProcess.start(dir, { HOST: '0.0.0.0' })
  })
  afterAll(async () => {
    await server[Symbol.asyncDispose]()
    await rm(dir, { recursive: true })
  })

  it('gets the metrics on the machine of the server, with those of the process', async () => {
    const answer = await fetch(`${server.origin}/metrics`)
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ])
    const text = await answer.text()
    expect(text).toMatch(/^process_resident_memory_bytes \d+$/m)
    expect(text).toMatch(/^nodejs_eventloop_lag_seconds [\d.]+$/m)
    await expect
      .poll(async () =>
        figure(
          await (await fetch(`${server.origin}/metrics`)).text(),
          'kanat_upkeep_success_timestamp_seconds',
        ),
      )
      .toBeGreaterThan(1e9)
  })

  it('is refused through a proxy on the same machine', async () => {
    for (const [name, value] of [
      ['X-Forwarded-For', '203.0.113.7'],
      ['X-Forwarded-For', '127.0.0.1'],
      ['X-Real-IP', '203.0.113.7'],
      ['Forwarded', 'for=127.0.0.1'],
      ['Via', '1.1 proxy'],
    ] as const) {
      const answer = await fetch(`${server.origin}/metrics`, { headers: { [name]: value } })
      expect([name, answer.status]).toEqual([name, 403])
    }
  })

  const outward = Object.values(networkInterfaces())
    .flat()
    .find((address) => address && !address.internal && address.family === 'IPv4')
  it.skipIf(!outward)('is refused from another address (skipped if the machine has none)', async () => {
    const { port } = new URL(server.origin)
    const answer = await fetch(`http://${outward?.address}:${port}/metrics`)
    expect(answer.status).toBe(403)
  })
})
