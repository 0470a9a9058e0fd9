import { ZOOM_MAX, ZOOM_MIN, ZOOM_STEP } from '#domain/limits.ts'

/** The part of a picture that a box shows. It does not depend on the size of the box, so that a resize does not move the picture. */
export interface View {
  /** The magnification; 1 fits the picture into its box. */
  scale: number
  /** The point of the picture in the middle of the box, from 0 to 1. */
  x: number
  y: number
}

/** A width and a height, in one unit. */
export interface Size {
  width: number
  height: number
}

/** A position in CSS pixels, seen from the middle of the box. */
export interface Point {
  x: number
  y: number
}

/** A box with a picture: their sizes in CSS pixels; `fitted` is the size of the picture at scale 1. */
export interface Frame {
  box: Size
  fitted: Size
}

export const FITTED: View = { scale: 1, x: 0.5, y: 0.5 }

/** The size of a picture in the box at scale 1: as large as possible, also if it has fewer pixels. */
export function fittedSize(picture: Size, box: Size): Size {
  const scale = Math.min(box.width / picture.width, box.height / picture.height)
  return { width: picture.width * scale, height: picture.height * scale }
}

/**
 * The next step of the magnification. Steps are powers of 1.5 between the limits. So the same number of steps in and out returns to 1.
 *
 * @param direction 1 to magnify, -1 to reduce
 */
export function nextScale(scale: number, direction: 1 | -1): number {
  const exponent = Math.log(scale) / Math.log(ZOOM_STEP)
  // After a pinch, the scale may be between two steps.
  const nearest = Math.round(exponent)
  const isStep = Math.abs(exponent - nearest) < 0.001
  const rounded = direction === 1 ? Math.floor(exponent) : Math.ceil(exponent)
  const next = limitedScale(ZOOM_STEP ** ((isStep ? nearest : rounded) + direction))
  // The actual size of a large photo may be above the limit. A step to magnify must not reduce it.
  return direction === 1 ? Math.max(scale, next) : next
}

/** The magnification after a pinch. From the actual size of a large photo, which may be above the limit, it goes back smoothly, and no further. */
export function pinchedScale(scale: number, factor: number): number {
  return Math.min(Math.max(ZOOM_MAX, scale), Math.max(ZOOM_MIN, scale * factor))
}

function limitedScale(scale: number): number {
  return Math.min(ZOOM_MAX, Math.max(ZOOM_MIN, scale))
}

/** The point of the picture below `at`; below 0 or above 1 outside of the picture. */
export function pictureAt(view: View, { fitted }: Pick<Frame, 'fitted'>, at: Point): Point {
  return {
    x: view.x + at.x / (fitted.width * view.scale),
    y: view.y + at.y / (fitted.height * view.scale),
  }
}

/** What of the picture is in the box, as fractions of the picture; below 0 and above 1 where the picture ends inside of the box. */
export function visiblePart(view: View, frame: Frame) {
  const [x, y] = [frame.box.width / 2, frame.box.height / 2]
  const [first, last] = [pictureAt(view, frame, { x: -x, y: -y }), pictureAt(view, frame, { x, y })]
  return { left: first.x, top: first.y, right: last.x, bottom: last.y }
}

/** The position of a point of the picture, in the box. The inverse of `pictureAt`. */
export function positionOf(view: View, { fitted }: Pick<Frame, 'fitted'>, point: Point): Point {
  return {
    x: (point.x - view.x) * fitted.width * view.scale,
    y: (point.y - view.y) * fitted.height * view.scale,
  }
}

/** The view at another magnification. The point of the picture below `at` stays there, as far as the limits allow it. */
export function zoomedAt(view: View, scale: number, at: Point, frame: Frame): View {
  const point = pictureAt(view, frame, at)
  const { fitted } = frame
  const moved = {
    scale,
    x: point.x - at.x / (fitted.width * scale),
    y: point.y - at.y / (fitted.height * scale),
  }
  return limitedView(moved, frame)
}

/** The view after the picture is moved by CSS pixels. */
export function panned(view: View, by: Point, frame: Frame): View {
  const { fitted } = frame
  const moved = {
    scale: view.scale,
    x: view.x - by.x / (fitted.width * view.scale),
    y: view.y - by.y / (fitted.height * view.scale),
  }
  return limitedView(moved, frame)
}

/** No margin appears beside a picture that is larger than its box; a smaller one stays in the middle. Returns the same view if it is so already. */
export function limitedView(view: View, { box, fitted }: Frame): View {
  const limited = (centre: number, shown: number, room: number) => {
    const half = room / shown / 2
    return half >= 0.5 ? 0.5 : Math.min(1 - half, Math.max(half, centre))
  }
  const x = limited(view.x, fitted.width * view.scale, box.width)
  const y = limited(view.y, fitted.height * view.scale, box.height)
  return x === view.x && y === view.y ? view : { scale: view.scale, x, y }
}

/**
 * The new view of a second picture that moves together with the first one. It moves by the same distance on the screen and zooms by the
 * same factor, so the difference between the two views stays.
 */
export function followView(other: View, before: View, after: View, frame: Frame): View {
  const scale = limitedScale(other.scale * (after.scale / before.scale))
  const ratio = after.scale / scale
  return limitedView(
    {
      scale,
      x: other.x + (after.x - before.x) * ratio,
      y: other.y + (after.y - before.y) * ratio,
    },
    frame,
  )
}
