import { COUNTRY, DRAWN, type Place } from './projection.ts'

/** The part of the map that is visible: its centre and its width in kilometres. The height follows from the window. */
export interface MapView extends Place {
  width: number
}

/** The size of the map on the screen, in CSS pixels. */
export interface Size {
  width: number
  height: number
}

type Box = typeof COUNTRY

/** The smallest width of a view, in kilometres. At this width, turbines of one site do not overlap. */
const WIDTH_MIN_KM = 1
/** A fitted view is this much larger than its box, so that no marker is cut off. */
const MARGIN = 1.2
/** The width of the first view if all turbines are at one site, in kilometres. It shows enough of the surroundings to recognize the place. */
export const SURROUNDINGS_KM = 240

/** CSS pixels for each kilometre. */
export function scaleOf(view: MapView, size: Size): number {
  return size.width / view.width
}

/** The smallest view that shows all of `places`, or the whole country if there are none. */
export function fitView(places: Place[], size: Size, widthMin = WIDTH_MIN_KM): MapView {
  const { left, top, right, bottom } = places.length > 0 ? boxOf(places) : COUNTRY
  const margin = places.length > 0 ? MARGIN : 1
  const width = Math.max(right - left, ((bottom - top) * size.width) / size.height) * margin
  return clampView({ x: (left + right) / 2, y: (top + bottom) / 2, width: Math.max(width, widthMin) }, size)
}

/** Zooms by `factor`; the place under the point `at` (pixels from the centre of the map) stays where it is. */
export function zoomView(view: MapView, size: Size, factor: number, at = { x: 0, y: 0 }): MapView {
  const width = clampWidth(view.width / factor, size)
  const shift = (view.width - width) / size.width
  return clampView({ x: view.x + at.x * shift, y: view.y + at.y * shift, width }, size)
}

/** Moves the view by this many pixels. */
export function panView(view: MapView, size: Size, dx: number, dy: number): MapView {
  const scale = scaleOf(view, size)
  return clampView({ ...view, x: view.x + dx / scale, y: view.y + dy / scale }, size)
}

/** The position of a place, in pixels from the top left corner of the map. */
export function toPixels(place: Place, view: MapView, size: Size): Place {
  const scale = scaleOf(view, size)
  return { x: (place.x - view.x) * scale + size.width / 2, y: (place.y - view.y) * scale + size.height / 2 }
}

export function isInView(place: Place, view: MapView, size: Size): boolean {
  const halfHeight = (view.width * size.height) / size.width / 2
  return Math.abs(place.x - view.x) <= view.width / 2 && Math.abs(place.y - view.y) <= halfHeight
}

/** The view, limited to the zoom range and to the drawn area. */
export function clampView(view: MapView, size: Size): MapView {
  const width = clampWidth(view.width, size)
  const height = (width * size.height) / size.width
  return {
    x: clampCentre(view.x, width, DRAWN.left, DRAWN.right),
    y: clampCentre(view.y, height, DRAWN.top, DRAWN.bottom),
    width,
  }
}

function clampWidth(width: number, size: Size): number {
  const aspect = size.width / size.height
  const wholeCountry = Math.max(COUNTRY.right - COUNTRY.left, (COUNTRY.bottom - COUNTRY.top) * aspect)
  const allDrawn = Math.min(DRAWN.right - DRAWN.left, (DRAWN.bottom - DRAWN.top) * aspect)
  return Math.min(Math.max(width, WIDTH_MIN_KM), Math.max(wholeCountry, allDrawn))
}

function clampCentre(centre: number, extent: number, start: number, end: number): number {
  if (extent >= end - start) return (start + end) / 2
  return Math.min(Math.max(centre, start + extent / 2), end - extent / 2)
}

function boxOf(places: Place[]): Box {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (const { x, y } of places) {
    box.left = Math.min(box.left, x)
    box.right = Math.max(box.right, x)
    box.top = Math.min(box.top, y)
    box.bottom = Math.max(box.bottom, y)
  }
  return box
}
