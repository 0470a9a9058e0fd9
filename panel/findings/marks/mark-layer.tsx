import { useSignals } from '@preact/signals-react/runtime'
import { memo, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useIntl } from 'react-intl'
import type { FindingShape, ShapePoint } from '#domain/findings/finding-shape.ts'
import type { Photo } from '#domain/photo.ts'
import { MEASURE_FORMAT } from '#domain/text/number-formats.ts'
import { measureText } from '#domain/text/typed-number.ts'
import { Drawing } from '#panel/drawing/drawing.ts'
import type { ShapeSurface } from '#panel/drawing/surface.ts'
import { useText } from '#panel/words/use-text.ts'
import { drawMarks } from './draw-marks.ts'
import { type DrawnMark, markDrawing } from './mark-drawing.ts'
import { MarkFigures } from './mark-figures.tsx'
import { MarkHandles } from './mark-handles.tsx'
import { MarkTags } from './mark-tags.tsx'
import { marksVisibility, useMarking } from './marking.tsx'
import { measureDrawn } from './measure-shape.ts'
import { usePhotoScale } from './photo-scale.ts'
import { useDraftActions } from './use-draft-actions.ts'
import { type Mark, usePhotoMarks } from './use-photo-marks.ts'

interface MarkLayerProps {
  photo: Photo
  surface: ShapeSurface
}

const NO_CORNERS: readonly ShapePoint[] = []

/**
 * The marks of a photo, and drawing them. The layer lets pointers through to the picture, unless they draw or change a mark. It does not
 * render while the picture moves.
 */
export const MarkLayer = memo(function MarkLayer({ photo, surface }: MarkLayerProps) {
  useSignals()
  const layer = useRef<HTMLDivElement>(null)
  /** What follows the pointer; only drawn, never rendered. */
  const live = useRef<{ preview?: DrawnMark | undefined; pointer?: ShapePoint }>({})
  /** The handle that gets the focus after the next render. */
  const focusedHandle = useRef<string>(undefined)
  /** The mark that was opened by a click on it: the photo keeps its place then. */
  const clickedId = useRef<number>(undefined)
  const text = useText()
  const { formatNumber, locale } = useIntl()
  const marking = useMarking()
  const { work, tool, measuring } = marking
  const shown = usePhotoMarks(photo)
  const actions = useDraftActions(shown)
  const { marks, open, mayEdit } = shown
  const isHidden = marksVisibility.value === 'hidden'
  const visible = isHidden ? marks.filter(({ key }) => key === open?.key) : marks
  const corners = work.outline?.photoId === photo.id ? work.outline.corners : NO_CORNERS
  const { scale } = usePhotoScale(photo)
  const isScaleShown = scale !== undefined && surface.on === 'image' && !isHidden
  const scaleEnds = isScaleShown ? [scale.from, scale.to] : NO_CORNERS
  const ownShape = mayEdit && open?.shape ? surface.own(open.shape) : undefined
  const openMark = open && ownShape ? { key: open.key, shape: ownShape } : undefined

  function draw() {
    const { preview, pointer } = live.current
    if (!layer.current) return
    const followed = tool === 'polygon' && corners.length > 0 ? pointer : undefined
    drawMarks(layer.current, surface, {
      marks: visible,
      open: openMark,
      corners,
      pointer: followed,
      scale: scaleEnds,
      preview,
    })
  }
  function openMarkAt(key: number) {
    clickedId.current = key
    actions.open(key)
  }
  function onMeasured(drawn: FindingShape) {
    const { measuring, measure, change } = marking
    const value = measuring && scale && measureDrawn(measuring, drawn, photo, scale)
    if (!open || !measuring || value === undefined) return
    const measures = { ...open.values.measures, [measuring]: measureText(locale, value) }
    change({ do: 'type', draft: open, values: { ...open.values, measures } })
    measure(undefined)
    document.querySelector<HTMLElement>(`[data-finding-form] [data-field=${measuring}] input`)?.focus()
  }
  const user = useEffectEvent(() =>
    markDrawing({
      photo,
      surface,
      marking,
      shown,
      actions,
      openMark,
      corners,
      draw,
      focusHandle(name) {
        focusedHandle.current = name
      },
      onOpen: openMarkAt,
      onMeasured,
      preview(mark) {
        live.current.preview = mark
        draw()
      },
      follow(pointer) {
        live.current.pointer = pointer
        draw()
      },
    }),
  )
  useLayoutEffect(draw)
  useLayoutEffect(() => {
    const name = focusedHandle.current
    focusedHandle.current = undefined
    if (name !== undefined) layer.current?.querySelector<HTMLElement>(`[data-handle="${name}"]`)?.focus()
  })
  useEffect(() => {
    const drawing = new Drawing(surface, () => user())
    return () => drawing.dispose()
  }, [surface])
  useReveal(surface, marks, shown.openFinding?.id, clickedId)

  const { shownPhotoId } = marking
  useEffect(() => {
    shownPhotoId.current = photo.id
    return () => {
      shownPhotoId.current = undefined
    }
  }, [shownPhotoId, photo.id])
  useEffect(() => {
    const { element } = surface
    const draws = mayEdit && (tool !== undefined || measuring !== undefined)
    element.toggleAttribute('data-marking', draws)
    return () => element.removeAttribute('data-marking')
  }, [surface, tool, measuring, mayEdit])

  return (
    <div ref={layer} data-marks data-theme="dark" className="pointer-events-none absolute inset-0">
      <MarkFigures marks={visible} open={openMark?.key} surface={surface} />
      <MarkTags marks={visible} openKey={open?.key} photo={photo} onOpen={openMarkAt} />
      {corners.map((corner, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: corners are only added and removed at the end
          key={`${corner.join()} ${index}`}
          data-corner
          className="absolute top-0 left-0 -m-1 size-2 rounded-full border border-lightbox bg-lightbox-ink"
        />
      ))}
      {isScaleShown && (
        <span
          data-scale-tag
          className="absolute top-0 left-0 ml-1.5 -mt-2.5 rounded-sm bg-lightbox/85 px-1.5 text-caption leading-5 whitespace-nowrap text-lightbox-ink tabular-nums"
        >
          {text('marks.scale', { mm: formatNumber(scale.mm, MEASURE_FORMAT) })}
        </span>
      )}
      {openMark && <MarkHandles shape={openMark.shape} />}
    </div>
  )
})

/** Moves the picture to the open finding once, unless it was opened by a click on its mark. */
function useReveal(
  surface: ShapeSurface,
  marks: readonly Mark[],
  openId: number | undefined,
  clickedId: RefObject<number | undefined>,
) {
  const revealedId = useRef<number>(undefined)
  const reveal = useEffectEvent((id: number) => {
    const mark = marks.find(({ key }) => key === id)
    if (mark && id !== clickedId.current && id !== revealedId.current) surface.reveal(mark.shape)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the surface is another one after the photo got its size
  useEffect(() => {
    if (openId !== undefined) reveal(openId)
    revealedId.current = openId
    if (openId !== clickedId.current) clickedId.current = undefined
  }, [openId, surface, clickedId])
}
