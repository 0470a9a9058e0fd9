import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigationType } from 'react-router'
import { ADDRESS_DELAY_MS, useAddressParams } from './address-params.ts'

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
  // The field changes with each key. The address changes after a delay.
  const [query, setQuery] = useState(inAddress)

  // If the address changes by something else than typing, the field takes its search text.
  useEffect(() => {
    if (type !== 'REPLACE') setQuery(inAddress)
  }, [type, inAddress])

  const writeQuery = useEffectEvent(() => change({ [QUERY]: query || undefined }))
  useEffect(() => {
    if (query === inAddress) return
    const timer = window.setTimeout(writeQuery, ADDRESS_DELAY_MS)
    // A user who goes on to a link or another field leaves the search field first.
    window.addEventListener('focusout', writeQuery)
    return () => {
      window.clearTimeout(timer)
      window.removeEventListener('focusout', writeQuery)
    }
  }, [query, inAddress])

  return {
    query,
    setQuery,
    /** Removes the search text and every filter. */
    reset: () => {
      setQuery('')
      change(Object.fromEntries([QUERY, ...filters].map((name) => [name, undefined])))
    },
  }
}
