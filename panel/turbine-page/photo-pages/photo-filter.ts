import { useMemo, useState } from 'react'
import { Blade, type Photo } from '#domain/photo.ts'
import { countByYear, photosOfBlade } from '#panel/photos/photo-place.ts'
import { useAddressParams } from '#panel/ui/address/address-params.ts'
import { useThisYear } from '#panel/words/time-zone.ts'

/**
 * The year and the blade of the shown photos, in the address as `?year=2025&blade=A`. Only years with photos can be chosen. Until the
 * user chooses one, it is the current year, or the newest year with photos if the current one has none.
 */
export function usePhotoFilter(photos: Photo[]) {
  const { get, change } = useAddressParams()
  const thisYear = useThisYear()
  const byYear = countByYear(photos)
  const years = [...byYear.keys()].sort((a, b) => b - a)
  // Chosen once, so that a photo that arrives while the page is open does not change what is shown.
  const [first] = useState(() => firstYear(years, thisYear))
  const offered = (year: number) => byYear.has(year)
  const year = [Number(get('year')), first].find(offered) ?? years[0]
  const blade = Blade.safeParse(get('blade')).data

  const ofYear = useMemo(() => photos.filter((photo) => photo.year === year), [photos, year])
  const shown = useMemo(() => photosOfBlade(ofYear, blade), [ofYear, blade])
  return {
    year,
    years: years.map((value) => ({ year: value, count: byYear.get(value) ?? 0 })),
    chooseYear: (next: string | undefined) => change({ year: next }),
    blade,
    countOfBlade: (of: Blade) => photosOfBlade(ofYear, of).length,
    chooseBlade: (next: string | undefined) => change({ blade: next }),
    shown,
  }
}

/** The current year, or the newest one with photos if the current one has none. `years` begins with the newest one. */
export function firstYear(years: number[], thisYear: number): number {
  return years.includes(thisYear) ? thisYear : (years[0] ?? thisYear)
}
