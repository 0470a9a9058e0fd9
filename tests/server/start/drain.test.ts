import { expect, it } from 'vitest'
import { folder as dir, setUpFolder } from '../../support/folder-setup.ts'
import { ServerProcess, signInAtProcess } from '../../support/servers/server-process.ts'

setUpFolder('test')

it('lets a balancer notice that it stops: it answers changes, closes reads without an answer, and says so in its health', async () => {
  await using server = await ServerProcess.start(dir, { DRAIN_SECONDS: '3' })
  const headers = { ...(await signInAtProcess(server.origin)), 'Content-Type': 'application/json' }
  const ask = (path: string, init: RequestInit = {}) => fetch(`${server.origin}${path}`, { headers, ...init })
  expect((await ask('/api/turbines')).status).toBe(200)

  const exit = server.end('SIGTERM')
  await expect.poll(async () => (await ask('/api/health')).status, { interval: 5 }).toBe(503)
  for (const path of ['/api/turbines', '/']) await expect(ask(path)).rejects.toThrow('fetch failed')
  const body = JSON.stringify({ city: 'izmir', code: 'T1', location: 'Karaburun', company_id: 999 })
  const answer = await ask('/api/turbines', { method: 'POST', body })
  expect([answer.status, answer.headers.get('Connection')]).toEqual([201, 'close'])
  expect(await exit).toBe(0)
})
