import { isIPv6 } from 'node:net'

const WINDOW_MS = 15 * 60 * 1000
/** Wrong passwords for one account from one address within the window. */
const PER_ACCOUNT_AND_ADDRESS = 8
/** Wrong passwords from one address, whatever the account: an office behind one address has many people. */
const PER_ADDRESS = 40
/** Wrong passwords for one account from all unknown addresses together. */
const PER_ACCOUNT = 60
/** How long an address stays known after a sign-in. */
const KNOWN_MS = 30 * 24 * 60 * 60 * 1000
/** Most entries of each table; the oldest go first. */
const ENTRIES_MAX = 50_000

/**
 * Slows guessing down without letting anybody lock another out. Three counts of wrong passwords: by account and
 * address, by address, and by account over all addresses; the last one does not hold for an address from which the
 * account has signed in lately, so its owner still gets in while strangers guess.
 */
export class SignInLimit {
  readonly #failures = new Map<string, { count: number; endsAt: number }>()
  readonly #known = new Map<string, number>()

  /**
   * Counts an attempt as failed until `succeeded` says otherwise, so that many at once cannot slip past.
   *
   * @returns 0, or the seconds to wait because there were too many.
   */
  begin(account: string, address: string, now = Date.now()): number {
    const place = subnet(address)
    const limits: [key: string, most: number][] = [
      [`pair ${account} ${place}`, PER_ACCOUNT_AND_ADDRESS],
      [`address ${place}`, PER_ADDRESS],
    ]
    const knownUntil = this.#known.get(`${account} ${place}`)
    if (knownUntil === undefined || knownUntil < now) limits.push([`account ${account}`, PER_ACCOUNT])

    for (const [key, most] of limits) {
      const entry = this.#failures.get(key)
      if (entry && entry.endsAt > now && entry.count >= most) return Math.ceil((entry.endsAt - now) / 1000)
    }
    for (const [key] of limits) this.#count(key, now)
    return 0
  }

  /** The attempt begun with these was no failure: it is taken back, and the address is known from now on. */
  succeeded(account: string, address: string, now = Date.now()): void {
    const place = subnet(address)
    this.#failures.delete(`pair ${account} ${place}`)
    for (const key of [`address ${place}`, `account ${account}`]) {
      const entry = this.#failures.get(key)
      if (entry) entry.count = Math.max(0, entry.count - 1)
    }
    remember(this.#known, `${account} ${place}`, now + KNOWN_MS)
  }

  #count(key: string, now: number): void {
    const entry = this.#failures.get(key)
    const open = entry && entry.endsAt > now
    remember(
      this.#failures,
      key,
      open ? { ...entry, count: entry.count + 1 } : { count: 1, endsAt: now + WINDOW_MS },
    )
  }
}

/** Sets the entry as the youngest of its table and lets the oldest go when the table is full. */
function remember<T>(table: Map<string, T>, key: string, value: T): void {
  table.delete(key)
  table.set(key, value)
  if (table.size > ENTRIES_MAX) table.delete(table.keys().next().value as string)
}

/** Who has one IPv6 address has the whole /64 around it. */
function subnet(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address
  const [head = '', tail] = address.split('::')
  const first = head.split(':').filter(Boolean)
  const last = tail?.split(':').filter(Boolean) ?? []
  const groups =
    tail === undefined ? first : [...first, ...Array(8 - first.length - last.length).fill('0'), ...last]
  return groups.slice(0, 4).join(':')
}
