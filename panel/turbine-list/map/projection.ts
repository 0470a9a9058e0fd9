import { geoConicConformal } from 'd3-geo'

/** The mean radius of the earth, in kilometres. */
const EARTH_RADIUS_KM = 6371

/** A place on the map: kilometres to the east and to the south of the middle of Türkiye. */
export interface Place {
  x: number
  y: number
}

/** Degrees, WGS 84. */
export interface Geographic {
  lat: number
  lon: number
}

/**
 * Lambert's conformal conic projection with the parallels usual for Türkiye. One unit is one kilometre. `tools/pictures/outlines.ts`
 * draws the outlines with the same projection.
 */
export const projection = geoConicConformal()
  .parallels([37.5, 40.5])
  .rotate([-35, 0])
  .center([0, 39])
  .scale(EARTH_RADIUS_KM)
  .translate([0, 0])

/** The part of the earth that the outlines show, in kilometres. */
export const DRAWN = { left: -1250, top: -750, right: 1250, bottom: 750 }

/** The box around Türkiye, in kilometres. */
export const COUNTRY = { left: -800, top: -390, right: 880, bottom: 370 }

export function project({ lat, lon }: Geographic): Place {
  const [x, y] = projection([lon, lat]) ?? [Number.NaN, Number.NaN]
  return { x, y }
}

export function unproject({ x, y }: Place): Geographic {
  const [lon, lat] = projection.invert?.([x, y]) ?? [Number.NaN, Number.NaN]
  return { lat, lon }
}

/** Reads `"38.42,27.14"`; undefined if the text is not latitude and longitude. */
export function readCoordinates(text: string): Geographic | undefined {
  const [lat, lon, ...rest] = text.split(',').map(Number)
  if (lat === undefined || lon === undefined || rest.length > 0) return undefined
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : undefined
}

/** True if the outlines around `place` are drawn. */
export function isDrawn({ x, y }: Place): boolean {
  return x > DRAWN.left && x < DRAWN.right && y > DRAWN.top && y < DRAWN.bottom
}
