import type { COCO_PIXELS } from '#domain/findings/finding.ts'
import type { FindingShape } from '#domain/findings/finding-shape.ts'
import type { FiledPhoto } from './finding-pages.ts'

type Point = FindingShape['points'][number]

/** Whether coordinates count pixels of the upright picture, or of the file as read without its EXIF turn. */
export type CocoPixels = (typeof COCO_PIXELS)[number]

/** A picture with its pixel grid: its size, and the mapping from the upright picture. */
export interface CountedPicture {
  width: number
  height: number
  /** @param point fractions of the upright picture @returns pixels */
  place(point: Point): Point
}

/** @returns null for a point cloud; with `file` also for a photo of unread orientation: a guess would misplace marks */
export function countPixels(photo: FiledPhoto, pixels: CocoPixels): CountedPicture | null {
  const { width, height } = photo
  if (width === null || height === null) return null
  const orientation = pixels === 'upright' ? 1 : orientationOf(photo)
  if (orientation === null) return null
  const size = orientation >= 5 ? { width: height, height: width } : { width, height }
  return {
    ...size,
    place(point) {
      const [x, y] = storedPlace(point, orientation)
      return [x * size.width, y * size.height]
    },
  }
}

/** The orientation of a TIFF is a part of the format, not of EXIF: Pillow, and with it torchvision, turns it like the derivatives. */
function orientationOf({ media_type, orientation }: FiledPhoto): number | null {
  return media_type === 'image/tiff' ? 1 : orientation
}

/** Maps a point of the upright picture to the stored one, both as fractions. @see EXIF 3.0, tag 0x0112 Orientation */
function storedPlace([x, y]: Point, orientation: number): Point {
  switch (orientation) {
    case 2:
      return [1 - x, y]
    case 3:
      return [1 - x, 1 - y]
    case 4:
      return [x, 1 - y]
    case 5:
      return [y, x]
    case 6:
      return [y, 1 - x]
    case 7:
      return [1 - y, 1 - x]
    case 8:
      return [1 - y, x]
    default:
      return [x, y]
  }
}
