import { isIPv6 } from 'node:net'

/** What limits count as one place: the address itself, but of IPv6 all of the /64, which whoever has one address has. */
export function subnet(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address
  const [head = '', tail] = address.split('::')
  const first = head.split(':').filter(Boolean)
  const last = tail?.split(':').filter(Boolean) ?? []
  const groups =
    tail === undefined ? first : [...first, ...Array(8 - first.length - last.length).fill('0'), ...last]
  return groups.slice(0, 4).join(':')
}
