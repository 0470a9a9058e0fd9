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
