import type { FindingShape } from '../../domain/findings/finding-shape.ts'

interface Size {
  width: number
  height: number
}

/** A mark as an SVG element in a drawing with the pixels of its photo. */
export interface MarkOutline {
  tag: 'circle' | 'rect' | 'polygon'
  attributes: Record<string, number | string>
}

/** The look of a mark: as on photos in the panel, in both themes. */
const MARK_LOOK = {
  class: 'fill-none stroke-[#ffd84d] [stroke-width:3px]',
  'vector-effect': 'non-scaling-stroke',
}

/** The radius of a point's ring, as a share of the photo's width. */
const RING = 0.025

/** The mark on its photo; undefined for one that a flat picture of its sphere cannot show in one piece. */
export function outlineOf(shape: FindingShape, size: Size): MarkOutline | undefined {
  const points = pointsOf(shape, size).map(([across, down]): [number, number] => [
    Math.round(across * size.width),
    Math.round(down * size.height),
  ])
  const [first, second] = points
  if (!first) return undefined
  if (shape.kind === 'point')
    return {
      tag: 'circle',
      attributes: { cx: first[0], cy: first[1], r: Math.round(RING * size.width), ...MARK_LOOK },
    }
  if (shape.kind === 'polygon')
    return {
      tag: 'polygon',
      attributes: { points: points.map((point) => point.join(',')).join(' '), ...MARK_LOOK },
    }
  return second && { tag: 'rect', attributes: { ...boxBetween(first, second), ...MARK_LOOK } }
}

function boxBetween([left, top]: [number, number], [right, bottom]: [number, number]) {
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** The points as shares of width and height; none for a mark that a flat picture of its sphere cannot show in one piece. */
function pointsOf({ on, kind, points }: FindingShape, size: Size): [number, number][] {
  if (on === 'image') return points
  const flat = points.map(([right, up]): [number, number] => [(right + 180) / 360, (90 - up) / 180])
  const [one, two] = flat
  if (size.width !== size.height * 2 || !one) return []
  if (kind !== 'box') return flat
  return two && one[0] < two[0]
    ? [
        [one[0], two[1]],
        [two[0], one[1]],
      ]
    : []
}
