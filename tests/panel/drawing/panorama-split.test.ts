import { beforeEach, describe, expect, test } from 'vitest'
import { linkViews } from '#panel/panorama/split/link-views.ts'
import {
  directionBeside,
  headingOffset,
  NO_OFFSET,
  offsetBetween,
  reverse,
} from '#panel/panorama/split/offset.ts'
import { PairAlignment } from '#panel/panorama/split/pair-alignment.ts'
import { readOffset, STORED_OFFSETS_MAX, storeOffset } from '#panel/panorama/split/stored-offsets.ts'
import type { Direction } from '#panel/panorama/view/direction.ts'
import type { MoveListener } from '#panel/panorama/view/panorama-view.ts'

const USER = 7

beforeEach(() => localStorage.clear())

/** A view without a picture, which can be turned. */
function openView(yaw = 0) {
  const listeners = new Set<MoveListener>()
  let direction: Direction = { yaw, pitch: 0, fov: 75 }
  function look(next: Direction, isByUser: boolean) {
    direction = next
    for (const listener of listeners) listener(isByUser)
  }
  return {
    get direction() {
      return direction
    },
    set direction(next: Direction) {
      look(next, false)
    },
    /** Turns the view as the user does by dragging and zooming. */
    turnTo: (next: Direction) => look(next, true),
    onMove(listener: MoveListener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function openPair(offset = NO_OFFSET) {
  const [first, second] = [openView(), openView()]
  const alignment = new PairAlignment(USER, [1, 2], offset)
  return { first, second, alignment, end: linkViews(first, second, alignment) }
}

describe('an offset', () => {
  test('continues at -180° when it passes 180°', () => {
    const direction = { yaw: 170, pitch: 5, fov: 60 }
    expect(directionBeside(direction, { yaw: 30, pitch: -2 })).toEqual({ yaw: -160, pitch: 3, fov: 60 })
    expect(offsetBetween({ yaw: 170, pitch: 5 }, { yaw: -160, pitch: 3 })).toEqual({ yaw: 30, pitch: -2 })
  })

  test('is undone by its reverse', () => {
    const first = { yaw: -175, pitch: 10, fov: 50 }
    for (const offset of [
      { yaw: 40, pitch: -15 },
      { yaw: -180, pitch: 0 },
      { yaw: -20.5, pitch: 1.25 },
    ])
      expect(directionBeside(directionBeside(first, offset), reverse(offset))).toEqual(first)
  })

  test('follows from the headings, if both photos have one', () => {
    expect(headingOffset(350, 20)).toEqual({ yaw: -30, pitch: 0 })
    expect(headingOffset(10, 350)).toEqual({ yaw: 20, pitch: 0 })
    expect(headingOffset(10, null)).toEqual(NO_OFFSET)
  })
})

describe('a stored offset', () => {
  test('is valid for both orders of its photos, and for its user alone', () => {
    storeOffset(USER, [9, 4], { yaw: 25, pitch: -3 })
    expect(readOffset(USER, [9, 4])).toEqual({ yaw: 25, pitch: -3 })
    expect(readOffset(USER, [4, 9])).toEqual({ yaw: -25, pitch: 3 })
    expect(readOffset(8, [9, 4])).toBeUndefined()
    storeOffset(USER, [4, 9], undefined)
    expect(readOffset(USER, [9, 4])).toBeUndefined()
  })

  test('is forgotten when there are too many newer ones', () => {
    for (let id = 1; id <= STORED_OFFSETS_MAX + 1; id += 1)
      storeOffset(USER, [id, 1000], { yaw: id, pitch: 0 })
    expect(readOffset(USER, [1, 1000])).toBeUndefined()
    expect(readOffset(USER, [2, 1000])).toEqual({ yaw: 2, pitch: 0 })
  })

  test('is ignored if the stored text is invalid', () => {
    localStorage.setItem(`kanat.panorama-offsets.${USER}`, '[["a"]]')
    expect(readOffset(USER, [1, 2])).toBeUndefined()
  })
})

describe('two linked views', () => {
  test('turn and zoom together, whichever the user moves, and their offset does not change', () => {
    const { first, second } = openPair({ yaw: 90, pitch: 10 })
    expect(second.direction).toEqual({ yaw: 90, pitch: 10, fov: 75 })
    first.turnTo({ yaw: 120, pitch: 85, fov: 40 })
    expect(second.direction).toEqual({ yaw: -150, pitch: 90, fov: 40 })
    // At the zenith the second view cannot follow completely. The offset stays the same.
    second.turnTo({ yaw: -150, pitch: 10, fov: 50 })
    expect(first.direction).toEqual({ yaw: 120, pitch: 0, fov: 50 })
  })

  test('take the direction of the first one when a picture appears in the second one', () => {
    const { first, second, alignment } = openPair({ yaw: 20, pitch: 0 })
    first.turnTo({ yaw: -9, pitch: 0, fov: 75 })
    alignment.toggleAligning()
    second.direction = { yaw: 0, pitch: 0, fov: 75 }
    expect(first.direction.yaw).toBe(-9)
    expect(second.direction.yaw).toBe(11)
    expect(alignment.offset.yaw).toBe(20)
  })

  test('are aligned by turning one of them, and stay aligned', () => {
    const { first, second, alignment } = openPair()
    alignment.toggleAligning()
    second.turnTo({ yaw: 33, pitch: -4, fov: 75 })
    expect(first.direction).toEqual({ yaw: 0, pitch: 0, fov: 75 })
    second.turnTo({ yaw: 35, pitch: -4, fov: 60 })
    expect(first.direction, 'a zoom moves both').toEqual({ yaw: 2, pitch: 0, fov: 60 })
    alignment.toggleAligning()
    first.turnTo({ yaw: 160, pitch: 1, fov: 60 })
    expect(second.direction).toEqual({ yaw: -167, pitch: -3, fov: 60 })
    expect(new PairAlignment(USER, [2, 1], NO_OFFSET).offset).toEqual({ yaw: -33, pitch: 4 })
  })

  test('follow a changed or reset offset, and do not follow anything after they are unlinked', () => {
    const { first, second, alignment, end } = openPair({ yaw: 5, pitch: 0 })
    alignment.change({ yaw: 190, pitch: 0 })
    expect(second.direction.yaw).toBe(-170)
    alignment.reset()
    expect(second.direction.yaw).toBe(5)
    end()
    first.turnTo({ yaw: 50, pitch: 0, fov: 75 })
    expect(second.direction.yaw).toBe(5)
  })
})
