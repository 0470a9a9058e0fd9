import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { TestApp } from '../../support/test-app.ts'

/** The warnings of `/api/health` after a request from this socket with this header. */
async function warningsAfter(trustProxy: string, socket: string, forwarded: string | undefined) {
  await using testApp = await TestApp.open({ TRUST_PROXY: trustProxy })
  const headers = forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded }
  const incoming = { socket: { remoteAddress: socket } } as IncomingMessage
  for (let time = 0; time < 2; time += 1) await testApp.app.request('/api/keys', { headers }, { incoming })
  const answer = await testApp.app.request('/api/health')
  const { warnings = [] } = (await answer.json()) as { warnings?: string[] }
  return warnings.filter((name) => name === 'proxy')
}

it.each([
  ['on the same machine', '127.0.0.1'],
  ['on the same machine, by IPv6', '::ffff:127.0.0.1'],
  ['in the same network', '10.2.0.9'],
])('a proxy %s that TRUST_PROXY does not count is a warning of the health', async (_, socket) => {
  expect(await warningsAfter('0', socket, '203.0.113.7')).toEqual(['proxy'])
})

it.each([
  ['a proxy that is counted', '1', '127.0.0.1', '203.0.113.7'],
  ['a client without a proxy', '0', '127.0.0.1', undefined],
  ['a stranger who sends the header', '0', '203.0.113.9', '203.0.113.7'],
])('%s is none', async (_, trustProxy, socket, forwarded) => {
  expect(await warningsAfter(trustProxy, socket, forwarded)).toEqual([])
})
