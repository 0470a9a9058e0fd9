import { useLocation, useSearchParams } from 'react-router'
import { useNavigateHere } from './use-navigate-here.ts'

/**
 * The delay from the last of many changes, such as key presses or movements, until the address is updated, in milliseconds. Each change of
 * the address renders all links of the screen again, and Safari refuses more than 100 changes in 30 seconds.
 */
export const ADDRESS_DELAY_MS = 200

/** The values of a screen that are in the query of its address. A change replaces the history entry, so that Back leaves the screen. */
export function useAddressParams() {
  const [params] = useSearchParams()
  const navigate = useNavigateHere()
  const { state } = useLocation()
  return {
    /** Undefined if the address does not have the value. */
    get: (name: string): string | undefined => params.get(name) || undefined,
    /** As `get`, of the address that is there now: that of the screen may still be rendering. */
    current: (name: string): string | undefined =>
      new URLSearchParams(window.location.search).get(name) || undefined,
    /**
     * Undefined removes a value from the address.
     *
     * @param options `flushSync` renders the new address before this function returns
     */
    change(next: Record<string, string | undefined>, { flushSync = false } = {}) {
      // From the window, because the router's values are those of the last rendering: of two changes in a row, the second one
      // would undo the first one.
      const current = new URLSearchParams(window.location.search)
      for (const [name, value] of Object.entries(next)) {
        if (value === undefined) current.delete(name)
        else current.set(name, value)
      }
      const search = current.toString().replaceAll('%2C', ',')
      void navigate({ search }, { replace: true, preventScrollReset: true, flushSync, state })
    },
  }
}
