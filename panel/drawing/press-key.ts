import type { Position } from './geometry/point.ts'

/** How far an arrow key moves a shape, in CSS pixels. */
const NUDGE_PX = 5
const ARROWS: Record<string, Position> = {
  ArrowLeft: { x: -NUDGE_PX, y: 0 },
  ArrowRight: { x: NUDGE_PX, y: 0 },
  ArrowUp: { x: 0, y: -NUDGE_PX },
  ArrowDown: { x: 0, y: NUDGE_PX },
}

const TYPING =
  'input:not([type=radio], [type=checkbox], [type=range]), textarea, select, [contenteditable], [role=listbox], [role=menu]'
const CONTROLS = 'button, a, input, summary, [role=separator]'

/** What keys do. A command that returns false leaves the key to others. */
export interface KeyCommands {
  /** The selector of forms beside the picture that belong to it: Escape in them does, too. */
  form?: string
  /** True if nobody else may get a key that was handled. */
  stopsKeys?: boolean
  /** The keys of the tools, in lower case. */
  letters: () => Record<string, () => void>
  /** @param target what has the focus */
  undo: (target: Element) => boolean
  redo: (target: Element) => boolean
  nudge: (by: Position, event: KeyboardEvent, target: Element) => boolean
  /** Backspace and Delete. */
  remove: (event: KeyboardEvent) => boolean
  /** Enter finishes a shape, or puts one into the middle of the view. */
  finish: (event: KeyboardEvent) => boolean
  escape: () => boolean
  /** True while the space bar lets a drag turn the view. */
  turnsBySpace?: () => boolean
}

/** True if a key belongs to the picture: not in text fields, and not in dialogs above the picture. */
export function isForPicture(
  { key, altKey, isComposing }: KeyboardEvent,
  target: Element,
  { element, form: selector }: { element: HTMLElement; form: string | undefined },
): boolean {
  if (altKey || isComposing || document.querySelector('[role=alertdialog]')) return false
  const form = selector === undefined ? null : target.closest(selector)
  const layer = target.closest('[role=dialog]')
  if (layer && layer !== form && !layer.contains(element)) return false
  const isTyping = target.closest(TYPING) !== null
  return key === 'Escape' ? !isTyping || form !== null : !isTyping && form === null
}

/** Runs the command of a key. @returns false if the key does nothing here */
export function pressKey(event: KeyboardEvent, target: Element, commands: KeyCommands): boolean {
  const { ctrlKey, metaKey, shiftKey } = event
  const key = event.key.toLowerCase()
  if (ctrlKey || metaKey) {
    if (key === 'z') return shiftKey ? commands.redo(target) : commands.undo(target)
    return key === 'y' && commands.redo(target)
  }
  // Shift types a question mark on most keyboards.
  const choose = shiftKey && key !== '?' ? undefined : commands.letters()[key]
  choose?.()
  if (choose) return true
  const by = ARROWS[event.key]
  if (by) return commands.nudge(by, event, target)
  if (key === 'backspace' || key === 'delete') return commands.remove(event)
  return key === 'enter' && !isControl(target) && commands.finish(event)
}

export function isControl(target: Element): boolean {
  return target.closest(CONTROLS) !== null
}
