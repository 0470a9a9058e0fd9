import { effect } from '@preact/signals-react'
import type { PanoramaView } from '../view/panorama-view.ts'
import { directionBeside, offsetBetween, reversed } from './offset.ts'
import type { PairAlignment } from './pair-alignment.ts'

type LinkedView = Pick<PanoramaView, 'direction' | 'onMove'>

/**
 * Lets two views turn and zoom together: the second one always looks by the offset beside the first one. While the user lines
 * them up, a turn of one view changes the offset instead. Only the user turns the first view through the second one: a picture
 * that appears in the second one, or a new size, does not.
 *
 * @returns ends it
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
    // A zoom turns the view a little too, but lines up nothing.
    const isTurn = isByUser && leader.direction.fov === fov
    if (alignment.isLiningUp && isTurn) alignment.change(offsetBetween(first.direction, second.direction))
    else if (leader === first || !isByUser) turn(second, directionBeside(first.direction, alignment.offset))
    else turn(first, directionBeside(second.direction, reversed(alignment.offset)))
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
