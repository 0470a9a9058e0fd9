import { afterAll, beforeAll, expect, it } from 'vitest'
import { folder as dir, setUpFolder } from '../../support/folder-setup.ts'
import { sendRaw } from '../../support/raw-requests.ts'
import { ServerProcess } from '../../support/servers/server-process.ts'

let server: ServerProcess
setUpFolder('file')
beforeAll(async () => {
  server = await ServerProcess.start(dir)
})
afterAll(() => server.end('SIGTERM'))

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
