import { useState } from 'react'
import type { Blade, Photo } from '#domain/photo.ts'
import { useAddressParams } from '#panel/ui/address-params.ts'
import { useOpenPhoto } from './open-photo.ts'
import { firstPlace, offeredRooms, offeredYears, type PhotoPlace } from './photo-place.ts'

/** A place as it is written in the address: `3.2026` is room 3 in 2026. The name of a room may contain dots; a year contains none. */
export function writePlace({ room, year }: PhotoPlace): string {
  return `${room}.${year}`
}

/** The place that `text` names; undefined if the selects do not offer this place for these photos. */
export function readPlace(text: string, photos: Photo[], now: Date): PhotoPlace | undefined {
  const [, room = '', year = ''] = /^(.+)\.(\d{4})$/.exec(text) ?? []
  const place = { room, year: Number(year) }
  const isOffered = offeredRooms(photos).includes(room) && offeredYears(photos, now).includes(place.year)
  return isOffered ? place : undefined
}

/**
 * Room and year of a blade's block, in the address as `?a=3.2026`; for all blades together as `?all=3.2026`. Until the user
 * chooses one, it is the place of the photo in the address, otherwise the first place with photos.
 */
export function usePlace(
  blade: Blade | undefined,
  photos: Photo[],
): [PhotoPlace, (place: PhotoPlace) => void] {
  const name = blade?.toLowerCase() ?? 'all'
  const { get, change } = useAddressParams()
  const { openId } = useOpenPhoto()
  // Computed once, so that an upload or a deletion does not change the place.
  const [first] = useState(() => {
    const open = photos.find(({ id }) => id === openId)
    return open ? placeOf(open) : firstPlace(photos, new Date())
  })

  const choose = (place: PhotoPlace) => change({ [name]: writePlace(place) }, { flushSync: true })
  return [readPlace(get(name) ?? '', photos, new Date()) ?? first, choose]
}

function placeOf({ room, year }: Photo): PhotoPlace {
  return { room: room ?? '', year }
}
