import { useSearchParams } from 'react-router'

/** The values of a screen that are in the query of its address. A change replaces the history entry, so that Back leaves the screen. */
export function useAddressParams() {
  const [params, setParams] = useSearchParams()
  return {
    /** Undefined if the address does not have the value. */
    get: (name: string): string | undefined => params.get(name) || undefined,
    /** Undefined removes a value from the address. */
    change(next: Record<string, string | undefined>) {
      setParams(
        (current) => {
          for (const [name, value] of Object.entries(next)) {
            if (value === undefined) current.delete(name)
            else current.set(name, value)
          }
          return current
        },
        { replace: true, preventScrollReset: true },
      )
    },
  }
}
