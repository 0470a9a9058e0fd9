import { useSignals } from '@preact/signals-react/runtime'
import { memo, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { FindingShape, ShapePoint } from '#domain/findings/finding-shape.ts'
import type { Photo } from '#domain/photo.ts'
import { newValues } from '../finding-values.ts'
import { drawMarks } from './draw-marks.ts'
import { markCommands } from './mark-commands.ts'
import { MarkFigures } from './mark-figures.tsx'
import { beginStroke, type Stroke } from './mark-strokes.ts'
import type { MarkSurface } from './mark-surface.ts'
import { MarkTags } from './mark-tags.tsx'
import { marksVisibility, useMarking } from './marking.tsx'
import { boxShape, type Handle, handlesOf, polygonShape, withoutCorner } from './shapes.ts'
import { useDraftActions } from './use-draft-actions.ts'

import { type Mark, usePhotoMarks } from './use-photo-marks.ts'
import { watchMarkKeys } from './watch-mark-keys.ts'
import { watchMarkPointers } from './watch-mark-pointers.ts'

interface MarkLayerProps {
  photo: Photo
  surface: MarkSurface
}

/** Half of the size of a box that is put into the middle of the view, in CSS pixels. */
const HALF_WIDTH = 80
const HALF_HEIGHT = 50

/**
 * The marks of a photo, and drawing them. The layer lets pointers through to the picture, unless they draw or change a mark. It does not
 * render while the picture moves.
 */
export const MarkLayer = memo(function MarkLayer({ photo, surface }: MarkLayerProps) {
  useSignals()
  const layer = useRef<HTMLDivElement>(null)
  /** What follows the pointer; only drawn, never rendered. */
  const live = useRef<{ preview: ReturnType<Stroke['preview']>; pointer: ShapePoint | undefined }>({
    preview: undefined,
    pointer: undefined,
  })
  const marking = useMarking()
  const { work, tool, change } = marking
  const shown = usePhotoMarks(photo)
  const actions = useDraftActions(shown)
  const { marks, open, mayEdit } = shown
  const isHidden = marksVisibility.value === 'hidden'
  const visible = isHidden ? marks.filter(({ key }) => key === open?.key) : marks
  const corners = work.outline?.photoId === photo.id ? work.outline.corners : NO_CORNERS
  const ownShape = mayEdit && open?.shape ? surface.own(open.shape) : undefined
  const openMark = open && ownShape ? { key: open.key, shape: ownShape } : undefined

  const draw = useEffectEvent(() => {
    const { preview, pointer } = live.current
    if (!layer.current) return
    const isDrawingPolygon = tool === 'polygon' && corners.length > 0
    drawMarks(layer.current, surface, {
      ...{ marks: visible, open: openMark, corners, preview },
      pointer: isDrawingPolygon ? pointer : undefined,
    })
  })
  useLayoutEffect(() => {
    draw()
  })
  useLayoutEffect(() => surface.onMove(() => draw()), [surface])

  const begin = useEffectEvent((event: PointerEvent) => {
    const target = event.target instanceof Element ? event.target : undefined
    const onMark = target?.closest<HTMLElement>('[data-mark-tag], [data-mark]')
    const key = Number(onMark?.dataset.markTag ?? onMark?.dataset.mark)
    const handle = target?.closest<HTMLElement>('[data-handle]')?.dataset.handle
    const isPoint = openMark?.shape.kind === 'point'
    const isOpen = onMark !== undefined && onMark !== null && key === openMark?.key
    const isTag = target?.closest('[data-mark-tag]') != null
    if (isTag ? !(isOpen && isPoint) : target?.closest(CONTROLS)) return undefined
    if (onMark && !isOpen && !tool) return { preview: () => undefined, end: openIfClick(key), pans: true }
    return beginStroke({
      ...{ surface, from: event, tool: mayEdit ? tool : undefined, open: openMark, corners },
      target:
        handle === undefined || !openMark ? (isOpen ? 'mark' : undefined) : handleAt(openMark.shape, handle),
      onShape: addMark,
      onReshape: (shape) => open && change({ do: 'reshape', draft: open, shape }),
      onCorner: (corner) => change({ do: 'add corner', photoId: photo.id, corner }),
      onClose: closePolygon,
      onReference: (from, to) => {
        marking.choose(undefined)
        marking.askForLength({ photoId: photo.id, from, to, typed: '' })
      },
    })
  })
  /** The mark that was opened by a click on it: the photo keeps its place then. */
  const clickedId = useRef<number>(undefined)
  function openMarkAt(key: number) {
    clickedId.current = key
    actions.open(key)
  }
  const openIfClick = (key: number) => (_: ShapePoint, isClick: boolean) => {
    if (isClick) openMarkAt(key)
  }
  const preview = useEffectEvent((next: ReturnType<Stroke['preview']>) => {
    live.current.preview = next
    draw()
  })
  const hover = useEffectEvent((at: MouseEvent) => {
    if (tool !== 'polygon') return
    live.current.pointer = surface.pointAt(at)
    draw()
  })
  const isDrawing = useEffectEvent(() => mayEdit && tool !== undefined)
  const removeCorner = useEffectEvent((event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-handle]') : null
    const handle = target && openMark && handleAt(openMark.shape, target.dataset.handle ?? '')
    if (!open || !openMark || handle?.kind !== 'corner') return
    const shape = withoutCorner(openMark.shape, handle.index)
    if (shape) change({ do: 'reshape', draft: open, shape })
  })

  function addMark(shape: FindingShape) {
    const kind = marking.isRepeating ? marking.lastKind : undefined
    const values = newValues(photo, kind)
    if (marking.isRepeating) marking.choose(tool)
    change({
      do: 'begin',
      draft: {
        photoId: photo.id,
        shape,
        values: { ...values, side: values.side ?? marking.lastKind?.side },
      },
    })
    shown.show(undefined)
  }
  function closePolygon(): boolean {
    const shape = polygonShape(surface.on, corners)
    if (shape) addMark(shape)
    return shape !== undefined
  }
  function addInMiddle(): boolean {
    const { left, top, width, height } = surface.element.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const corner = (side: number) =>
      surface.pointAt({ clientX: x + side * HALF_WIDTH, clientY: y + side * HALF_HEIGHT })
    const shape = boxShape(surface.on, corner(-1), corner(1))
    if (shape) addMark(shape)
    return shape !== undefined
  }

  const commands = useEffectEvent(() =>
    markCommands({
      ...{ marking, shown, actions, surface, corners, openMark },
      finish: () => (tool === 'polygon' && closePolygon()) || (tool === 'box' && addInMiddle()),
    }),
  )

  useEffect(() => {
    const end = new AbortController()
    const { signal } = end
    const cancelStroke = watchMarkPointers(surface, signal, {
      begin: (event) => begin(event),
      preview: (next) => preview(next),
      isDrawing: () => isDrawing(),
      hover: (at) => hover(at as MouseEvent),
    })
    surface.element.addEventListener('dblclick', (event) => removeCorner(event), { signal })
    watchMarkKeys(surface.element, signal, () => commands(), cancelStroke)
    return () => end.abort()
  }, [surface])

  useRevealed(surface, marks, shown.openFinding?.id, clickedId)

  const { shownPhotoId } = marking
  useEffect(() => {
    shownPhotoId.current = photo.id
    return () => {
      shownPhotoId.current = undefined
    }
  }, [shownPhotoId, photo.id])
  useEffect(() => {
    const { element } = surface
    element.toggleAttribute('data-marking', mayEdit && tool !== undefined)
    return () => element.removeAttribute('data-marking')
  }, [surface, tool, mayEdit])

  return (
    <div ref={layer} data-marks data-theme="dark" className="pointer-events-none absolute inset-0">
      <MarkFigures marks={visible} open={openMark?.key} surface={surface} />
      <MarkTags marks={visible} openKey={open?.key} photo={photo} onOpen={openMarkAt} />
      {corners.map((corner, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: corners are only added and removed at the end
          key={`${corner.join()} ${index}`}
          data-corner
          className="absolute top-0 left-0 -m-1 size-2 rounded-full border border-viewer bg-viewer-ink"
        />
      ))}
      {openMark &&
        handlesOf(openMark.shape).map(({ handle }) => (
          <span
            key={handleName(handle)}
            data-handle={handleName(handle)}
            className={`pointer-events-auto absolute top-0 left-0 -m-1.5 size-3 cursor-move touch-none border border-viewer ${handle.kind === 'side' ? 'rounded-full bg-viewer-ink/50' : 'bg-viewer-ink'}`}
          />
        ))}
    </div>
  )
})

/** Moves the picture to the open finding once, unless it was opened by a click on its mark. */
function useRevealed(
  surface: MarkSurface,
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

/** What handles pointers itself. */
const CONTROLS = 'button, a, input, select, textarea, [data-finding-form], [data-controls]'

const NO_CORNERS: readonly ShapePoint[] = []

function handleName(handle: Handle): string {
  return handle.kind === 'edges' ? handle.edges.join(' ') : `${handle.kind} ${handle.index}`
}

function handleAt(shape: FindingShape, name: string): Handle | undefined {
  return handlesOf(shape).find(({ handle }) => handleName(handle) === name)?.handle
}
