import type { FindingShape } from '#domain/findings/finding-shape.ts'
import { FINDING_TYPES } from '#server/features/findings/finding-types.ts'
import type { FiledFinding } from './finding-pages.ts'

/** How many images are one piece of the file. */
const IMAGES_AT_ONCE = 1000

type Point = FindingShape['points'][number]

/**
 * The boxes and polygons on photos in the format of COCO, in parts, for training detectors. Its formats have neither points nor marks on a sphere.
 *
 * @see https://cocodataset.org/#format-data
 */
export async function* findingCoco(pages: AsyncIterable<FiledFinding[]>): AsyncGenerator<string, undefined> {
  // Only the images are kept until the end, because many findings share one.
  const images = new Map<number, string>()
  let hasUnknownType = false
  let separator = ''
  yield '{"annotations":['
  for await (const page of pages) {
    const annotations: string[] = []
    for (const { finding, photo } of page) {
      const { shape } = finding
      if (shape?.on !== 'image' || shape.kind === 'point') continue
      if (!photo || photo.width === null || photo.height === null) continue
      const { id, name, width, height } = photo
      if (!images.has(id)) images.set(id, JSON.stringify({ id, file_name: name, width, height }))
      const corners = cornersOf(shape).map(
        ([x, y]): Point => [x * (photo.width ?? 0), y * (photo.height ?? 0)],
      )
      const category_id = categoryOf(finding.type)
      if (category_id === 0) hasUnknownType = true
      const annotation = {
        id: finding.id,
        image_id: photo.id,
        category_id,
        iscrowd: 0,
        segmentation: [corners.flat().map(round)],
        bbox: boundsOf(corners).map(round),
        area: round(areaOf(corners)),
        attributes: { number: finding.number, severity: finding.severity, status: finding.status },
      }
      annotations.push(separator + JSON.stringify(annotation))
      separator = ','
    }
    yield annotations.join('')
  }
  yield '],"images":['
  separator = ''
  const all = [...images.values()]
  for (let begin = 0; begin < all.length; begin += IMAGES_AT_ONCE) {
    yield separator + all.slice(begin, begin + IMAGES_AT_ONCE).join(',')
    separator = ','
  }
  const categories = FINDING_TYPES.map(({ id, family, en }, index) => ({
    id: index + 1,
    name: id,
    supercategory: family,
    title: en,
  }))
  // Programs that read the format refuse an annotation without its category.
  if (hasUnknownType)
    categories.unshift({ id: 0, name: 'unknown', supercategory: 'unknown', title: 'Unknown' })
  yield `],"categories":${JSON.stringify(categories)}}`
}

/** Ids of categories follow the order of the table, and 0 is a type that is no longer in it. */
function categoryOf(type: string): number {
  return FINDING_TYPES.findIndex(({ id }) => id === type) + 1
}

function cornersOf({ kind, points }: FindingShape): Point[] {
  const [first, second] = points
  if (kind !== 'box' || !first || !second) return points
  return [first, [second[0], first[1]], second, [first[0], second[1]]]
}

/** Left, top, width and height. */
function boundsOf(corners: readonly Point[]): number[] {
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  return [left, top, Math.max(...xs) - left, Math.max(...ys) - top]
}

/** @see https://en.wikipedia.org/wiki/Shoelace_formula */
function areaOf(corners: readonly Point[]): number {
  const doubled = corners.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = corners[(index + 1) % corners.length] as Point
    return sum + x * nextY - nextX * y
  }, 0)
  return Math.abs(doubled) / 2
}

/** Hundredths of a pixel. */
function round(value: number): number {
  return Math.round(value * 100) / 100
}
