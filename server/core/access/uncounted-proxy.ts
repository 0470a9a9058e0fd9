import { BlockList } from 'node:net'
import type { ApiContext } from '#server/core/env.ts'

/** Addresses of a reverse proxy: this machine or its network. Any client can send a proxy's header. */
const nearby = new BlockList()
nearby.addSubnet('127.0.0.0', 8)
nearby.addSubnet('10.0.0.0', 8)
nearby.addSubnet('172.16.0.0', 12)
nearby.addSubnet('192.168.0.0', 16)
nearby.addAddress('::1', 'ipv6')
nearby.addSubnet('fc00::', 7, 'ipv6')

/**
 * Warns if a request comes through a proxy while `TRUST_PROXY` is 0. All users then share the proxy's address, and the sign-in limits count
 * them as one.
 */
export function warnOfUncountedProxy(c: ApiContext): void {
  const { config, health } = c.get('services')
  if (config.trustProxy > 0 || c.req.header('X-Forwarded-For') === undefined) return
  const address = c.env?.incoming?.socket.remoteAddress
  if (address === undefined || !nearby.check(address, address.includes(':') ? 'ipv6' : 'ipv4')) return
  health.warn(
    'proxy',
    new Error(
      'requests come through a proxy, but TRUST_PROXY is 0: all users count as one address, and enough wrong passwords from one of them lock out the others. Set TRUST_PROXY to the number of proxies.',
    ),
  )
}
