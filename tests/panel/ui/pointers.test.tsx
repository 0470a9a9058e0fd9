import { act, type HTMLAttributes, type RefObject } from 'react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { Drawing, type DrawingUser } from '#panel/drawing/drawing.ts'
import { watchGestures } from '#panel/panorama/view/gestures.ts'
import { useZoomGestures } from '#panel/photos/lightbox/use-zoom-gestures.ts'
import { useMapGestures } from '#panel/turbine-list/map/use-map-gestures.ts'
import { mount } from '../panel-screen.tsx'

type Moved = () => void
type Handlers = HTMLAttributes<HTMLElement>
type Surface = RefObject<HTMLElement | null>

/** Mounts an element with the handlers of a hook. */
function mountHook(useHandlers: (surface: Surface) => Handlers): HTMLElement {
  const surface: Surface = { current: null }
  function Element() {
    return <div ref={surface as RefObject<HTMLDivElement>} {...useHandlers(surface)} />
  }
  return mount(<Element />).container.firstElementChild as HTMLElement
}

/** Adds an element that a function watches until the end of the test. */
function watch(
  tag: 'div' | 'canvas',
  start: (element: HTMLElement, signal: AbortSignal) => void,
): HTMLElement {
  const around = document.body.appendChild(document.createElement('div'))
  const element = around.appendChild(document.createElement(tag))
  const controller = new AbortController()
  start(tag === 'canvas' ? around : element, controller.signal)
  onTestFinished(() => controller.abort())
  return element
}

const nothing = () => {}

/** Each gesture that drags something: an element on which it works, and `moved`, which runs with each movement. */
const GESTURES: Record<string, (moved: Moved) => HTMLElement> = {
  'the map of turbines': (moved) =>
    mountHook((surface) => useMapGestures(surface, { width: 100, height: 100 }, moved)),
  'a magnified photo': (moved) =>
    mountHook((surface) => {
      const box = { width: 100, height: 100 }
      return useZoomGestures({ surface, frame: { box, fitted: box }, move: moved })
    }),
  'a 360° photo': (moved) =>
    watch('div', (element, signal) =>
      watchGestures(element, signal, { onHold: nothing, onDrag: moved, onRelease: nothing, onZoom: nothing }),
    ),
  'a mark of a finding': (moved) => watch('div', (element, signal) => draw({ element }, signal, moved)),
  'an annotation of a 360° photo': (moved) =>
    watch('canvas', (element, signal) => {
      const canvas = element.firstElementChild as HTMLElement
      draw({ element, canvas }, signal, moved)
    }),
}

/** Starts a drawing on an element. */
function draw(surface: { element: HTMLElement; canvas?: HTMLElement }, signal: AbortSignal, moved: Moved) {
  const no = () => false
  const user: DrawingUser = {
    begin: () => ({ draw: moved, end: nothing }),
    isDrawing: () => true,
    clear: nothing,
    hover: nothing,
    doubleClick: nothing,
    draw: nothing,
    letters: () => ({}),
    undo: no,
    redo: no,
    nudge: no,
    remove: no,
    finish: no,
    escape: no,
  }
  const drawing = new Drawing({ ...surface, onMove: () => nothing }, () => user)
  signal.addEventListener('abort', () => drawing.dispose())
}

function send(element: HTMLElement, type: string, clientX: number, buttons: number) {
  const init = { pointerId: 1, button: 0, buttons, clientX, clientY: 0, bubbles: true }
  const event = new PointerEvent(type, init)
  if (!event.getCoalescedEvents) event.getCoalescedEvents = () => []
  act(() => void element.dispatchEvent(event))
}

it.each(Object.keys(GESTURES))('%s lets go of a pointer that was released elsewhere', (name) => {
  const moved = vi.fn()
  const element = GESTURES[name]?.(moved) as HTMLElement
  element.setPointerCapture = nothing
  send(element, 'pointerdown', 0, 1)
  send(element, 'pointermove', 50, 1)
  expect(moved).toHaveBeenCalled()

  moved.mockClear()
  send(element, 'pointermove', 60, 0)
  send(element, 'pointermove', 70, 0)
  expect(moved).not.toHaveBeenCalled()

  send(element, 'pointerdown', 0, 1)
  send(element, 'pointermove', 50, 1)
  expect(moved).toHaveBeenCalled()
})
