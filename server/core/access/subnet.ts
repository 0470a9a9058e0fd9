import { isIPv6 } from 'node:net'

/** The network that limits count as one place: the address itself for IPv4, the /64 for IPv6, because one client has all of it. */
export function subnet(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address
  const [head = '', tail] = address.split('::')
  const first = head.split(':').filter(Boolean)
  const last = tail?.split(':').filter(Boolean) ?? []
  const groups =
    tail === undefined ? first : [...first, ...Array(8 - first.length - last.length).fill('0'), ...last]
  return groups.slice(0, 4).join(':')
}

/**
 * The larger networks that one client may have all of: /56 and /48 around a /64, and /24 around an IPv4 address.
 *
 * @param place as `subnet` returns it
 */
export function largerNetworks(place: string): [small: string, large: string] {
  if (!place.includes(':')) return [place, place.split('.').slice(0, 3).join('.')]
  const groups = place.split(':')
  const large = groups.slice(0, 3).join(':')
  return [`${large}:${Number.parseInt(groups[3] ?? '0', 16) >> 8}`, large]
}
