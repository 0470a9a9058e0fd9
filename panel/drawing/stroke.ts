import type { Position } from './geometry/point.ts'

/** What a tool does while a pointer is held down: each tool has its own stroke. */
export interface Stroke {
  /** Draws what the pointer has drawn so far. */
  draw: (to: Position) => void
  /** The pointer is released. @param isClick true if it has hardly moved */
  end: (to: Position, isClick: boolean) => void
  /** True if a drag moves the picture, and only a click draws. */
  pans?: boolean
}

interface ShapeStroke<Shape> {
  /** The shape when the pointer is at a position; undefined while it is too small to be visible. */
  shapeAt: (to: Position) => Shape | undefined
  /** Draws the shape before it is kept. */
  show: (shape: Shape | undefined) => void
  keep: (shape: Shape) => void
  /** Runs if the pointer was released where it was pressed. */
  click?: () => void
}

/** A stroke that draws or changes a shape. */
export function shapeStroke<Shape>({ shapeAt, show, keep, click }: ShapeStroke<Shape>): Stroke {
  return {
    draw: (to) => show(shapeAt(to)),
    end(to, isClick) {
      const shape = isClick ? undefined : shapeAt(to)
      if (isClick) click?.()
      else if (shape !== undefined) keep(shape)
    },
  }
}

/** A stroke of which at most a click counts; a drag moves the picture. */
export function clickStroke(click: () => void = () => {}): Stroke {
  return { draw: () => {}, end: (_, isClick) => isClick && click(), pans: true }
}
