import { HIDE_KEY, MARK_TOOL_KEYS, MARK_TOOLS, type MarkTool, REPEAT_KEY } from './mark-keys.ts'

const TEXT_FIELDS =
  'input:not([type=radio], [type=checkbox], [type=range]), textarea, select, [contenteditable], [role=listbox], [role=menu]'
const CONTROLS = 'button, a, input, summary, [role=separator]'

/** What keys do. A handler that returns false leaves the key to others. */
export interface MarkCommands {
  mayEdit: boolean
  choose: (tool: MarkTool) => void
  repeat: () => void
  toggleMarks: () => void
  undo: () => boolean
  redo: () => boolean
  /** Closes the polygon, or puts a box into the middle of the view. */
  finish: () => boolean
  removeCorner: () => boolean
  /** Moves the open mark by steps to the right and down. */
  nudge: (x: number, y: number) => boolean
  escape: () => boolean
}

/**
 * Handles the keys of the marks before the viewer does. Stops when `signal` aborts. Keys in text fields stay there, except for Escape,
 * and so do keys in dialogs above the picture.
 */
export function watchMarkKeys(
  element: HTMLElement,
  signal: AbortSignal,
  commandsNow: () => MarkCommands,
  cancelStroke: () => boolean,
): void {
  function onKeyDown(event: KeyboardEvent) {
    const { target } = event
    if (!(target instanceof Element) || event.altKey || event.isComposing) return
    const layer = target.closest('[role=dialog]:not([data-finding-form]), [role=alertdialog]')
    if (layer && !layer.contains(element)) return
    if (document.querySelector('[role=alertdialog]')) return
    const isInForm = target.closest('[data-finding-form]') !== null
    const isTyping = target.closest(TEXT_FIELDS) !== null
    if (event.key === 'Escape' ? isTyping && !isInForm : isTyping || isInForm) return
    const isHandled = event.key === 'Escape' ? cancelStroke() || commandsNow().escape() : run(event, target)
    if (!isHandled) return
    event.preventDefault()
    // Other listeners for Escape would also close their layer, because they do not check whether the key was handled.
    event.stopPropagation()
  }

  function run(event: KeyboardEvent, target: Element): boolean {
    const { ctrlKey, metaKey, shiftKey } = event
    const commands = commandsNow()
    const key = event.key.toLowerCase()
    if (ctrlKey || metaKey) {
      if (key === 'z') return shiftKey ? commands.redo() : commands.undo()
      return key === 'y' && commands.redo()
    }
    if (shiftKey) {
      const [x, y] = ARROWS[event.key] ?? []
      const isOnMark = target.closest('[data-mark-tag]') !== null
      return isOnMark && x !== undefined && y !== undefined && commands.nudge(x, y)
    }
    const act = plainKey(commands, key)
    act?.()
    if (act || !commands.mayEdit) return act !== undefined
    if (key === 'backspace') return commands.removeCorner()
    return key === 'enter' && target.closest(CONTROLS) === null && commands.finish()
  }

  window.addEventListener('keydown', onKeyDown, { signal, capture: true })
}

const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** What the letters do. */
function plainKey(commands: MarkCommands, key: string): (() => void) | undefined {
  if (key === HIDE_KEY) return commands.toggleMarks
  if (!commands.mayEdit) return undefined
  if (key === REPEAT_KEY) return commands.repeat
  const tool = MARK_TOOLS.find((one) => MARK_TOOL_KEYS[one] === key)
  return tool && (() => commands.choose(tool))
}
