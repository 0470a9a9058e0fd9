import { useEffect, useState } from 'react'
import { useNavigationType } from 'react-router'
import { useAddressParams } from './address-params.ts'

const QUERY = 'q'

/**
 * The search text, in the address as `?q=izmir`. Typing replaces the history entry, so that Back leaves the list.
 *
 * @param filters the names of the filters in the address, which `reset` removes together with the search text
 */
export function useSearchInAddress(filters: readonly string[] = []) {
  const { get, change } = useAddressParams()
  const type = useNavigationType()
  const inAddress = get(QUERY) ?? ''
  // The field changes at once with each key; the address follows a moment later.
  const [query, setQuery] = useState(inAddress)

  // If the address changes by something else than typing, the field takes its search text.
  useEffect(() => {
    if (type !== 'REPLACE') setQuery(inAddress)
  }, [type, inAddress])

  function replace(next: string, removed: readonly string[] = []) {
    setQuery(next)
    const without = Object.fromEntries(removed.map((name) => [name, undefined]))
    change({ [QUERY]: next || undefined, ...without })
  }
  return {
    query,
    setQuery: (next: string) => replace(next),
    /** Removes the search text and every filter. */
    reset: () => replace('', filters),
  }
}
