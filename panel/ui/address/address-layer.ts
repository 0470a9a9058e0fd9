import { useEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import * as z from 'zod'
import { useNavigateHere } from './use-navigate-here.ts'

/** The router state of a history entry whose previous entry is the same screen without the layer. */
const AbovePage = z.object({ abovePage: z.literal(true) })
type AbovePage = z.infer<typeof AbovePage>

/**
 * A layer above a screen, such as an open photo, as a value in the query of the address. Opening it adds an entry to the history, so
 * that Back closes it. Showing another value replaces the entry. If the layer has been closed or shows another value meanwhile, closing
 * it and showing another value have no effect.
 *
 * @param own names of further values that belong to the layer; opening and closing remove them
 */
export function useAddressLayer(name: string, own: readonly string[] = []) {
  const navigate = useNavigateHere()
  const { state, hash, key } = useLocation()
  const [params] = useSearchParams()
  // React must render the new address before what the caller changes next, such as a list without the deleted photo.
  const flushSync = true
  const closing = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another history entry can be closed again
  useEffect(() => {
    closing.current = false
  }, [key])

  const addressOf = (values: Record<string, string | undefined>) => {
    // From the window, because this may run after an answer of the server, when the rest of the address has changed.
    const search = new URLSearchParams(window.location.search)
    for (const [key, value] of Object.entries(values)) {
      if (value === undefined) search.delete(key)
      else search.set(key, value)
    }
    return { search: search.toString().replaceAll('%2C', ','), hash }
  }
  const addressWithOnly = (value: string | undefined, values: Record<string, string | undefined> = {}) =>
    addressOf({ [name]: value, ...Object.fromEntries(own.map((one) => [one, undefined])), ...values })

  const value = params.get(name) ?? undefined
  const isStillShown = () => (new URLSearchParams(window.location.search).get(name) ?? undefined) === value

  return {
    /** Undefined if the layer is closed. */
    value,
    /** Opens the layer, and sets other values of the address. */
    open: (opened: string, values: Record<string, string | undefined> = {}) =>
      navigate(addressWithOnly(opened, values), {
        state: { abovePage: true } satisfies AbovePage,
        flushSync,
      }),
    /** Changes the value, and values of `own`. Resolves when they are on the screen. */
    show: (next: string, values: Record<string, string | undefined> = {}) =>
      navigate(addressOf({ ...values, [name]: next }), { replace: true, state, flushSync }, isStillShown),
    /** Goes one step back if the layer was opened from the screen; otherwise removes it from the address. */
    close: async () => {
      // The step back takes a moment. A second step would leave the screen.
      if (closing.current || !isStillShown()) return
      closing.current = true
      if (AbovePage.safeParse(state).success) await navigate(-1)
      else await navigate(addressWithOnly(undefined), { replace: true, flushSync })
    },
  }
}
