import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import type { Env } from '#server/env.ts'
import { subnet } from './subnet.ts'

/** The address of who is asking: the socket's, or what the configured number of proxies in front say of it. */
export function clientAddress(c: Context<Env>): string {
  const { trustProxy } = c.var.services.config
  if (trustProxy > 0) {
    const hops = (c.req.header('X-Forwarded-For') ?? '').split(',')
    const address = addressOf(hops.at(-trustProxy)?.trim() ?? '')
    if (address !== undefined) return address
  }
  return c.env?.incoming ? (getConnInfo(c).remote.address ?? 'unknown') : 'unknown'
}

/** The address in a hop of `X-Forwarded-For`, without the port that some proxies append; undefined where there is none. */
function addressOf(hop: string): string | undefined {
  const [, v6, v4] = /^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(hop) ?? []
  const address = v6 ?? v4 ?? hop
  return isIP(address) ? address : undefined
}

/** What the limits count as one place with that address. */
export function clientPlace(c: Context<Env>): string {
  return subnet(clientAddress(c))
}
