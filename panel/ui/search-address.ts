import { useEffect, useState } from 'react'
import { useNavigationType, useSearchParams } from 'react-router'

const QUERY = 'q'

/**
 * The search text, in the address as `?q=izmir`. Typing replaces the history entry, so that Back leaves the list.
 *
 * @param filters the names of the filters in the address, which `reset` removes together with the search text
 */
export function useSearchInAddress(filters: readonly string[] = []) {
  const [params, setParams] = useSearchParams()
  const type = useNavigationType()
  const inAddress = params.get(QUERY) ?? ''
  // The field changes at once with each key; the address follows a moment later.
  const [query, setQuery] = useState(inAddress)

  // If the address changes by something else than typing, the field takes its search text.
  useEffect(() => {
    if (type !== 'REPLACE') setQuery(inAddress)
  }, [type, inAddress])

  function replace(next: string, removed: readonly string[] = []) {
    setQuery(next)
    setParams(
      (before) => {
        if (next === '') before.delete(QUERY)
        else before.set(QUERY, next)
        for (const name of removed) before.delete(name)
        return before
      },
      { replace: true, preventScrollReset: true },
    )
  }
  return {
    query,
    setQuery: (next: string) => replace(next),
    /** Removes the search text and every filter. */
    reset: () => replace('', filters),
  }
}
