import type { Finding } from '#domain/findings/finding.ts'
import type { Photo } from '#domain/photo.ts'
import { derivativeSize } from '#domain/pictures/photo-derivatives.ts'
import type { Crop, WholePicture } from '#server/features/reports/pdf/report-document.ts'
import { CROP_RATIO } from '#server/infrastructure/pdf/page-style.ts'
import { drawnOutlines, outlineOf, regionAround } from './marked-region.ts'
import type { IndexedData, StoredSize } from './report-data.ts'
import type { ReportWords } from './report-words.ts'

/** A photo with pixels; a point cloud has none. */
export type Picture = Photo & { width: number; height: number }

/** The photo of a finding; undefined without one, or for a point cloud. */
export function pictureOf({ photoById }: IndexedData, { photo_id }: Finding): Picture | undefined {
  const photo = photo_id === null ? undefined : photoById.get(photo_id)
  return photo && isPicture(photo) ? photo : undefined
}

export function isPicture(photo: Photo): photo is Picture {
  return photo.width !== null && photo.height !== null
}

/** The whole photo of a finding with its mark. */
export function describeWhole(
  data: IndexedData,
  words: ReportWords,
  finding: Finding,
  photo: Picture,
): WholePicture {
  const { outline, isWholeSphere } = markOf(data, finding, photo)
  const type = words.type(finding.type)
  const { width, height } = photo
  const caption = { name: photo.originalName, month: words.month(photo.year, photo.month), width, height }
  return {
    path: data.pathOf(photo, 1280),
    alt: words.text('finding.photo', { number: finding.number, type }),
    unavailable: words.text('finding.unavailable'),
    caption: words.text('finding.caption', caption),
    mark: outline && { severity: finding.severity, outlines: drawnOutlines(outline, isWholeSphere) },
  }
}

/** The enlarged place of a finding on its photo; null without a mark. @param pixels the target width */
export function describeCrop(
  data: IndexedData,
  words: ReportWords,
  finding: Finding,
  photo: Picture,
  { alt, pixels }: { alt: string; pixels: number },
): Crop | null {
  const { outline, isWholeSphere } = markOf(data, finding, photo)
  if (!outline) return null
  const region = regionAround(outline, photo, CROP_RATIO, isWholeSphere)
  return {
    path: data.pathOf(photo, smallestFile(photo, region.width, pixels)),
    alt,
    unavailable: words.text('finding.unavailable'),
    region,
  }
}

/** The smallest stored file with enough pixels in the region: decoding an original takes ten times as long. */
function smallestFile(photo: Picture, share: number, pixels: number): StoredSize {
  const sizes = [1280, 2560] as const
  const hasEnough = (size: (typeof sizes)[number]) => {
    const { width } = derivativeSize(photo, size)
    return width === photo.width || share * width >= pixels
  }
  return sizes.find(hasEnough) ?? 'original'
}

function markOf({ spheres }: IndexedData, { shape }: Finding, photo: Picture) {
  const sphere = spheres.get(photo.id)
  const isWholeSphere = shape?.on === 'sphere' && sphere?.full_width === photo.width
  return { outline: (shape && outlineOf(shape, photo, sphere)) ?? null, isWholeSphere }
}
