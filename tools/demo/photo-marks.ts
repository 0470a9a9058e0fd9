import type { FindingShape, ShapePoint } from '#domain/findings/finding-shape.ts'
import type { Box, DrawnDamage } from './drawing/drawn-damage.ts'
import type { PlannedPhoto } from './plans/photo-plan.ts'
import type { Variation } from './variation.ts'

/** A damage as a photo shows it. */
export interface PhotoMark extends Pick<DrawnDamage, 'type' | 'measures'> {
  shape: FindingShape
}

/** The part of a damage that must be in the photo, across and down. */
const SEEN_PART = 0.3
/** A panorama turns by up to an eighth of a turn to either side. */
const PANORAMA_TURNS = 0.25
/** Boxes are written in steps of a hundred-thousandth. */
const STEPS = 100_000

/** How far a panorama is turned, as a fraction of its width. */
export function panoramaTurn({ across }: Variation): number {
  return (across - 0.5) * PANORAMA_TURNS
}

/** The cut-out of a photo in its picture, in pixels. */
export function cutOutOf(picture: { width: number; height: number }, { size, across, down }: Variation) {
  const width = Math.round(picture.width * size)
  const height = Math.round(picture.height * size)
  const left = Math.floor(across * (picture.width - width))
  const top = Math.floor(down * (picture.height - height))
  return { left, top, width, height }
}

/** The damages of a picture as a photo made from it shows them. Damages that are mostly cut off are left out. */
export function marksOf(
  picture: { width: number; height: number; damages: readonly DrawnDamage[] },
  { motif, variation }: PlannedPhoto,
): PhotoMark[] {
  return picture.damages.flatMap(({ type, box, measures }) => {
    const shape = motif.camera === 'panorama' ? onSphere(box, variation) : onImage(box, picture, variation)
    return shape ? [{ type, measures, shape }] : []
  })
}

function onImage(
  box: Box,
  picture: { width: number; height: number },
  variation: Variation,
): FindingShape | undefined {
  const cut = cutOutOf(picture, variation)
  const across = (x: number) => (x * picture.width - cut.left) / cut.width
  const down = (y: number) => (y * picture.height - cut.top) / cut.height
  const [from, to] = [across(box.left), across(box.right)]
  const [left, right] = (variation.mirrored ? [1 - to, 1 - from] : [from, to]).map(within) as ShapePoint
  const [top, bottom] = [within(down(box.top)), within(down(box.bottom))]
  const seenAcross = (right - left) / (to - from)
  const seenDown = (bottom - top) / (down(box.bottom) - down(box.top))
  if (Math.min(seenAcross, seenDown) < SEEN_PART) return undefined
  return {
    on: 'image',
    kind: 'box',
    points: [
      [round(left), round(top)],
      [round(right), round(bottom)],
    ],
  }
}

/** From the lower left corner to the right and up, in degrees. */
function onSphere({ left, top, right, bottom }: Box, variation: Variation): FindingShape {
  const longitude = (x: number) => {
    const turned = x - panoramaTurn(variation)
    return round((turned - Math.floor(turned) - 0.5) * 360)
  }
  const latitude = (y: number) => round((0.5 - y) * 180)
  return {
    on: 'sphere',
    kind: 'box',
    points: [
      [longitude(left), latitude(bottom)],
      [longitude(right), latitude(top)],
    ],
  }
}

function within(fraction: number): number {
  return Math.min(1, Math.max(0, fraction))
}

function round(value: number): number {
  return Math.round(value * STEPS) / STEPS
}
