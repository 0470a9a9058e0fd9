import { effect } from '@preact/signals-react'
import type { PanoramaView } from '../view/panorama-view.ts'
import { directionBeside, offsetBetween, reversed } from './offset.ts'
import type { PairAlignment } from './pair-alignment.ts'

type LinkedView = Pick<PanoramaView, 'direction' | 'onMove'>

/**
 * Lets two views turn and zoom together: the second one always looks by the offset beside the first one. While the user lines
 * them up, a turn of one view changes the offset instead.
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

  function onMove(leader: LinkedView) {
    if (isFollowing) return
    // A zoom turns the view a little too, but lines up nothing.
    const isTurn = leader.direction.fov === fov
    if (alignment.isLiningUp && isTurn) alignment.change(offsetBetween(first.direction, second.direction))
    else if (leader === first) turn(second, directionBeside(first.direction, alignment.offset))
    else turn(first, directionBeside(second.direction, reversed(alignment.offset)))
  }

  const ends = [
    first.onMove(() => onMove(first)),
    second.onMove(() => onMove(second)),
    effect(() => turn(second, directionBeside(first.direction, alignment.offset))),
  ]
  return () => {
    for (const end of ends) end()
  }
}
