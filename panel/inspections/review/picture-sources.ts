import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Finding } from '#domain/findings/finding.ts'
import { derivativeSize } from '#domain/pictures/photo-derivatives.ts'
import { panoramaQuery } from '#panel/data/photo-details.ts'
import { extentOf } from '#panel/drawing/geometry/on-image.ts'
import { partAround, tilesOn } from './sphere-part.ts'

interface Size {
  width: number
  height: number
}

/** The address of a picture of the photo of this finding. @param width 1280 or 2560 pixels */
export function pictureOf({ thumb_url }: Finding, width: 1280 | 2560): string | undefined {
  return thumb_url === null ? undefined : `${thumb_url.split('?')[0]}?w=${width}`
}

/** The address of the picture of a flat photo that is sharp in a place of this width, in CSS pixels. A mark is shown larger than its photo. */
export function sharpPictureOf(finding: Finding, width: number): string | undefined {
  const isMarked = finding.shape?.on === 'image'
  return pictureOf(finding, isMarked || width * devicePixelRatio > 1400 ? 2560 : 1280)
}

/** Loads the pictures of the findings that come next, so that the reviewer does not wait for them. @param frame the place for a picture, in CSS pixels */
export function usePicturesAhead(next: readonly Finding[], frame: Size): void {
  const queryClient = useQueryClient()
  const ids = next.map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same findings are not loaded again
  useEffect(() => {
    // What cannot be loaded ahead is said once it is on the screen.
    for (const finding of next) loadAhead(queryClient, finding, frame).catch(() => undefined)
  }, [queryClient, ids, frame.width, frame.height])
}

async function loadAhead(queryClient: QueryClient, finding: Finding, frame: Size): Promise<void> {
  const { turbine_id, photo_id, shape } = finding
  if (shape?.on !== 'sphere' || photo_id === null) return load(sharpPictureOf(finding, frame.width))
  load(pictureOf(finding, 2560))
  const panorama = await queryClient.fetchQuery(panoramaQuery(turbine_id, photo_id))
  const extent = extentOf(panorama)
  if (!extent) return
  const part = partAround(shape, panorama, extent, frame)
  const sharpness = { pixelRatio: devicePixelRatio, knownWidth: derivativeSize(panorama, 2560).width }
  for (const { source } of tilesOn(part, panorama, extent, sharpness)) load(source)
}

function load(source: string | undefined): void {
  if (source !== undefined) new Image().src = source
}
