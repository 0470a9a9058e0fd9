import type { FindingShape } from '#domain/findings/finding-shape.ts'
import { typeNumber } from '#domain/findings/type-numbers.ts'
import { FINDING_TYPES } from '#server/features/findings/finding-types.ts'
import { CocoFileNames } from './coco-file-names.ts'
import { type CocoPixels, countPixels } from './coco-pixels.ts'
import type { FiledFinding } from './finding-pages.ts'
import { PackedTexts } from './packed-texts.ts'

type Point = FindingShape['points'][number]

const FILE_NAMES =
  'The folder in a file_name is the one that programs make when they unpack the ZIP with the photos of a turbine.'

const DESCRIPTIONS: Record<CocoPixels, string> = {
  upright:
    'Coordinates, widths and heights are pixels of the upright pictures: turn each one by its EXIF orientation when you read it.',
  file: 'Coordinates, widths and heights are pixels of the files as they are stored, for programs that do not turn pictures by their EXIF orientation. TIFF, HEIC and AVIF are upright, because their own headers turn them.',
}

interface CocoOptions {
  pixels: CocoPixels
  /** Of `listTurbineFolders`. */
  folders: ReadonlyMap<number, string>
}

/**
 * The boxes and polygons on photos as COCO, in parts, for training detectors. COCO has neither points nor marks on a sphere.
 *
 * @see https://cocodataset.org/#format-data
 */
export async function* findingCoco(
  pages: AsyncIterable<FiledFinding[]>,
  { pixels, folders }: CocoOptions,
): AsyncGenerator<string, undefined> {
  // Only the images are kept until the end, because many findings share one. There can be a million.
  const images = new PackedTexts()
  const written = new Set<number>()
  const names = new CocoFileNames(folders)
  const unread = new Set<number>()
  const types = new Set<string>()
  let separator = ''
  yield '{"annotations":['
  for await (const page of pages) {
    const annotations: string[] = []
    for (const { finding, photo } of page) {
      const { shape } = finding
      if (shape?.on !== 'image' || shape.kind === 'point' || !photo) continue
      const picture = countPixels(photo, pixels)
      if (!picture) {
        if (photo.width !== null) unread.add(photo.id)
        continue
      }
      const { width, height } = picture
      if (!written.has(photo.id)) {
        written.add(photo.id)
        const file_name = names.nameOf(finding.turbine_id, photo)
        await images.add(JSON.stringify({ id: photo.id, file_name, width, height }))
      }
      const corners = cornersOf(shape).map(picture.place)
      types.add(finding.type)
      const annotation = {
        id: finding.id,
        image_id: photo.id,
        category_id: typeNumber(finding.type),
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
  for await (const group of images.groups()) {
    yield separator + group.join(',')
    separator = ','
  }
  const info = {
    description: `${DESCRIPTIONS[pixels]} ${FILE_NAMES}`,
    pixels,
    photos_not_read: unread.size,
  }
  yield `],"categories":${JSON.stringify(categoriesOf(types))},"licenses":[],"info":${JSON.stringify(info)}}`
}

/** All types of the table, and those of findings that it lacks: programs refuse an annotation without its category. */
function categoriesOf(found: ReadonlySet<string>) {
  const known = FINDING_TYPES.map(({ id, family, en }) => ({
    id: typeNumber(id),
    name: id,
    supercategory: family,
    title: en,
  }))
  const names = new Set(known.map(({ name }) => name))
  const lost = [...found]
    .filter((type) => !names.has(type))
    .map((type) => ({ id: typeNumber(type), name: type, supercategory: 'unknown', title: type }))
  return [...known, ...lost].sort((a, b) => a.id - b.id)
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
