import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import type { Photo } from '#domain/photo.ts'
import { panoramaQuery } from '#panel/data/photo-details.ts'
import { SPLIT_MODES, type SplitMode } from '#panel/panorama/split/split-mode.ts'
import { useLinkedViews } from '#panel/panorama/split/use-linked-views.ts'
import type { Direction } from '#panel/panorama/view/direction.ts'
import type { PanoramaView } from '#panel/panorama/view/panorama-view.ts'
import { useCaller } from '#panel/session/caller-context.ts'
import { useAddressLayer } from '#panel/ui/address/address-layer.ts'
import { useAddressParams } from '#panel/ui/address/address-params.ts'
import { besideOf, partnerOf } from './beside.ts'
import { type PanoramaPlace, photoOfYear } from './panorama-place.ts'

const BESIDE = 'beside'
const MODE = 'as'
/** How far an arrow key turns the second photo while the user aligns the photos, in degrees. */
const STEP = 0.5

interface SplitOptions {
  turbineId: number
  photos: Photo[]
  place: PanoramaPlace
  view: PanoramaView | undefined
  goTo: (place: PanoramaPlace, direction: Direction | undefined) => void
  /** Gets the focus when the split closes. */
  toggleButton: RefObject<HTMLElement | null>
}

export type Split = ReturnType<typeof useSplit>

/** The split view, which shows a photo of another year beside the current one: `?beside=9&as=curtain`. Back closes it. */
export function useSplit({ turbineId, photos, place, view, goTo, toggleButton }: SplitOptions) {
  const { id: userId } = useCaller()
  const { value, open, show, close } = useAddressLayer(BESIDE, [MODE])
  const { get } = useAddressParams()
  const { photo: first } = place
  const isOpen = value !== undefined && first !== undefined
  const partner = partnerOf(photos, place)
  const photo = isOpen ? besideOf(photos, place, value) : undefined
  const mode = SPLIT_MODES.find((one) => one === get(MODE)) ?? 'sides'

  const isPair = first !== undefined && photo !== undefined
  const ofFirst = useQuery({ ...panoramaQuery(turbineId, first?.id ?? 0), enabled: isPair })
  const ofSecond = useQuery({ ...panoramaQuery(turbineId, photo?.id ?? 0), enabled: isPair })
  const [firstPanorama, secondPanorama] = [ofFirst.data, ofSecond.data]
  const areDifferent =
    firstPanorama !== undefined &&
    secondPanorama !== undefined &&
    (firstPanorama.sphere === null) !== (secondPanorama.sphere === null)
  const linked = useLinkedViews(
    userId,
    view,
    { photoId: first?.id, panorama: firstPanorama },
    { photoId: areDifferent ? undefined : photo?.id, panorama: secondPanorama },
  )
  const { alignment } = linked

  // Closing goes one step back in the history. The place of the 360° view must not change with it.
  const left = useRef<PanoramaPlace>(undefined)
  const isLayer = value !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: only opening, closing and walking count
  useEffect(() => {
    if (isLayer) left.current = place
    else if (left.current) {
      goTo(left.current, view?.direction)
      left.current = undefined
    }
  }, [isLayer, place])

  function closeSplit() {
    toggleButton.current?.focus()
    void close()
  }
  function showAs(next: SplitMode) {
    if (value !== undefined) void show(value, { [MODE]: next === 'sides' ? undefined : next })
  }
  function toggle() {
    if (isOpen) closeSplit()
    else if (partner) void open(String(partner.id))
  }
  function putBeside(year: number) {
    const other = photoOfYear(photos, place, year)
    if (other) openWith(other.id)
  }
  function openWith(id: number) {
    if (isOpen) void show(String(id))
    else void open(String(id))
  }
  const turnSecond = (yaw: number, pitch: number) => () => {
    const { offset } = alignment ?? {}
    if (offset) alignment?.change({ yaw: offset.yaw + yaw * STEP, pitch: offset.pitch + pitch * STEP })
  }

  return {
    ...linked,
    isOpen,
    /** Undefined if the split is closed, or the room has no photo of another year. */
    photo,
    mode,
    /** True if one is a sphere and the other a flat photo. */
    areDifferent,
    /** True until it is known whether the second photo can be beside the first one. Its own view says when it cannot be loaded. */
    isLoading: isPair && ofFirst.isPending,
    canOpen: isOpen || partner !== undefined,
    toggle,
    close: closeSplit,
    showAs,
    putBeside,
    /** Shows the photo with this id beside the current one. */
    openWith,
    show: (id: number) => show(String(id)),
    /** The actions of keys, by `KeyboardEvent.key`. */
    keys: (): Record<string, () => void> => {
      if (!isOpen) return { y: toggle }
      const keys = {
        y: toggle,
        c: () => showAs(mode === 'sides' ? 'curtain' : 'sides'),
        Escape: closeSplit,
        ...(alignment && { h: () => alignment.toggleAligning() }),
      }
      if (!alignment?.isAligning) return keys
      return {
        ...keys,
        Escape: () => alignment.toggleAligning(),
        ArrowLeft: turnSecond(-1, 0),
        ArrowRight: turnSecond(1, 0),
        ArrowUp: turnSecond(0, 1),
        ArrowDown: turnSecond(0, -1),
      }
    },
  }
}
