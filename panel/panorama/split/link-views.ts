import { effect } from '@preact/signals-react'
import type { PanoramaView } from '../view/panorama-view.ts'
import { directionBeside, offsetBetween, reverse } from './offset.ts'
import type { PairAlignment } from './pair-alignment.ts'

type LinkedView = Pick<PanoramaView, 'direction' | 'onMove'>

/**
 * Makes two views turn and zoom together. The direction of the second view is that of the first view plus the offset. While the user
 * aligns the photos, turning one view changes the offset instead. The first view follows the second one only when the user turns or
 * zooms it, and not when a picture appears in it or its size changes.
 *
 * @returns a function that ends the link
 */
export function linkViews(first: LinkedView, second: LinkedView, alignment: PairAlignment): () => void {
  let isFollowing = false
  let { fov } = first.direction

  function turn(follower: LinkedView, direction: LinkedView['direction']) {
    isFollowing = true
    fov = direction.fov
    follower.direction = direction
    isFollowing = false
  }

  function onMove(leader: LinkedView, isByUser: boolean) {
    if (isFollowing) return
    // Zooming also turns the view a little, but must not change the offset.
    const isTurn = isByUser && leader.direction.fov === fov
    if (alignment.isAligning && isTurn) alignment.change(offsetBetween(first.direction, second.direction))
    else if (leader === first || !isByUser) turn(second, directionBeside(first.direction, alignment.offset))
    else turn(first, directionBeside(second.direction, reverse(alignment.offset)))
  }

  const ends = [
    first.onMove((isByUser) => onMove(first, isByUser)),
    second.onMove((isByUser) => onMove(second, isByUser)),
    effect(() => turn(second, directionBeside(first.direction, alignment.offset))),
  ]
  return () => {
    for (const end of ends) end()
  }
}
