import { afterEach, expect, it, vi } from 'vitest'
import { Drawing, type DrawingUser } from '#panel/drawing/drawing.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** Starts a drawing that handles these keys, and tells of them. */
function drawOn(element: HTMLElement, run: (command: string) => boolean, stopsKeys = false) {
  const user: DrawingUser = {
    stopsKeys,
    begin: () => undefined,
    isDrawing: () => true,
    clear: () => {},
    hover: () => {},
    doubleClick: () => {},
    draw: () => {},
    letters: () => ({}),
    undo: () => run('undo'),
    redo: () => run('redo'),
    nudge: () => run('nudge'),
    remove: () => run('remove'),
    finish: () => run('finish'),
    escape: () => run('escape'),
  }
  const drawing = new Drawing({ element, onMove: () => () => {} }, () => user)
  ends.push(() => drawing.dispose())
}

const KEYS: [string, KeyboardEventInit][] = [
  ['undo', { key: 'z', ctrlKey: true }],
  ['redo', { key: 'y', ctrlKey: true }],
  ['nudge', { key: 'ArrowLeft', shiftKey: true }],
  ['remove', { key: 'Backspace' }],
  ['finish', { key: 'Enter' }],
  ['escape', { key: 'Escape' }],
]

it.each([true, false].flatMap((isUsed) => KEYS.map(([command, key]) => ({ command, key, isUsed }))))(
  'runs "$command" in one of two drawings on a picture, the first one if it has something to do: $isUsed',
  ({ command, key, isUsed }) => {
    const element = document.body.appendChild(document.createElement('div'))
    ends.push(() => element.remove())
    const annotations = vi.fn(() => isUsed)
    const marks = vi.fn(() => true)
    drawOn(element, annotations)
    drawOn(element, marks, true)
    element.dispatchEvent(new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true }))
    expect(annotations.mock.calls).toEqual([[command]])
    expect(marks.mock.calls).toEqual(isUsed ? [] : [[command]])
  },
)
