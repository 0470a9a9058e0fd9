import { useState } from 'react'
import { BLADES, type Photo } from '#domain/photo.ts'
import { useOpenPhoto } from '#panel/photos/open-photo.ts'
import { readParts, type SectionCategory } from '#panel/photos/place-address.ts'
import { useAddressParams } from '#panel/ui/address/address-params.ts'
import { useThisYear } from '#panel/words/time-zone.ts'

/** The photos that a section shows: those of one blade, those without a blade, or all of them. */
const BLADE_CHOICES = [...BLADES, 'none', 'all'] as const
export type BladeChoice = (typeof BLADE_CHOICES)[number]

export interface CategoryPlace {
  blade: BladeChoice
  year: number
}

/** The photos of a blade choice. */
export function photosOfChoice(photos: Photo[], blade: BladeChoice): Photo[] {
  if (blade === 'all') return photos
  return photos.filter((photo) => (photo.blade ?? 'none') === blade)
}

/**
 * Blade and year of a section of drone, operator or robot photos, in the address as `?drone=B.2026`. Until the user chooses one, it is
 * the blade of the photo in the address, otherwise the first one with photos, in the year of the page.
 *
 * @param photos those of the category
 * @param choosesBlade false for a section that shows all blades together
 */
export function useCategoryPlace(
  category: SectionCategory,
  photos: Photo[],
  { pageYear, choosesBlade }: { pageYear: number; choosesBlade: boolean },
): [CategoryPlace, (place: CategoryPlace) => void] {
  const { get, change } = useAddressParams()
  const { openId } = useOpenPhoto()
  const [first] = useState<BladeChoice>(() => {
    const open = photos.find(({ id }) => id === openId)
    const ofYear = photos.filter(({ year }) => year === pageYear)
    if (open) return open.blade ?? 'none'
    return BLADES.find((blade) => ofYear.some((photo) => photo.blade === blade)) ?? 'A'
  })
  const { first: text, year = pageYear } = readParts(get(category) ?? '', photos, useThisYear()) ?? {}
  const named = BLADE_CHOICES.find((choice) => choice === text && choice !== 'all')
  const blade = choosesBlade ? (named ?? first) : 'all'
  const choose = (place: CategoryPlace) =>
    change({ [category]: `${place.blade}.${place.year}` }, { flushSync: true })
  return [{ blade, year }, choose]
}
