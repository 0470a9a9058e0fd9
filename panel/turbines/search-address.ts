import { useEffect, useState } from 'react'
import { useNavigationType, useSearchParams } from 'react-router'

const QUERY = 'q'

/** What is searched for, in the address as `?q=izmir`. Typing replaces the address, so that Back leaves the list. */
export function useSearchInAddress(): [string, (query: string) => void] {
  const [params, setParams] = useSearchParams()
  const type = useNavigationType()
  const inAddress = params.get(QUERY) ?? ''
  // The field follows each key at once; the address comes a moment later.
  const [query, setQuery] = useState(inAddress)

  // Any other way to an address than typing brings its own search.
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
