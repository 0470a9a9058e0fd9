import type { ShapePoint } from '#domain/findings/finding-shape.ts'
import type { OpenMark } from './mark-strokes.ts'
import type { MarkSurface } from './mark-surface.ts'
import { type Marking, marksVisibility, setMarksVisibility } from './marking.tsx'
import { moved } from './shapes.ts'
import type { DraftActions } from './use-draft-actions.ts'
import type { PhotoMarks } from './use-photo-marks.ts'
import type { MarkCommands } from './watch-mark-keys.ts'

/** How far an arrow key with Shift moves the open mark, in CSS pixels. */
const NUDGE_PX = 5

interface CommandOptions {
  marking: Marking
  shown: PhotoMarks
  actions: DraftActions
  surface: MarkSurface
  corners: readonly ShapePoint[]
  openMark: OpenMark | undefined
  finish: () => boolean
}

/** What the keys do with the marks of the open photo. */
export function markCommands(options: CommandOptions): MarkCommands {
  const { marking, shown, actions, surface, corners, openMark, finish } = options
  const { tool, choose, change } = marking
  const { open, mayEdit } = shown
  const removeCorner = () => {
    if (corners.length > 0) change({ do: 'remove corner' })
    return corners.length > 0
  }
  return {
    mayEdit,
    finish,
    removeCorner,
    choose: (next) => choose(tool === next ? undefined : next),
    repeat: () => choose('box', true),
    toggleMarks: () => setMarksVisibility(marksVisibility.value === 'shown' ? 'hidden' : 'shown'),
    undo() {
      if (removeCorner()) return true
      if (open && open.past.length > 0) change({ do: 'undo', key: open.key })
      return open !== undefined
    },
    redo() {
      if (open && open.future.length > 0) change({ do: 'redo', key: open.key })
      return open !== undefined
    },
    nudge(x, y) {
      if (!open || !openMark) return false
      const { left, top, width, height } = surface.element.getBoundingClientRect()
      const from = { clientX: left + width / 2, clientY: top + height / 2 }
      const to = { clientX: from.clientX + x * NUDGE_PX, clientY: from.clientY + y * NUDGE_PX }
      const shape = moved(openMark.shape, surface.pointAt(from), surface.pointAt(to))
      change({ do: 'reshape', draft: open, shape })
      return true
    },
    /** Does the first possible one of these: closes the form, drops the unfinished polygon, stops drawing. */
    escape() {
      if (marking.reference && marking.reference.photoId === marking.shownPhotoId.current) {
        marking.askForLength(null)
        surface.focus()
      } else if (open) {
        actions.close(open)
        surface.focus()
      } else if (corners.length > 0) change({ do: 'drop outline' })
      else if (tool) choose(undefined)
      else return false
      return true
    },
  }
}
