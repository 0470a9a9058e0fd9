import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'

const remembered = signal({ viewerId: 0, query: '' })

/** What the viewer searches for. It still stands when they come back from a turbine. */
export function useRememberedSearch(viewerId: number): [string, (query: string) => void] {
  useSignals()
  const query = remembered.value.viewerId === viewerId ? remembered.value.query : ''
  return [
    query,
    (next) => {
      remembered.value = { viewerId, query: next }
    },
  ]
}
