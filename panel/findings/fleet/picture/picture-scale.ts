import { BLADES, type Blade } from '#domain/photo.ts'
import { pixelsOf } from '#panel/ui/root-font.ts'

/** The height of the row of a turbine, in CSS pixels. */
export const ROW_PX = 24
/** The room for the name of a turbine, and between two blades, in CSS pixels. */
export const NAME_PX = pixelsOf(11)
const GAP_PX = 28
/** The metres of fewer pixels have no tick of their own. */
const TICK_MIN_PX = 40

/** How metres along the three blades become pixels. The blades stand side by side, the root left, and have the same scale. */
export interface PictureScale {
  /** The width of all three, from the root of blade A, in CSS pixels. */
  width: number
  /** The width of a blade of `metres`, in CSS pixels. */
  bladePx: number
  metres: number
}

/** @param width of the whole picture, in CSS pixels @param longest the metres that must have room */
export function makeScale(width: number, longest: number): PictureScale {
  const all = Math.max(0, width - NAME_PX)
  return {
    width: all,
    bladePx: (all - GAP_PX * BLADES.length) / BLADES.length,
    metres: Math.max(10, longest),
  }
}

/** The pixels from the root of blade A to a metre of a blade. */
export function pixelOf({ bladePx, metres }: PictureScale, blade: Blade, metre: number): number {
  return BLADES.indexOf(blade) * (bladePx + GAP_PX) + (metre / metres) * bladePx
}

/** The place on a blade that is nearest to a pixel. */
export function placeAt({ bladePx, metres }: PictureScale, pixel: number): { blade: Blade; metre: number } {
  const index = Math.min(BLADES.length - 1, Math.max(0, Math.floor(pixel / (bladePx + GAP_PX))))
  const within = (pixel - index * (bladePx + GAP_PX)) / bladePx
  return { blade: BLADES[index] ?? 'A', metre: Math.min(1, Math.max(0, within)) * metres }
}

/** The metres with a line through all rows. */
export function ticksOf({ bladePx, metres }: PictureScale): number[] {
  const step = [5, 10, 20, 50].find((each) => (each / metres) * bladePx >= TICK_MIN_PX) ?? 100
  return Array.from({ length: Math.floor(metres / step) + 1 }, (_, index) => index * step)
}
