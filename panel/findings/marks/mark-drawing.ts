import type { FindingShape, ShapePoint } from '#domain/findings/finding-shape.ts'
import type { FindingSide } from '#domain/findings/finding-type.ts'
import type { Photo } from '#domain/photo.ts'
import type { DrawingUser } from '#panel/drawing/drawing.ts'
import { distanceBetween, type Position } from '#panel/drawing/geometry/point.ts'
import {
  boxShape,
  type Handle,
  handlesOf,
  moveShape,
  pointShape,
  polygonShape,
  removeCorner,
  reshape,
} from '#panel/drawing/geometry/shapes.ts'
import { clickStroke, type Stroke, shapeStroke } from '#panel/drawing/stroke.ts'
import { middleOf, type ShapeSurface } from '#panel/drawing/surface.ts'
import { HIDE_KEY, KEYS_KEY, MARK_TOOL_KEYS, MARK_TOOLS, REPEAT_KEY } from '#panel/ui/keys/mark-keys.ts'
import { newValues } from '../finding-values.ts'
import { type Draft, newKey } from '../outbox/marking-work.ts'
import { type Marking, toggleMarks } from './marking.tsx'
import type { DraftActions } from './use-draft-actions.ts'
import type { PhotoMarks } from './use-photo-marks.ts'

/** A shape with the key of its mark; 0 for a new one. */
export interface DrawnMark {
  key: number
  shape: FindingShape
}

interface MarkDrawingOptions {
  photo: Photo
  surface: ShapeSurface
  marking: Marking
  shown: PhotoMarks
  actions: DraftActions
  /** The mark that can be changed: its form is open. */
  openMark: DrawnMark | undefined
  /** The corners of the polygon that is being drawn. */
  corners: readonly ShapePoint[]
  /** Draws a mark before it is kept; it replaces the one with its key. */
  preview: (mark: DrawnMark | undefined) => void
  /** Draws a line from the last corner of the polygon to the pointer. */
  follow: (pointer: ShapePoint) => void
  draw: () => void
  /** Gives the focus to a handle that the next change of the open mark makes. */
  focusHandle: (name: string) => void
  /** Opens a mark that was clicked. */
  onOpen: (key: number) => void
  /** Takes what was drawn to measure it. */
  onMeasured: (drawn: FindingShape) => void
}

/** Half of the size of a box that is put into the middle of the view, in CSS pixels. */
const HALF_WIDTH = 80
const HALF_HEIGHT = 50
/** How near to the first corner a click closes a polygon, in CSS pixels. */
const CLOSE_PX = 10
/** What handles pointers itself. */
const CONTROLS = 'button:not([data-handle]), a, input, select, textarea, [data-finding-form], [data-controls]'

/** The side of the finding that was added last to the photo: a photo mostly shows one side, whatever its room says. */
function rememberedSide({ findings, drafts }: PhotoMarks): FindingSide | undefined {
  const sending = drafts.findLast(({ key, values }) => key < 0 && values.side !== undefined)?.values.side
  return sending ?? findings.toSorted((a, b) => a.id - b.id).at(-1)?.side
}

