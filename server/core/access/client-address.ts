import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import type { ApiContext } from '#server/core/env.ts'
import { subnet } from './subnet.ts'

/** The client's IP address: from the socket, or from `X-Forwarded-For` behind configured proxies. */
export function clientAddress(c: ApiContext): string {
  const { trustProxy } = c.get('services').config
  if (trustProxy > 0) {
    const hops = (c.req.header('X-Forwarded-For') ?? '').split(',')
    const address = addressOf(hops.at(-trustProxy)?.trim() ?? '')
    if (address !== undefined) return address
  }
  return c.env?.incoming ? (getConnInfo(c as unknown as Context).remote.address ?? 'unknown') : 'unknown'
}

/** The address in a hop of `X-Forwarded-For`, without the port that some proxies append; undefined if invalid. */
function addressOf(hop: string): string | undefined {
  const [, v6, v4] = /^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(hop) ?? []
  const address = v6 ?? v4 ?? hop
  return isIP(address) ? address : undefined
}

/** The client's network, which the rate limits count as one place. */
export function clientPlace(c: ApiContext): string {
  return subnet(clientAddress(c))
}
