import { useState } from 'react'
import { useAddressParams } from '#panel/ui/address/address-params.ts'

/** The grids that show all their photos, in the address as `?whole=blade-A,category-drone`. */
const WHOLE = 'whole'

/**
 * Whether a grid of many photos shows all of them, in the address, so that Back and a reload show it again.
 *
 * @param id of the grid
 * @param needsAll true while a photo is open that is not one of the first: its tile gets the focus back. The grid stays whole afterwards.
 */
export function useWholeGrid(id: string, needsAll: boolean) {
  const { get, change } = useAddressParams()
  const [wasNeeded, setNeeded] = useState(needsAll)
  if (needsAll && !wasNeeded) setNeeded(true)
  const named = (get(WHOLE) ?? '').split(',').filter((each) => each !== '')
  return {
    isWhole: named.includes(id) || wasNeeded,
    setWhole(isWhole: boolean) {
      setNeeded(false)
      const others = named.filter((each) => each !== id)
      change({ [WHOLE]: (isWhole ? [...others, id] : others).join(',') || undefined }, { flushSync: true })
    },
  }
}
