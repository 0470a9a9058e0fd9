import type { FindingShape, ShapePoint } from '#domain/findings/finding-shape.ts'
import type { MarkSurface, Position } from './mark-surface.ts'
import { handlesOf } from './shapes.ts'

interface DrawnMark {
  key: number
  shape: FindingShape
}

interface Drawing {
  marks: readonly DrawnMark[]
  /** The mark with handles. */
  open: DrawnMark | undefined
  /** The corners of the polygon that is being drawn, and the pointer. */
  corners: readonly ShapePoint[]
  pointer: ShapePoint | undefined
  /** What is drawn with the pointer: it replaces the mark with its key. */
  preview: DrawnMark | undefined
}

/**
 * Sets the places of all marks in the layer. It changes the elements directly, because React would change them only after the browser
 * has painted the picture, and because rendering hundreds of marks in each frame is slow.
 */
export function drawMarks(layer: HTMLElement, surface: MarkSurface, drawing: Drawing): void {
  const { marks, corners, pointer, preview } = drawing
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
  placeAll(layer, '[data-corner]', surface, corners)
  const { open } = drawing
  const changed = open && preview?.key === open.key ? preview.shape : open?.shape
  placeAll(layer, '[data-handle]', surface, changed ? handlesOf(changed).map(({ at }) => at) : [])
}

function placeAll(layer: HTMLElement, selector: string, surface: MarkSurface, points: readonly ShapePoint[]) {
  for (const [index, element] of layer.querySelectorAll<HTMLElement>(selector).entries())
    placeElement(element, surface, points[index])
}

function placeElement(element: HTMLElement, surface: MarkSurface, point: ShapePoint | undefined): void {
  const at = point && surface.place(point)
  // An element that is hidden could not be reached by the keyboard, so it is moved out of view.
  const { x, y } = at ?? { x: -1e4, y: -1e4 }
  if (surface.unit === 'px') {
    element.style.transform = `translate(${round(x)}px, ${round(y)}px)`
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
function linesThrough(surface: MarkSurface, points: readonly ShapePoint[]): Position[][] {
  return points.slice(1).flatMap((point, index) => {
    const from = points[index] ?? point
    return surface.outline({ on: surface.on, kind: 'polygon', points: [from, point] } as FindingShape)
  })
}

function pathOf(lines: readonly Position[][]): string {
  return lines
    .map((line) => line.map(({ x, y }, index) => `${index ? 'L' : 'M'}${round(x)} ${round(y)}`).join(''))
    .join('')
}

/** More digits would make no visible difference, also for fractions of a magnified photo. */
function round(length: number): number {
  return Math.round(length * 1e6) / 1e6
}
