import { useEffect, useMemo, useRef } from 'react'
import type { Photo } from '#domain/photo.ts'
import { FINDING_PARAM } from '#panel/findings/open-finding.ts'
import { directionText, readDirection } from '#panel/panorama/direction-address.ts'
import type { Direction } from '#panel/panorama/view/direction.ts'
import { ADDRESS_DELAY_MS, useAddressParams } from '#panel/ui/address/address-params.ts'
import { type PanoramaPlace, placeOf } from './panorama-place.ts'

/**
 * Blade, room, photo and direction of the 360° view, in the address: `?blade=A&room=3&photo=17&at=12.5,-4,60`. The direction is yaw, pitch
 * and vertical angle of view, in degrees. A change of place replaces the history entry, so that Back leaves the 360° view.
 */
export function usePanoramaAddress(photos: Photo[]) {
  const { get, current, change } = useAddressParams()
  const [blade, room, photo] = [get('blade'), get('room'), get('photo')]
  const place = useMemo(() => placeOf(photos, { blade, room, photo }), [photos, blade, room, photo])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // The history entry may be another one when the direction is written.
  const latest = useRef(change)
  useEffect(() => {
    latest.current = change
  })

  return {
    place,
    start: readDirection(get('at')),
    /**
     * @param direction the initial direction; by default the middle of the photo
     * @param beside the photo of another year to show beside it; by default unchanged
     */
    goTo(next: PanoramaPlace, direction?: Direction, beside?: Photo) {
      clearTimeout(timer.current)
      change({
        blade: next.blade,
        room: next.room,
        photo: next.photo && String(next.photo.id),
        // The open finding belongs to its photo.
        ...(next.photo?.id !== place.photo?.id && { [FINDING_PARAM]: undefined }),
        at: direction && directionText(direction),
        ...(beside && { beside: String(beside.id) }),
      })
    },
    writeDirection(direction: Direction) {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        // The address of another place may already be there, and its screen not yet.
        const isStillHere =
          current('blade') === blade && current('room') === room && current('photo') === photo
        if (isStillHere) latest.current({ at: directionText(direction) })
      }, ADDRESS_DELAY_MS)
    },
  }
}
