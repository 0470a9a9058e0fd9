import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { openLog } from '#server/core/http/log.ts'
import { readConfig } from '#server/infrastructure/config.ts'
import { createApp } from '#server/start/app.ts'
import { openServices } from '#server/start/services.ts'
import { jpeg, uploadForm } from '../../support/builders.ts'
import { folder as dir, setUpFolder } from '../../support/folder-setup.ts'
import { nodeEnvironment, ROOT } from '../../support/servers/node-process.ts'
import {
  addTurbine,
  ServerProcess,
  SUPERADMIN,
  signInAtProcess,
} from '../../support/servers/server-process.ts'

type Line = Record<string, unknown>

setUpFolder('test')

function linesOf(output: string): Line[] {
  return output
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

/** An app whose log is stored in `lines`. */
async function openWithLog(level: string) {
  const lines: Line[] = []
  const log = openLog(level, { write: (line) => void lines.push(JSON.parse(line)) })
  const services = await openServices(readConfig({ DATA_DIR: dir, MIN_FREE_MB: '0' }), log)
  const app = createApp(services)
  const close = async () => {
    await services.mailer.close(0)
    await services.db.close()
  }
  return { app, lines, services, close, answered: () => lines.filter(({ msg }) => msg === 'answered') }
}

const login = (body: string) => ({ method: 'POST', headers: { 'Content-Type': 'application/json' }, body })

describe('the line of a request', () => {
  it('exists for changes and refusals, and for reading only at level debug', async () => {
    const { app, answered, close } = await openWithLog('info')
    await app.request('/api/health')
    await app.request('/api/nothing?secret=in-the-query')
    await app.request('/api/auth/login', login('{"email":"a@b.example","password":"wrong"}'))
    expect(answered()).toEqual([
      expect.objectContaining({ level: pino.levels.values.info, path: '/api/nothing', status: 404 }),
      expect.objectContaining({
        method: 'POST',
        path: '/api/auth/login',
        status: 401,
        ms: expect.any(Number),
      }),
    ])
    await close()
  })

  it('has the request id of the answer, the user and the address', async () => {
    await using server = await ServerProcess.start(dir, { LOG_LEVEL: 'debug' })
    const headers = await signInAtProcess(server.origin)
    const answer = await fetch(`${server.origin}/api/turbines?role=admin`, {
      headers: { ...headers, 'X-Request-Id': 'from-the-caller_1' },
    })
    expect(answer.headers.get('X-Request-Id')).toBe('from-the-caller_1')
    const line = () => linesOf(server.output).find(({ request }) => request === 'from-the-caller_1')
    await expect.poll(line).toMatchObject({
      level: pino.levels.values.debug,
      method: 'GET',
      path: '/api/turbines',
      status: 200,
      user: 1,
      address: '127.0.0.1',
    })
  })

  it('does not use a long or invalid request id of a client', async () => {
    const { app, close } = await openWithLog('silent')
    for (const id of ['x'.repeat(65), 'a b', 'a"b', '<b>', 'é']) {
      const answer = await app.request('/api/health', { headers: { 'X-Request-Id': id } })
      expect(answer.headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/)
    }
    await close()
  })

  it('has level error and the error if the server fails, while the answer has no details', async () => {
    const { app, services, answered } = await openWithLog('info')
    await services.db.close()
    const answer = await app.request('/api/auth/login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'ada@kanat.example', password: 'rüzgâr-12' }),
    })
    expect(answer.status).toBe(500)
    expect(await answer.json()).toEqual({
      success: false,
      error: 'internal_error',
      message: expect.any(String),
    })
    expect(answered()).toEqual([
      expect.objectContaining({
        level: pino.levels.values.error,
        err: expect.objectContaining({
          message: expect.stringContaining('database'),
          stack: expect.any(String),
        }),
      }),
    ])
    await services.mailer.close(0)
  })
})

it('reports in the health that it is stopping, so that a load balancer sends no new requests', async () => {
  const { app, services, close } = await openWithLog('silent')
  services.stopping = true
  const answer = await app.request('/api/health')
  expect(answer.status).toBe(503)
  expect(await answer.json()).toMatchObject({ success: false, error: 'shutting_down' })
  await close()
})

describe('secrets', () => {
  it('are in no output of the process', async () => {
    await using server = await ServerProcess.start(dir, { LOG_LEVEL: 'trace' })
    const { origin } = server
    const headers = await signInAtProcess(origin)
    const opened = await fetch(`${origin}/api/auth/login`, login(JSON.stringify(SUPERADMIN)))
    const [cookie = ''] = (opened.headers.get('Set-Cookie') ?? '').split(';')
    const turbine = await addTurbine(origin, headers)
    const wrong = 'a-wrong-guess'
    await fetch(`${origin}/api/auth/login`, login(JSON.stringify({ ...SUPERADMIN, password: wrong })))
    await fetch(`${origin}/api/auth/login`, login(`{"email":"a@b.example","password":"${wrong}`))
    await fetch(`${origin}/api/auth/login`, login(`${wrong}`))
    await fetch(`${origin}/api/auth/login?password=${wrong}`, login(`{"${wrong}":1}`))
    await fetch(`${origin}/api/turbines`, { headers: { Authorization: `Bearer ${wrong}` } })
    const upload = await fetch(`${origin}/api/turbines/${turbine}/photos`, {
      method: 'POST',
      headers,
      body: uploadForm({ 'a.jpg': await jpeg() }),
    })
    const { data } = (await upload.json()) as { data: { url: string }[] }
    expect((await fetch(origin + data[0]?.url, { headers: { Cookie: cookie } })).status).toBe(200)
    await fetch(`${origin}/api/users`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'x', password: wrong }),
    })
    await fetch(`${origin}/api/auth/password-reset`, login(JSON.stringify({ email: SUPERADMIN.email })))
    await server.end('SIGTERM')

    const written = server.output
    expect(written).toContain('"path":"/api/auth/password-reset"')
    expect(written).toContain(`"email":"${SUPERADMIN.email}","msg":"created the first superadmin"`)
    for (const secret of [SUPERADMIN.password, wrong, headers.Authorization.slice(7), cookie.slice(8)]) {
      expect(secret.length).toBeGreaterThan(8)
      expect(written).not.toContain(secret)
    }
    expect(written).not.toMatch(/argon2|eyJ|Subject:/)
  })

  it('are replaced even if a whole object is logged', () => {
    const lines: string[] = []
    const log = openLog('info', { write: (line) => void lines.push(line) })
    log.info({
      password: 'open sesame',
      headers: { cookie: 'open sesame' },
      a: { b: { token: 'open sesame' } },
    })
    expect(lines.join()).not.toContain('sesame')
  })
})

it('continues to serve when its output is not read any more', async () => {
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: nodeEnvironment({ DATA_DIR: dir, PORT: '0', MIN_FREE_MB: '0', LOG_LEVEL: 'debug' }),
  })
  const ended = once(child, 'exit')
  let port: unknown
  for await (const line of createInterface({ input: child.stdout })) {
    port = (JSON.parse(line) as Line).port
    if (port !== undefined) break
  }
  child.stdout.destroy()
  for (let n = 0; n < 20; n += 1) {
    expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(200)
  }
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})
