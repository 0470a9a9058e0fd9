import { type RefObject, useEffect, useLayoutEffect } from 'react'
import type { FindingShape } from '#domain/findings/finding-shape.ts'
import { boundsOf, pointAt } from '#panel/drawing/geometry/shapes.ts'
import type { ShapeSurface } from '#panel/drawing/surface.ts'

/** Makes the photo narrower while a form is open that would cover its mark. Otherwise the photo keeps its place. */
export function useRoomBeside(
  form: RefObject<HTMLElement | null>,
  surface: ShapeSurface,
  shape: FindingShape | null,
  side: 'left' | 'right',
) {
  const { element } = surface
  // biome-ignore lint/correctness/useExhaustiveDependencies: the surface is another one after the photo has become narrower
  useLayoutEffect(() => {
    if (form.current && shape && surface.on === 'image' && isCovered(surface, shape, form.current))
      element.dataset.formSide = side
  }, [shape])
  useEffect(
    () => () => {
      delete element.dataset.formSide
    },
    [element],
  )
}

function isCovered(surface: ShapeSurface, shape: FindingShape, form: HTMLElement): boolean {
  const { x, y, width, height } = boundsOf(shape)
  const from = surface.positionOf(pointAt(shape.on, x - width / 2, y - height / 2))
  const to = surface.positionOf(pointAt(shape.on, x + width / 2, y + height / 2))
  if (!from || !to) return false
  const { left, top } = surface.element.getBoundingClientRect()
  const cover = form.getBoundingClientRect()
  const isBeside = left + to.x < cover.left || left + from.x > cover.right
  return !isBeside && top + to.y >= cover.top && top + from.y <= cover.bottom
}