/** What pointers and keys do with the marks of the open photo. */
export function markDrawing(options: MarkDrawingOptions): DrawingUser {
  const {
    photo,
    surface,
    marking,
    shown,
    actions,
    openMark,
    corners,
    preview,
    follow,
    draw,
    focusHandle,
    onOpen,
    onMeasured,
  } = options
  const { on, pointAt } = surface
  const { tool, choose, change, reference, measuring, measure } = marking
  const { open, mayEdit } = shown

  function addMark(shape: FindingShape) {
    const kind = marking.isRepeating ? marking.lastKind : undefined
    const values = newValues(photo, kind)
    if (marking.isRepeating) choose(tool)
    const side = (kind ? undefined : rememberedSide(shown)) ?? values.side ?? marking.lastKind?.side
    const key = newKey()
    change({ do: 'begin', draft: { key, photoId: photo.id, shape, values: { ...values, side } } })
    shown.show(undefined)
  }
  function addIf(shape: FindingShape | undefined): boolean {
    if (shape) addMark(shape)
    return shape !== undefined
  }
  const closePolygon = () => addIf(polygonShape(on, corners))
  function addInMiddle(): boolean {
    const { x, y } = middleOf(surface)
    const corner = (side: number) => pointAt({ x: x + side * HALF_WIDTH, y: y + side * HALF_HEIGHT })
    return addIf(boxShape(on, corner(-1), corner(1)))
  }
  function reshapeOpen(shape: FindingShape | undefined) {
    if (open && shape) change({ do: 'reshape', draft: open, shape })
  }
  /** A click on the first corner closes the polygon, another one adds a corner. */
  function clickCorner(at: Position) {
    const first = corners[0] && surface.positionOf(corners[0])
    const isOnFirst = first !== undefined && distanceBetween(first, at) <= CLOSE_PX
    if (isOnFirst && corners.length >= 3) closePolygon()
    else change({ do: 'add corner', photoId: photo.id, corner: pointAt(at) })
  }
  function dropCorner(): boolean {
    if (corners.length > 0) change({ do: 'remove corner' })
    return corners.length > 0
  }
  function handleOf(target: Element): Handle | undefined {
    const name = target.closest<HTMLElement>('[data-handle]')?.dataset.handle
    const handles = openMark ? handlesOf(openMark.shape) : []
    return handles.find(({ handle }) => handleName(handle) === name)?.handle
  }
  function nudgeHandle(handle: Handle, { x, y }: Position) {
    if (!openMark) return
    const at = handlesOf(openMark.shape).find((one) => handleName(one.handle) === handleName(handle))?.at
    const from = at && surface.positionOf(at)
    if (!from) return
    reshapeOpen(reshape(openMark.shape, handle, pointAt({ x: from.x + x, y: from.y + y })))
    // The middle of a side has become a corner, which the next key shall move on.
    if (handle.kind === 'side') focusHandle(handleName({ kind: 'corner', index: handle.index + 1 }))
  }
  /** The mark whose tag has the focus. One whose form is closed becomes a draft that is set aside. */
  function markOf(target: Element): { draft: Draft; shape: FindingShape } | undefined {
    const key = Number(target.closest<HTMLElement>('[data-mark-tag]')?.dataset.markTag)
    const draft = open?.key === key ? open : shown.draftAside(key)
    const shape = draft?.shape && surface.own(draft.shape)
    return draft && shape ? { draft, shape } : undefined
  }
  function reshapeStroke({ key, shape }: DrawnMark, start: ShapePoint, handle: Handle | undefined): Stroke {
    return shapeStroke({
      shapeAt: (to) => (handle ? reshape(shape, handle, pointAt(to)) : moveShape(shape, start, pointAt(to))),
      show: (changed) => preview(changed && { key, shape: changed }),
      keep: reshapeOpen,
    })
  }
  /** Draws what is measured: a line, or a box for an area. */
  function rulerStroke(start: ShapePoint): Stroke {
    const line = (to: Position): FindingShape => ({ on, kind: 'polygon', points: [start, pointAt(to)] })
    return shapeStroke<FindingShape>({
      shapeAt: (to) => (measuring === 'area_cm2' ? boxShape(on, start, pointAt(to)) : line(to)),
      show: (shape) => preview(shape && { key: 0, shape }),
      keep: onMeasured,
    })
  }
  function toolStroke(from: Position, start: ShapePoint): Stroke | undefined {
    const show = (shape: FindingShape | undefined) => preview(shape && { key: 0, shape })
    switch (mayEdit ? tool : undefined) {
      case undefined:
        return undefined
      case 'box':
        return shapeStroke({
          shapeAt: (to) => boxShape(on, start, pointAt(to)),
          show,
          keep: addMark,
          click: () => addMark(pointShape(on, start)),
        })
      case 'polygon':
        return clickStroke(() => clickCorner(from))
      case 'reference':
        return shapeStroke({
          shapeAt: (to): FindingShape => ({ on, kind: 'polygon', points: [start, pointAt(to)] }),
          show,
          keep({ points: [, to = start] }) {
            choose(undefined)
            marking.askForLength({ photoId: photo.id, from: start, to, typed: '' })
          },
        })
    }
  }

  return {
    form: '[data-finding-form]',
    stopsKeys: true,
    draw,
    clear: () => preview(undefined),
    isDrawing: () => mayEdit && (tool !== undefined || measuring !== undefined),
    hover: (at) => tool === 'polygon' && follow(pointAt(at)),
    begin(at, { target, altKey }) {
      // With Alt, the drag moves the picture.
      if (altKey || !(target instanceof Element)) return undefined
      const mark = target.closest<HTMLElement>('[data-mark-tag], [data-mark]')
      const key = Number(mark?.dataset.markTag ?? mark?.dataset.mark)
      const isOpen = mark !== null && key === openMark?.key
      const isTag = target.closest('[data-mark-tag]') !== null
      if (isTag ? !(isOpen && openMark?.shape.kind === 'point') : target.closest(CONTROLS)) return undefined
      if (open && measuring) return rulerStroke(pointAt(at))
      if (mark && !isOpen && !tool) return clickStroke(() => onOpen(key))
      const handle = handleOf(target)
      const start = pointAt(at)
      // A line of known length may lie upon the open mark.
      if (open && tool === 'reference') return toolStroke(at, start)
      return openMark && (handle || isOpen) ? reshapeStroke(openMark, start, handle) : toolStroke(at, start)
    },
    doubleClick(_, target) {
      const handle = target instanceof Element ? handleOf(target) : undefined
      if (openMark && handle?.kind === 'corner') reshapeOpen(removeCorner(openMark.shape, handle.index))
    },
    letters: () => ({
      [KEYS_KEY]: () => marking.showKeys(true),
      [HIDE_KEY]: toggleMarks,
      ...(mayEdit && {
        [REPEAT_KEY]: () => choose('box', true),
        ...Object.fromEntries(
          // The same key again keeps the tool: who draws many marks presses it before each one.
          MARK_TOOLS.map((one) => [MARK_TOOL_KEYS[one], () => choose(one)]),
        ),
      }),
    }),
    undo(target) {
      if (dropCorner()) return true
      const draft = markOf(target)?.draft ?? open
      const shape = draft?.past.at(-1)
      // A finding that is as the server has it again is no draft any more.
      if (draft && shape && draft.status === 'aside' && !shown.isChanged({ ...draft, shape }))
        change({ do: 'drop', key: draft.key })
      else if (draft && shape) change({ do: 'undo', key: draft.key })
      else if (!open) return marking.undoSaved()
      return true
    },
    redo(target) {
      const draft = markOf(target)?.draft ?? open
      if (draft && draft.future.length > 0) change({ do: 'redo', key: draft.key })
      return draft !== undefined
    },
    /** Moves the mark, corner or edge that has the focus. */
    nudge({ x, y }, { shiftKey }, target) {
      if (!shiftKey || !mayEdit) return false
      const handle = handleOf(target)
      if (handle) nudgeHandle(handle, { x, y })
      else {
        const mark = markOf(target)
        const middle = middleOf(surface)
        if (!mark) return false
        const moved = moveShape(mark.shape, pointAt(middle), pointAt({ x: middle.x + x, y: middle.y + y }))
        change({ do: 'reshape', draft: mark.draft, shape: moved })
      }
      return true
    },
    remove({ key, shiftKey, target }) {
      const handle = target instanceof Element ? handleOf(target) : undefined
      if (openMark && handle?.kind === 'corner') reshapeOpen(removeCorner(openMark.shape, handle.index))
      // With the focus on a handle, nobody means the photo.
      return handle !== undefined || (mayEdit && !shiftKey && key === 'Backspace' && dropCorner())
    },
    finish: ({ shiftKey }) =>
      mayEdit && !shiftKey && ((tool === 'polygon' && closePolygon()) || (tool === 'box' && addInMiddle())),
    /** Does the first possible one of these: stops measuring, closes the form, drops the unfinished polygon, stops drawing. */
    escape() {
      if (reference && reference.photoId === marking.shownPhotoId.current) {
        marking.askForLength(null)
        surface.focusTarget()?.focus()
      } else if (measuring) measure(undefined)
      else if (open && tool === 'reference') choose(undefined)
      else if (open) {
        actions.close(open)
        surface.focusTarget()?.focus()
      } else if (corners.length > 0) change({ do: 'drop outline' })
      else if (tool) choose(undefined)
      else return false
      return true
    },
  }
}

export function handleName(handle: Handle): string {
  return handle.kind === 'edges' ? handle.edges.join(' ') : `${handle.kind} ${handle.index}`
}
