import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { FindingShape } from '#domain/findings/finding-shape.ts'
import { type Box, boxAround, type Room, type ShapeSurface } from '#panel/drawing/surface.ts'

/** Moves the picture while a form is open that would cover its mark. Otherwise the picture keeps its place. */
export function useRoomBeside(
  form: RefObject<HTMLElement | null>,
  surface: ShapeSurface,
  shape: FindingShape | null,
  side: Room['side'],
) {
  const { element } = surface
  const giveBack = useRef<() => void>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the surface is another one after the photo has become narrower
  useLayoutEffect(() => {
    const { current } = form
    const mark = shape && boxAround(surface, shape)
    if (!current || !shape || !mark) return
    const cover = boxOf(current, element)
    const isBeside = mark.right < cover.left || mark.left > cover.right
    if (isBeside || mark.bottom < cover.top || mark.top > cover.bottom) return
    const around = boxOf(current.offsetParent ?? element, element)
    const free = side === 'left' ? { ...around, left: cover.right } : { ...around, right: cover.left }
    giveBack.current = surface.makeRoom(shape, { side, free })
  }, [shape])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another element has its own room
  useEffect(() => () => giveBack.current?.(), [element])
}

/** The place of an element in another one. */
function boxOf(one: Element, other: Element): Box {
  const { left: x, top: y } = other.getBoundingClientRect()
  const { left, right, top, bottom } = one.getBoundingClientRect()
  return { left: left - x, right: right - x, top: top - y, bottom: bottom - y }
}
