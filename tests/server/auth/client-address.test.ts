import type { IncomingMessage } from 'node:http'
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { clientAddress, clientPlace } from '#server/core/access/client-address.ts'
import type { Env } from '#server/core/env.ts'
import type { Services } from '#server/features/open-features.ts'

const SOCKET = '192.0.2.1'

/** The address and place of a request from the socket address `SOCKET` with this number of trusted proxies. */
async function read(trustProxy: number, forwarded?: string): Promise<{ address: string; place: string }> {
  const app = new Hono<Env>().get('/', (c) => {
    c.set('services', { config: { trustProxy } } as Services)
    return c.json({ address: clientAddress(c), place: clientPlace(c) })
  })
  const headers = forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded }
  const incoming = { socket: { remoteAddress: SOCKET } } as IncomingMessage
  const answer = await app.request('/', { headers }, { incoming })
  return (await answer.json()) as { address: string; place: string }
}

it.each([
  ['the address of the socket if no proxy is configured', 0, '203.0.113.7', SOCKET],
  ['the hop that the nearest proxy has added', 1, '10.0.0.1, 203.0.113.7', '203.0.113.7'],
  ['the hop that the first of two proxies has added', 2, '10.0.0.1, 203.0.113.7, 192.0.2.9', '203.0.113.7'],
  ['the address of the socket if the header is missing', 1, undefined, SOCKET],
  ['the address of the socket if there are fewer hops than proxies', 2, '203.0.113.7', SOCKET],
  ['IPv6', 1, '2001:db8::7', '2001:db8::7'],
  ['IPv6 in brackets', 1, '[2001:db8::7]', '2001:db8::7'],
  ['IPv4 without its port', 1, '203.0.113.7:5678', '203.0.113.7'],
  ['IPv6 without its port', 1, '[::1]:80', '::1'],
  ['the address of the socket for an obfuscated hop', 1, '_hidden', SOCKET],
  ['the address of the socket for an unknown hop', 1, 'unknown', SOCKET],
  ['the address of the socket for an invalid address', 1, '999.0.113.7:80', SOCKET],
  ['the address of the socket for a name in brackets', 1, '[kanat.example]:80', SOCKET],
  ['the address of the socket for an empty hop', 1, '203.0.113.7, ', SOCKET],
])('takes %s', async (_, trustProxy, forwarded, address) => {
  expect((await read(trustProxy, forwarded)).address).toBe(address)
})

it('counts all connections of an address as one place, with any port', async () => {
  const hops = ['[2001:db8:1:2::7]:4000', '[2001:db8:1:2::7]:4001', '2001:db8:1:2::8']
  const places = await Promise.all(hops.map(async (hop) => (await read(1, hop)).place))
  expect(new Set(places)).toEqual(new Set(['2001:db8:1:2']))
})
