import type { FindingShape, ShapePoint } from '#domain/findings/finding-shape.ts'
import type { On } from './shapes.ts'

/** A position in the layer of the marks. */
export interface Position {
  x: number
  y: number
}

/** A position in the window, in CSS pixels, as pointer events have it. */
export type ClientPosition = Pick<MouseEvent, 'clientX' | 'clientY'>

/**
 * The picture under the marks. The photo viewer and the 360° view each have their own: here it is decided where a point of the photo
 * is on the screen.
 */
export interface MarkSurface {
  /** What shapes are drawn on. */
  on: On
  /** The element in which pointers draw. */
  element: HTMLElement
  /**
   * The unit of positions in the layer. `fraction` if the layer is moved and magnified with the photo, so that its content stays the
   * same; `px` if each movement places it again.
   */
  unit: 'fraction' | 'px'
  /** The position of a point; undefined behind the camera. */
  place: (point: ShapePoint) => Position | undefined
  /** Where the tag of a shape is: at its upper left or highest corner. */
  anchor: (shape: FindingShape) => ShapePoint | undefined
  /** The lines of a shape. */
  outline: (shape: FindingShape) => Position[][]
  /** A shape as one of this surface, which can be changed here; undefined if this surface can only show it. */
  own: (shape: FindingShape) => FindingShape | undefined
  /** The point of the photo at a position of the window; beside the photo the nearest one. */
  pointAt: (at: ClientPosition) => ShapePoint
  /** The position of a point in the window; undefined behind the camera. */
  clientAt: (point: ShapePoint) => ClientPosition | undefined
  /** Moves the picture by CSS pixels. */
  pan: (from: ClientPosition, to: ClientPosition) => void
  /** Shows the shape in the middle, large enough. */
  reveal: (shape: FindingShape) => void
  /** The listener runs after each movement that changes positions. @returns a function that removes it */
  onMove: (listener: () => void) => () => void
  /** Gives the focus back to the picture. */
  focus: () => void
}
