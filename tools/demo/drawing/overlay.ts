import type { Picture } from './film.ts'
import { distanceTo, strokesOf, widthOf } from './lettering.ts'
import { clamp } from './noise.ts'

/** Lines of text burnt into a picture, as crawler cameras and old compact cameras do it. */
export interface Overlay {
  lines: readonly string[]
  /** The corner they stand in. */
  corner: 'top-left' | 'bottom-right'
  /** 8-bit sRGB. */
  colour: readonly [number, number, number]
  /** Height of a letter, in pixels. */
  size: number
}

/** Writes the overlay into the picture itself. */
export function burnIn(picture: Picture, { lines, corner, colour, size }: Overlay): void {
  const margin = size * 1.4
  lines.forEach((line, index) => {
    const width = widthOf(line) * size
    const left = corner === 'top-left' ? margin : picture.width - margin - width
    const top =
      corner === 'top-left'
        ? margin + index * size * 1.6
        : picture.height - margin - size * (1 + 1.6 * (lines.length - 1 - index))
    writeLine(picture, line, left, top, size, colour)
  })
}

function writeLine(
  picture: Picture,
  line: string,
  left: number,
  top: number,
  size: number,
  colour: readonly [number, number, number],
): void {
  const half = size * 0.075
  for (const stroke of strokesOf(line)) {
    const segment = {
      x0: left + stroke.x0 * size,
      y0: top + stroke.y0 * size,
      x1: left + stroke.x1 * size,
      y1: top + stroke.y1 * size,
    }
    const reach = half * 2 + 2
    for (
      let y = Math.floor(Math.min(segment.y0, segment.y1) - reach);
      y <= Math.max(segment.y0, segment.y1) + reach;
      y++
    ) {
      for (
        let x = Math.floor(Math.min(segment.x0, segment.x1) - reach);
        x <= Math.max(segment.x0, segment.x1) + reach;
        x++
      ) {
        if (x < 0 || y < 0 || x >= picture.width || y >= picture.height) continue
        const away = distanceTo(segment, x, y)
        const rim = clamp(half + 2 - away, 0, 1) * 0.5
        const ink = clamp(half + 0.5 - away, 0, 1)
        const at = (y * picture.width + x) * 3
        for (let channel = 0; channel < 3; channel++) {
          const under = picture.pixels[at + channel] as number
          // A dark rim first, so that the text stays readable on a bright wall; and it is not drawn twice where strokes meet.
          const rimmed = ink > 0 ? under : Math.min(under, under * (1 - rim) + 20)
          picture.pixels[at + channel] = rimmed + ((colour[channel] as number) - rimmed) * ink
        }
      }
    }
  }
}
