import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { FindingShape } from '#domain/findings/finding-shape.ts'
import {
  type Box,
  boxAround,
  type FormSide,
  type Rooms,
  type ShapeSurface,
  sideAwayFrom,
} from '#panel/drawing/surface.ts'

/**
 * The side of the view at which a form does not cover its mark. Where both sides would cover it, the picture makes room as long as the form
 * is open; otherwise the picture keeps its place.
 */
export function useRoomBeside(
  form: RefObject<HTMLElement | null>,
  surface: ShapeSurface,
  shape: FindingShape | null,
): FormSide {
  const { element } = surface
  const [side, setSide] = useState(() => sideAwayFrom(surface, shape))
  const giveBack = useRef<() => void>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the surface is another one after the photo has become narrower
  useLayoutEffect(() => {
    const { current } = form
    const mark = shape && boxAround(surface, shape)
    if (!current || !shape || !mark) return
    const cover = boxOf(current, element)
    const isBeside = mark.right < cover.left || mark.left > cover.right
    if (isBeside || mark.bottom < cover.top || mark.top > cover.bottom) return
    const made = surface.makeRoom(
      shape,
      side,
      roomsOf(boxOf(current.offsetParent ?? element, element), cover, side),
    )
    giveBack.current = made.giveBack
    setSide(made.side)
  }, [shape])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another element has its own room
  useEffect(() => () => giveBack.current?.(), [element])
  return side
}

/** What stays free of a form at each side, when it is at one of them now. */
function roomsOf(around: Box, cover: Box, side: FormSide): Rooms {
  const taken = side === 'left' ? cover.right - around.left : around.right - cover.left
  return {
    left: { ...around, left: around.left + taken },
    right: { ...around, right: around.right - taken },
  }
}

/** The place of an element in another one. */
function boxOf(a: Element, b: Element): Box {
  const { left: x, top: y } = b.getBoundingClientRect()
  const { left, right, top, bottom } = a.getBoundingClientRect()
  return { left: left - x, right: right - x, top: top - y, bottom: bottom - y }
}
