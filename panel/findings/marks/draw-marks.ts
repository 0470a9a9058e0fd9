import type { FindingShape, ShapePoint } from '#domain/findings/finding-shape.ts'
import { pathOf } from '#panel/drawing/geometry/geometry.ts'
import type { Position } from '#panel/drawing/geometry/point.ts'
import { handlesOf } from '#panel/drawing/geometry/shapes.ts'
import type { ShapeSurface } from '#panel/drawing/surface.ts'
import type { DrawnMark } from './mark-drawing.ts'

interface ShownMarks {
  marks: readonly DrawnMark[]
  /** The mark with handles. */
  open: DrawnMark | undefined
  /** The corners of the polygon that is being drawn. */
  corners: readonly ShapePoint[]
  /** Where the line from the last corner ends. */
  pointer: ShapePoint | undefined
  /** The ends of the line of known length. */
  scale: readonly ShapePoint[]
  /** What is drawn with the pointer: it replaces the mark with its key. */
  preview: DrawnMark | undefined
}

/**
 * Sets the places of all marks in the layer. It changes the elements directly, because React would change them only after the browser
 * has painted the picture, and because rendering hundreds of marks in each frame is slow.
 */
export function drawMarks(layer: HTMLElement, surface: ShapeSurface, shown: ShownMarks): void {
  const { marks, open, corners, pointer, scale, preview } = shown
  const shapes = new Map(marks.map(({ key, shape }) => [String(key), shape]))
  if (preview) shapes.set(String(preview.key), preview.shape)
  for (const group of layer.querySelectorAll<SVGGElement>('[data-mark]')) {
    const shape = shapes.get(group.dataset.mark ?? '')
    setPath(group, shape && shape.kind !== 'point' ? surface.outline(shape) : [])
  }
  for (const tag of layer.querySelectorAll<HTMLElement>('[data-mark-tag]')) {
    const shape = shapes.get(tag.dataset.markTag ?? '')
    placeElement(tag, surface, shape && surface.anchor(shape))
  }
  const outline = layer.querySelector<SVGGElement>('[data-outline]')
  if (outline) setPath(outline, linesThrough(surface, pointer ? [...corners, pointer] : corners))
  const scaleLine = layer.querySelector<SVGGElement>('[data-scale]')
  if (scaleLine) setPath(scaleLine, linesThrough(surface, scale))
  placeElements(layer.querySelectorAll<HTMLElement>('[data-scale-tag]'), surface, scale.slice(1))
  const pulled = open && shapes.get(String(open.key))
  const handles = pulled ? handlesOf(pulled).map(({ at }) => at) : []
  placeElements(layer.querySelectorAll<HTMLElement>('[data-corner]'), surface, corners)
  placeElements(layer.querySelectorAll<HTMLElement>('[data-handle]'), surface, handles)
}

function placeElements(
  elements: Iterable<HTMLElement>,
  surface: ShapeSurface,
  points: readonly ShapePoint[],
): void {
  for (const [index, element] of [...elements].entries()) placeElement(element, surface, points[index])
}

function placeElement(element: HTMLElement, surface: ShapeSurface, point: ShapePoint | undefined): void {
  // An element that is hidden could not be reached by the keyboard, so it is moved out of view.
  const { x, y } = (point && surface.place(point)) ?? { x: -1e4, y: -1e4 }
  if (surface.unit === 'px') {
    element.style.transform = `translate(${x}px, ${y}px)`
  } else {
    element.style.left = `${x * 100}%`
    element.style.top = `${y * 100}%`
  }
}

function setPath(group: SVGGElement, lines: readonly Position[][]): void {
  const path = pathOf(lines)
  for (const element of group.children) element.setAttribute('d', path)
}

/** The line through points, side by side as the polygon will have them. */
function linesThrough(surface: ShapeSurface, points: readonly ShapePoint[]): Position[][] {
  return points.slice(1).flatMap((point, index) => {
    const side: FindingShape = { on: surface.on, kind: 'polygon', points: [points[index] ?? point, point] }
    return surface.outline(side)
  })
}
