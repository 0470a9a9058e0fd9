import type { Photo } from '#domain/photo.ts'
import { offeredYears } from '#panel/photos/photo-place.ts'
import { LIST_YEAR } from '#panel/photos/place-address.ts'
import { useAddressParams } from '#panel/ui/address/address-params.ts'
import { useThisYear } from '#panel/words/time-zone.ts'
import { CATEGORIES, type PhotoFilters } from './filter-photos.ts'

const CATEGORY = 'type'
const LOOKED = 'looked'
const NOT_LOOKED = 'no'
/** The value of the year in the address for all years. */
const ALL = 'all'

/** The names of the filters in the address. */
export const LIST_FILTERS = [CATEGORY, LOOKED]

/**
 * The filters of the list, in the address as `?listYear=2025&type=drone&looked=no`. Without a year in the address, it is that of the page.
 *
 * @param looks false for those who do not see which photos somebody has looked at
 */
export function useListFilters(photos: Photo[], pageYear: number, looks: boolean) {
  const { get, change } = useAddressParams()
  const text = get(LIST_YEAR)
  const years = offeredYears(photos, useThisYear())
  const named = years.find((year) => String(year) === text)
  return {
    years,
    filters: {
      year: text === ALL ? undefined : (named ?? pageYear),
      category: CATEGORIES.find((category) => category === get(CATEGORY)),
      isUninspected: looks && get(LOOKED) === NOT_LOOKED,
    } satisfies PhotoFilters,
    setYear: (year: string | undefined) => change({ [LIST_YEAR]: year ?? ALL }),
    setCategory: (category: string | undefined) => change({ [CATEGORY]: category }),
    setUninspected: (isUninspected: boolean) => change({ [LOOKED]: isUninspected ? NOT_LOOKED : undefined }),
  }
}
