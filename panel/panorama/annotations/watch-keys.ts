import type { Tool } from './annotation.ts'
import type { AnnotationEditor } from './annotation-editor.ts'

/** The keys that select the tools. `TURN_KEY` deselects the tool, so that a drag turns the view. */
export const TOOL_KEYS: Record<Tool, string> = { pen: 'P', circle: 'O', rectangle: 'R', text: 'T' }
export const TURN_KEY = 'V'

/** How far an arrow key moves an annotation, in CSS pixels; with Shift five times as far. */
const STEP = 5
const ARROWS: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
}

const TEXT_FIELDS =
  'input:not([type=radio], [type=checkbox], [type=range]), textarea, select, [contenteditable]'
/** Elements that handle keys themselves. */
const ELSEWHERE = `[role=dialog], [role=alertdialog], [role=listbox], [role=menu], ${TEXT_FIELDS}`
const CONTROLS = 'button, a, input, summary'

/**
 * Handles the keys of the tools before the viewer does. Stops when `signal` aborts.
 *
 * @param onSpace runs when the space bar is pressed and released; while it is held, a drag turns the view
 */
export function watchKeys(editor: AnnotationEditor, signal: AbortSignal, onSpace: (isDown: boolean) => void) {
  function onKeyDown(event: KeyboardEvent) {
    const { target } = event
    if (!(target instanceof Element) || target.closest(ELSEWHERE) || event.altKey) return
    if (event.key === 'Escape') {
      if (!editor.escape()) return
      // Other listeners for Escape would also close their layer, because they do not check whether the key was handled.
      event.stopPropagation()
    } else {
      const act = commandKey(editor, event) ?? plainKey(editor, event, target)
      if (!act) return
      act()
    }
    event.preventDefault()
  }

  function plainKey({ tool }: AnnotationEditor, event: KeyboardEvent, target: Element) {
    if (event.ctrlKey || event.metaKey) return undefined
    if (event.key === ' ' && tool.value && !target.closest(CONTROLS)) return () => onSpace(true)
    return toolKey(editor, event) ?? selectionKey(editor, event, target)
  }

  const options = { signal, capture: true }
  window.addEventListener('keydown', onKeyDown, options)
  window.addEventListener('keyup', ({ key }) => key === ' ' && onSpace(false), options)
  window.addEventListener('blur', () => onSpace(false), options)
}

/** Undo and redo. */
function commandKey(editor: AnnotationEditor, { key, ctrlKey, metaKey, shiftKey }: KeyboardEvent) {
  if (!editor.isOpen.value || !(ctrlKey || metaKey)) return undefined
  const name = key.toLowerCase()
  if (name === 'z') return () => (shiftKey ? editor.redo() : editor.undo())
  return name === 'y' ? () => editor.redo() : undefined
}

/** The letters of the tools. */
function toolKey(editor: AnnotationEditor, { key, shiftKey }: KeyboardEvent) {
  if (shiftKey) return undefined
  const letter = key.toUpperCase()
  const tool = (Object.keys(TOOL_KEYS) as Tool[]).find((one) => TOOL_KEYS[one] === letter)
  if (tool) return () => editor.choose(editor.tool.value === tool ? undefined : tool)
  return letter === TURN_KEY && editor.isOpen.value ? () => editor.choose(undefined) : undefined
}

/** The action of a key for the selected annotation, and of Enter for the selected tool. */
function selectionKey(editor: AnnotationEditor, { key, shiftKey }: KeyboardEvent, target: Element) {
  const { value: selected } = editor.selected
  const isControl = target.closest(CONTROLS) !== null
  if (selected) {
    if (key === 'Delete' || key === 'Backspace') return () => editor.removeSelected()
    const by = ARROWS[key]
    const factor = shiftKey ? 5 : 1
    // In a toolbar, the arrow keys move between the buttons.
    if (by && !target.closest('[role=toolbar]')) {
      return () => editor.nudge({ x: by.x * factor, y: by.y * factor })
    }
    if (key === 'Enter' && !isControl && selected.figure.tool === 'text') {
      return () => editor.texts.change(selected)
    }
  }
  if (key === 'Enter' && !isControl && editor.tool.value) return () => editor.placeInMiddle()
  return undefined
}
