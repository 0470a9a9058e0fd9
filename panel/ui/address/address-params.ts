import { useLocation, useSearchParams } from 'react-router'
import { useNavigateHere } from './use-navigate-here.ts'

/**
 * The delay from the last of many changes, such as key presses or movements, until the address is updated, in milliseconds. Each change of
 * the address renders all links of the screen again, and Safari refuses more than 100 changes in 30 seconds.
 */
export const ADDRESS_DELAY_MS = 200

/**
 * The values of a screen that are in the query of its address. A change replaces the history entry, so that Back leaves the screen.
 *
 * - List of turbines: `q`, `city`, `year`, `company`, `state`, `new=true`, `view=list` or `map`, `sort`, `order`, `map=latitude,longitude,kilometres`.
 * - Findings: `view=picture` with `as=table`, or `view=charts`, and the filters of the API.
 * - Users: `company`, `role`, `status`. Audit log: `user_id`, `action`, `turbine_id`, `from`, `page`.
 * - Page of a turbine: `year`, `section`, `mode=simple`; `a`, `b`, `c` and `all` as room.year; `drone`, `operator` and `robot` as
 *   blade.year; for the list of all photos `q`, `type`, `listYear`, `looked=no`.
 * - 360° view: `blade`, `room`, `photo`, `at=yaw,pitch,angle`, `beside`, `as=curtain`.
 * - Layers: `photo=17`, `compare=17,23` with `as=curtain` or `difference`, `report=7` with `page`, `review=4-2026`,
 *   `panel=comments` or `notifications`, `form=add` or the id of a record.
 *
 * @see docs/decisions/panel/state-in-the-address.md
 */
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
