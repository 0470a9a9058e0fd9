import { useQuery } from '@tanstack/react-query'
import { type RefObject, useMemo } from 'react'
import { ZOOM_MAX } from '#domain/limits.ts'
import type { Photo } from '#domain/photo.ts'
import { panoramaQuery } from '#panel/data/photo-details.ts'
import { extentOf, imageOutlines, type SphereExtent } from '#panel/drawing/geometry/on-image.ts'
import type { Position } from '#panel/drawing/geometry/point.ts'
import { boundsOf, pointAt } from '#panel/drawing/geometry/shapes.ts'
import type { ShapeSurface } from '#panel/drawing/surface.ts'
import { usePhotoMarks } from '#panel/findings/marks/use-photo-marks.ts'
import type { Zoom } from '#panel/photos/lightbox/use-zoom.ts'
import { limitedView, panned } from '#panel/photos/lightbox/zoom-view.ts'

/** The part of the view that a finding fills after a link to it was opened. */
const REVEALED_SHARE = 0.35
/** The magnification for a finding that is only a point. */
const POINT_SCALE = 3

/**
 * The open photo as the surface of its marks. The layer of the marks covers the picture and moves with it, so places are fractions of
 * the picture, and a movement of the view changes nothing. Undefined while the stage has no size, and for a point cloud.
 *
 * @param lightbox gets the focus when a form closes
 */
export function usePhotoSurface(
  turbineId: number,
  photo: Photo,
  zoom: Zoom,
  lightbox: RefObject<HTMLElement | null>,
): ShapeSurface | undefined {
  const { surface: stage, frame, move } = zoom
  const { findings } = usePhotoMarks(photo)
  const hasSphere = findings.some(({ shape }) => shape?.on === 'sphere')
  const panorama = useQuery({ ...panoramaQuery(turbineId, photo.id), enabled: hasSphere })
  const extent = useMemo(() => panorama.data && extentOf(panorama.data), [panorama.data])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `move` is a new function in each render, but does the same for a photo
  return useMemo(() => {
    const { current: element } = stage
    const { box, fitted } = frame
    if (!element || box.width === 0 || photo.thumb_url === null) return undefined
    return {
      ...onPicture(element, extent),
      pan: (from, to) => move((view) => panned(view, { x: to.x - from.x, y: to.y - from.y }, frame)),
      reveal: (shape) => {
        const [outline] = imageOutlines(shape, extent)
        const own = outline && boundsOf({ on: 'image', kind: 'polygon', points: outline })
        if (!own) return
        const fits = Math.min(
          box.width / Math.max(1, own.width * fitted.width),
          box.height / Math.max(1, own.height * fitted.height),
        )
        const scale =
          shape.kind === 'point' ? POINT_SCALE : Math.min(ZOOM_MAX, Math.max(1, fits * REVEALED_SHARE))
        move(() => limitedView({ scale, x: own.x, y: own.y }, frame))
      },
      makeRoom: (_, side) => {
        element.dataset.formSide = side
        const giveBack = () => {
          delete element.dataset.formSide
        }
        return { side, giveBack }
      },
      focusTarget: () => lightbox.current ?? undefined,
    } satisfies ShapeSurface
  }, [stage, frame, photo.id, photo.thumb_url, extent, lightbox])
}

function onPicture(element: HTMLElement, extent: SphereExtent | undefined) {
  /** The place of the layer in the element. */
  const picture = () => {
    const around = element.getBoundingClientRect()
    const { left, top, width, height } = (
      element.querySelector('[data-marks]') ?? element
    ).getBoundingClientRect()
    return { left: left - around.left, top: top - around.top, width, height }
  }
  const place = ([x, y]: readonly [number, number]): Position => ({ x, y })
  return {
    on: 'image' as const,
    element,
    unit: 'fraction' as const,
    place,
    outline: (shape) => imageOutlines(shape, extent).map((points) => points.map(place)),
    anchor: (shape) => {
      const [outline] = imageOutlines(shape, extent)
      return outline?.reduce((best, point) => (point[1] < best[1] ? point : best))
    },
    own: (shape) => (shape.on === 'image' ? shape : undefined),
    pointAt: ({ x, y }: Position) => {
      const { left, top, width, height } = picture()
      return pointAt('image', (x - left) / width, (y - top) / height)
    },
    positionOf: ([x, y]) => {
      const { left, top, width, height } = picture()
      return { x: left + x * width, y: top + y * height }
    },
    onMove: () => () => {},
  } satisfies Partial<ShapeSurface>
}
