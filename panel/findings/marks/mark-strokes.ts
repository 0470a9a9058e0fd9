import type { FindingShape, ShapePoint } from '#domain/findings/finding-shape.ts'
import type { MarkTool } from './mark-keys.ts'
import type { ClientPosition, MarkSurface } from './mark-surface.ts'
import { boxShape, type Handle, moved, pointShape, reshaped } from './shapes.ts'

/** What happens while a pointer is held down on the photo. */
export interface Stroke {
  /** What the pointer draws so far, by key of the mark; 0 for a new one. Undefined while nothing is to be drawn. */
  preview: (to: ShapePoint) => { key: number; shape: FindingShape } | undefined
  /** The drag is over. @param isClick true if the pointer has hardly moved */
  end: (to: ShapePoint, isClick: boolean) => void
  /** True if a drag moves the picture, and only a click draws. */
  pans?: boolean
}

/** The mark that can be changed: its form is open. */
export interface OpenMark {
  key: number
  shape: FindingShape
}

interface StrokeOptions {
  surface: MarkSurface
  from: ClientPosition
  tool: MarkTool | undefined
  open: OpenMark | undefined
  /** What the pointer was pressed on: a handle of the open mark, or the mark itself. */
  target: Handle | 'mark' | undefined
  corners: readonly ShapePoint[]
  onShape: (shape: FindingShape) => void
  onReshape: (shape: FindingShape) => void
  onCorner: (corner: ShapePoint) => void
  onClose: () => void
  onReference: (from: ShapePoint, to: ShapePoint) => void
}

/** How near to the first corner a click closes a polygon, in CSS pixels. */
const CLOSE_PX = 10

/** Begins what a pressed pointer does; undefined if the picture itself gets the pointer. */
export function beginStroke(options: StrokeOptions): Stroke | undefined {
  const { surface, from, tool, open, target, onReshape } = options
  const start = surface.pointAt(from)
  if (open && target) {
    const { key } = open
    const at = (to: ShapePoint) =>
      target === 'mark' ? moved(open.shape, start, to) : reshaped(open.shape, target, to)
    return {
      preview: (to) => ({ key, shape: at(to) }),
      end: (to, isClick) => !isClick && onReshape(at(to)),
    }
  }
  switch (tool) {
    case undefined:
      return undefined
    case 'box':
      return {
        preview: (to) => preview(boxShape(surface.on, start, to)),
        end: (to, isClick) => {
          const shape = isClick ? pointShape(surface.on, start) : boxShape(surface.on, start, to)
          if (shape) options.onShape(shape)
        },
      }
    case 'polygon':
      return {
        preview: () => undefined,
        end: (_, isClick) => isClick && endCorner(options, start),
        pans: true,
      }
    case 'reference':
      return {
        preview: (to) => preview({ on: surface.on, kind: 'polygon', points: [start, to] } as FindingShape),
        end: (to, isClick) => !isClick && options.onReference(start, to),
      }
  }
}

/** A click on the first corner closes the polygon, another one adds a corner. */
function endCorner({ surface, from, corners, onCorner, onClose }: StrokeOptions, corner: ShapePoint) {
  const [first] = corners
  const at = first && surface.clientAt(first)
  const isOnFirst =
    at !== undefined && Math.hypot(at.clientX - from.clientX, at.clientY - from.clientY) <= CLOSE_PX
  if (isOnFirst && corners.length >= 3) onClose()
  else onCorner(corner)
}

function preview(shape: FindingShape | undefined) {
  return shape && { key: 0, shape }
}
