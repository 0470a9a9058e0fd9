import { useSignals } from '@preact/signals-react/runtime'
import { memo, useLayoutEffect, useMemo, useRef } from 'react'
import type { Photo } from '#domain/photo.ts'
import type { Position } from '#panel/drawing/geometry/point.ts'
import type { ShapeSurface } from '#panel/drawing/surface.ts'
import { drawMarks } from '#panel/findings/marks/draw-marks.ts'
import { MarkFigures } from '#panel/findings/marks/mark-figures.tsx'
import { MarkTags } from '#panel/findings/marks/mark-tags.tsx'
import { marksVisibility, useMarking } from '#panel/findings/marks/marking.tsx'
import { usePhotoMarks } from '#panel/findings/marks/use-photo-marks.ts'
import { sizeOf, type Zoom } from '#panel/photos/lightbox/use-zoom.ts'
import { useOpenPhoto } from '#panel/photos/open-photo.ts'
import { usePhotoSurface } from '#panel/turbine-page/lightbox/use-photo-surface.ts'
import { type Similarity, transform } from './similarity.ts'

interface ComparedMarksProps {
  photo: Photo
  zoom: Zoom
  /** The photo in whose place this one lies, and what maps its pixels to those of that photo. */
  onto?: { photo: Photo; similarity: Similarity }
  /** How visible the photo is, from 0 to 1. */
  opacity?: number
}

/** The marks of one of the compared photos. They lie in the frame of the picture and move with it. */
export function ComparedMarks({ photo, zoom, onto, opacity = 1 }: ComparedMarksProps) {
  const { turbine } = useMarking()
  const own = usePhotoSurface(turbine.id, photo, zoom, zoom.surface)
  const { a = 1, b = 0, x0 = 0, y0 = 0 } = onto?.similarity ?? {}
  const { width: fromWidth, height: fromHeight } = sizeOf(photo)
  const { width: toWidth, height: toHeight } = sizeOf(onto?.photo ?? photo)
  const surface = useMemo(() => {
    const mapped = ({ x, y }: Position): Position => {
      const at = transform({ a, b, x0, y0 }, { x: x * fromWidth, y: y * fromHeight })
      return { x: at.x / toWidth, y: at.y / toHeight }
    }
    return (
      own && {
        ...own,
        place: ([x, y]) => mapped({ x, y }),
        outline: (shape) => own.outline(shape).map((line) => line.map(mapped)),
      }
    )
  }, [own, a, b, x0, y0, fromWidth, fromHeight, toWidth, toHeight]) satisfies ShapeSurface | undefined
  // Marks that nobody sees must not take the focus.
  if (!surface || opacity === 0) return null
  return (
    <div style={{ opacity }} className="pointer-events-none absolute inset-0">
      <ReadOnlyMarks photo={photo} surface={surface} />
    </div>
  )
}

/** Marks that a click opens in the lightbox. The layer does not render while the picture moves. */
const ReadOnlyMarks = memo(function ReadOnlyMarks({
  photo,
  surface,
}: {
  photo: Photo
  surface: ShapeSurface
}) {
  useSignals()
  const layer = useRef<HTMLDivElement>(null)
  const { marks, open } = usePhotoMarks(photo)
  const { openMark } = useOpenPhoto()
  const isShown = marksVisibility.value === 'shown' && marks.length > 0
  useLayoutEffect(() => {
    if (layer.current)
      drawMarks(layer.current, surface, {
        marks,
        open: undefined,
        corners: [],
        pointer: undefined,
        scale: [],
        preview: undefined,
      })
  })
  if (!isShown) return null

  const openAt = (key: number) => void openMark(photo, marks.find((mark) => mark.key === key)?.finding)
  const lineAt = (target: EventTarget) =>
    target instanceof Element ? target.closest<SVGGElement>('[data-mark]')?.dataset.mark : undefined
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the tags are the buttons for the keyboard; a click on a line does the same
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tags are the buttons for the keyboard
    <div
      ref={layer}
      data-marks
      data-theme="dark"
      // Otherwise the picture holds the pointer, and there is no click.
      onPointerDown={(event) => lineAt(event.target) !== undefined && event.stopPropagation()}
      onClick={({ target }) => {
        const key = lineAt(target)
        if (key !== undefined) openAt(Number(key))
      }}
      className="absolute inset-0"
    >
      <MarkFigures marks={marks} open={undefined} surface={surface} />
      <MarkTags marks={marks} openKey={open?.key} photo={photo} onOpen={openAt} />
    </div>
  )
})
