import { useState } from 'react'
import type { Blade, Photo } from '#domain/photo.ts'
import { useAddressParams } from '#panel/ui/address/address-params.ts'
import { useThisYear } from '#panel/words/time-zone.ts'
import { useOpenPhoto } from './open-photo.ts'
import { firstRoom, newestYear, offeredRooms, offeredYears, type PhotoPlace } from './photo-place.ts'

/** The categories that have a section of their own. */
export const SECTION_CATEGORIES = ['drone', 'operator', 'robot'] as const
export type SectionCategory = (typeof SECTION_CATEGORIES)[number]

const PAGE_YEAR = 'year'
/** The year of the list of all photos. */
export const LIST_YEAR = 'listYear'
/** The names in the address of what each part of the page shows. */
const PLACES = ['a', 'b', 'c', 'all', ...SECTION_CATEGORIES] as const

/** The names in the address of what the photos of a turbine's page show. */
export const PHOTO_PARAMS = [...PLACES, LIST_YEAR, 'type', 'looked'] as const

/** A place as it is written in the address: `3.2026` is room 3 in 2026. The name of a room may contain dots; a year contains none. */
export function writePlace({ room, year }: PhotoPlace): string {
  return `${room}.${year}`
}

/** The part before the year, and the year; undefined if `text` has another form or the year is not offered. */
export function readParts(
  text: string,
  photos: Photo[],
  thisYear: number,
): { first: string; year: number } | undefined {
  const [, first = '', digits = ''] = /^(.+)\.(\d{4})$/.exec(text) ?? []
  const year = Number(digits)
  return offeredYears(photos, thisYear).includes(year) ? { first, year } : undefined
}

/** The place that `text` names; undefined if the selects do not offer this place for these photos. */
export function readPlace(text: string, photos: Photo[], thisYear: number): PhotoPlace | undefined {
  const { first: room = '', year = 0 } = readParts(text, photos, thisYear) ?? {}
  return offeredRooms(photos).includes(room) ? { room, year } : undefined
}

/**
 * The year of the page, in the address as `?year=2026`. Every section begins with it. Without one in the address, it is the year of
 * the photo in the address, otherwise the newest year with photos.
 *
 * @param ownYears names in the address of years that sections choose for themselves; another year of the page removes them
 */
export function usePageYear(photos: Photo[], ownYears: readonly string[]) {
  const { get, change } = useAddressParams()
  const { openId } = useOpenPhoto()
  const thisYear = useThisYear()
  // Computed once, so that an upload or a deletion does not change what is shown.
  const [first] = useState(() => photos.find(({ id }) => id === openId)?.year ?? newestYear(photos, thisYear))
  const years = offeredYears(photos, thisYear)
  const named = years.find((year) => String(year) === get(PAGE_YEAR))

  return {
    year: named ?? first,
    years,
    /** Every section that has chosen its own year gets this one too. */
    setYear(year: number) {
      const moved = PLACES.map((name) => [name, get(name)?.replace(/\.\d{4}$/, `.${year}`)] as const)
      const removed = [LIST_YEAR, ...ownYears].map((name) => [name, undefined])
      change({ [PAGE_YEAR]: String(year), ...Object.fromEntries([...removed, ...moved]) })
    },
  }
}

/**
 * Room and year of the photos of a blade, in the address as `?a=3.2026`; of all blades together as `?all=3.2026`. The blade map and
 * the block of the blade share it. Until the user chooses one, it is the room of the photo in the address, otherwise the first room
 * with photos, in the year of the page.
 */
export function usePlace(
  blade: Blade | undefined,
  photos: Photo[],
  pageYear: number,
): [PhotoPlace, (place: PhotoPlace) => void] {
  const name = blade?.toLowerCase() ?? 'all'
  const thisYear = useThisYear()
  const { get, change } = useAddressParams()
  const { openId } = useOpenPhoto()
  const [room] = useState(() => {
    const open = photos.find(({ id }) => id === openId)
    return open?.room ?? firstRoom(photos, pageYear)
  })

  const choose = (place: PhotoPlace) => change({ [name]: writePlace(place) }, { flushSync: true })
  return [readPlace(get(name) ?? '', photos, thisYear) ?? { room, year: pageYear }, choose]
}
