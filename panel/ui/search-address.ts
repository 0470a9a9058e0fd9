import { useEffect, useState } from 'react'
import { useNavigationType, useSearchParams } from 'react-router'

const QUERY = 'q'

/** The search text, in the address as `?q=izmir`. Typing replaces the history entry, so that Back leaves the list. */
export function useSearchInAddress(): [string, (query: string) => void] {
  const [params, setParams] = useSearchParams()
  const type = useNavigationType()
  const inAddress = params.get(QUERY) ?? ''
  // The field changes at once with each key; the address follows a moment later.
  const [query, setQuery] = useState(inAddress)

  // If the address changes by something else than typing, the field takes its search text.
  useEffect(() => {
    if (type !== 'REPLACE') setQuery(inAddress)
  }, [type, inAddress])

  return [
    query,
    (next) => {
      setQuery(next)
      setParams(
        (before) => {
          if (next === '') before.delete(QUERY)
          else before.set(QUERY, next)
          return before
        },
        { replace: true },
      )
    },
  ]
}
