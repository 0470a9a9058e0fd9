import { BlockList } from 'node:net'
import type { ApiContext } from '#server/core/env.ts'

/** Where a proxy in front of the server has its address: on this machine or in its network. Everybody can send the header of a proxy. */
const nearby = new BlockList()
nearby.addSubnet('127.0.0.0', 8)
nearby.addSubnet('10.0.0.0', 8)
nearby.addSubnet('172.16.0.0', 12)
nearby.addSubnet('192.168.0.0', 16)
nearby.addAddress('::1', 'ipv6')
nearby.addSubnet('fc00::', 7, 'ipv6')

/**
 * Warns if the request comes through a proxy while `TRUST_PROXY` is 0. Then all users have the address of the proxy, and the limits of
 * wrong passwords count them as one.
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
