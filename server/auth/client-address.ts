import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import type { Env } from '#server/env.ts'
import { subnet } from './subnet.ts'

/** The address of who is asking: the socket's, or what the configured number of proxies in front say of it. */
export function clientAddress(c: Context<Env>): string {
  const { trustProxy } = c.var.services.config
  if (trustProxy > 0) {
    const hops = (c.req.header('X-Forwarded-For') ?? '').split(',').map((hop) => hop.trim())
    const address = hops.at(-trustProxy)
    if (address) return address
  }
  return c.env?.incoming ? (getConnInfo(c).remote.address ?? 'unknown') : 'unknown'
}

/** What the limits count as one place with that address. */
export function clientPlace(c: Context<Env>): string {
  return subnet(clientAddress(c))
}
