import type { FindingShape, ShapePoint } from '#domain/findings/finding-shape.ts'
import type { Position } from './geometry/point.ts'
import type { On } from './geometry/shapes.ts'

/** The picture under what is drawn. */
export interface Surface {
  /** The element in which pointers draw. Positions are counted from its top left corner. */
  element: HTMLElement
  /** The part of `element` that turns with the pointers which the drawing leaves to it. Without it, `pan` moves the picture. */
  canvas?: HTMLElement
  /** Moves the picture, as a drag from one position to another does. */
  pan?: (from: Position, to: Position) => void
  /** The listener runs after each movement that changes positions. @returns a function that removes it */
  onMove: (listener: () => void) => () => void
}

/** The picture under shapes of findings: it decides where a point is on the screen. The lightbox and the 360° view each have their own. */
export interface ShapeSurface extends Surface {
  /** What shapes are drawn on. */
  on: On
  /**
   * The unit of places in the layer of the shapes. `fraction` if the layer is moved and magnified with the photo, so that its content
   * stays the same; `px` if each movement places it again.
   */
  unit: 'fraction' | 'px'
  /** The point of the photo at a position; beside the photo the nearest one. */
  pointAt: (at: Position) => ShapePoint
  /** The position of a point; undefined behind the camera. */
  positionOf: (point: ShapePoint) => Position | undefined
  /** The place of a point in the layer; undefined behind the camera. */
  place: (point: ShapePoint) => Position | undefined
  /** Where the tag of a shape is: at its upper left or highest corner. */
  anchor: (shape: FindingShape) => ShapePoint | undefined
  /** The lines of a shape in the layer. */
  outline: (shape: FindingShape) => Position[][]
  /** A shape as one of this surface, which can be changed here; undefined if this surface can only show it. */
  own: (shape: FindingShape) => FindingShape | undefined
  /** Shows the shape in the middle, large enough. */
  reveal: (shape: FindingShape) => void
  /**
   * Moves the picture so that a form does not cover the shape.
   *
   * @param side where the form is
   * @returns where the form goes, and a function that gives the room back
   */
  makeRoom: (shape: FindingShape, side: FormSide, rooms: Rooms) => { side: FormSide; giveBack: () => void }
  /** The picture: it gets the focus when a form closes. */
  focusTarget: () => HTMLElement | undefined
}

export type FormSide = 'left' | 'right'

/** The parts of the element that stay free of a form at the left and of one at the right. */
export type Rooms = Record<FormSide, Box>

/** A rectangle in the element, in CSS pixels from its top left corner. */
export interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/** The rectangle around a shape on the screen; undefined if it is behind the camera. */
export function boxAround(surface: ShapeSurface, shape: FindingShape): Box | undefined {
  const anchor = surface.anchor(shape)
  const tag = anchor && surface.place(anchor)
  const places = [...surface.outline(shape).flat(), ...(tag ? [tag] : [])].flatMap(
    ({ x, y }) => (surface.unit === 'px' ? { x, y } : surface.positionOf([x, y])) ?? [],
  )
  if (places.length === 0) return undefined
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)]
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
}

export function middleOfBox({ left, right, top, bottom }: Box): Position {
  return { x: (left + right) / 2, y: (top + bottom) / 2 }
}

/** The side of the element that is farther from the middle of the shape. */
export function sideAwayFrom(surface: ShapeSurface, shape: FindingShape | null): FormSide {
  const box = shape && boxAround(surface, shape)
  return box && middleOfBox(box).x > middleOf(surface).x ? 'left' : 'right'
}

/** The middle of the element. */
export function middleOf({ element }: Surface): Position {
  const { width, height } = element.getBoundingClientRect()
  return { x: width / 2, y: height / 2 }
}
