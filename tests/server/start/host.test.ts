import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sendRaw } from '../../support/raw-requests.ts'
import { ServerProcess } from '../../support/servers/server-process.ts'
import { temporaryFolder } from '../../support/test-app.ts'

let dir: string
let server: ServerProcess
beforeAll(async () => {
  dir = await temporaryFolder()
  server = await ServerProcess.start(dir)
})
afterAll(async () => {
  await server.end('SIGTERM')
  await rm(dir, { recursive: true })
})

const statusOf = async (path: string, hosts: string[]) => {
  const head = [`GET ${path} HTTP/1.1`, ...hosts, 'Connection: close', '', ''].join('\r\n')
  return Number((await sendRaw(server.origin, head)).split(' ')[1])
}

it.each(['/api/health', '/media/x', '/', '/about', '/nothing', '/metrics'])(
  '%s is refused with several hosts',
  async (path) => {
    const one = await statusOf(path, ['Host: kanat.example'])
    expect(one).not.toBe(400)
    for (const hosts of [
      ['Host: kanat.example', 'Host: evil.example'],
      ['Host: kanat.example', 'host: kanat.example'],
      ['HOST: kanat.example', 'Accept: */*', 'hOST:'],
    ]) {
      expect([hosts, await statusOf(path, hosts)]).toEqual([hosts, 400])
    }
    expect(await statusOf(path, [])).toBe(400)
  },
)
