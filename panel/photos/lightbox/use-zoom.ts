import { type RefObject, useMemo, useState } from 'react'
import type { Photo } from '#domain/photo.ts'
import { useElementSize } from '#panel/ui/use-element-size.ts'
import {
  FITTED,
  type Frame,
  fittedSize,
  limitedView,
  nextScale,
  type Point,
  panned,
  type View,
  zoomedAt,
} from './zoom-view.ts'

type Sized = Pick<Photo, 'id' | 'width' | 'height'>

/** A change of the view. */
export type Move = (change: (view: View) => View) => void

/** The magnification of one photo in one box. */
export interface Zoom {
  /** The box. */
  surface: RefObject<HTMLElement | null>
  /** The `ref` of the box. */
  mount: (element: HTMLElement | null) => void
  frame: Frame
  view: View
  move: Move
}

const CENTRE: Point = { x: 0, y: 0 }

/** The box of a photo and the photo's size in it. */
export function useFrame(photo: Pick<Sized, 'width' | 'height'>): Pick<Zoom, 'surface' | 'mount' | 'frame'> {
  // A dialog mounts its content later, so that a plain ref would be empty when the effects run.
  const [element, mount] = useState<HTMLElement | null>(null)
  const surface = useMemo(() => ({ current: element }), [element])
  const box = useElementSize(surface)
  const { width, height } = photo
  const frame = useMemo(
    () => ({ box, fitted: fittedSize(sizeOf({ width, height }), box) }),
    [box, width, height],
  )
  return { surface, mount, frame }
}

/**
 * The magnification of the open photo. Another photo begins fitted; `viewOf` still returns the view of the former one. Where the box grows, for
 * example because a side panel closes, no margin appears; if it shrinks again, the former place is shown again.
 */
export function useZoom(photo: Sized): Zoom & { viewOf: (id: number) => View } {
  const { surface, mount, frame } = useFrame(photo)
  const [state, setState] = useState({ id: photo.id, view: FITTED })
  const viewOf = (id: number) => (state.id === id ? state.view : FITTED)
  const move: Move = (change) =>
    setState((shown) => ({
      id: photo.id,
      view: change(shown.id === photo.id ? limitedView(shown.view, frame) : FITTED),
    }))
  return { surface, mount, frame, view: limitedView(viewOf(photo.id), frame), move, viewOf }
}

/** The size of a photo in pixels; a point cloud has none and gets a square. */
export function sizeOf({ width, height }: Pick<Photo, 'width' | 'height'>) {
  return { width: width ?? 1, height: height ?? 1 }
}

/** What buttons and keys do with the view. */
export function zoomCommands({ frame, move }: Pick<Zoom, 'frame' | 'move'>) {
  return {
    /** One step; the point `at` stays where it is. */
    step: (direction: 1 | -1, at = CENTRE) =>
      move((view) => zoomedAt(view, nextScale(view.scale, direction), at, frame)),
    scaleTo: (scale: number, at = CENTRE) => move((view) => zoomedAt(view, scale, at, frame)),
    pan: (by: Point) => move((view) => panned(view, by, frame)),
    reset: () => move(() => FITTED),
  }
}

/** The scale at which one pixel of the original is one pixel of the screen. */
export function actualScale(photo: Sized, { fitted }: Frame): number {
  return sizeOf(photo).width / window.devicePixelRatio / fitted.width
}
