import type { PanoramaView } from './view/panorama-view.ts'

/** By which factor a press of + or - changes the angle of view. */
export const ZOOM_STEP = 1.25
/** How far one key press turns the view, as a fraction of the angle of view. */
const TURN_SHARE = 0.15

/** The action of a key for the view: the arrow keys with Shift, W, A, S, D and the zoom keys. Undefined for other keys. */
export function viewKey(view: PanoramaView, { key, shiftKey }: KeyboardEvent): (() => void) | undefined {
  const turned = (yaw: number, pitch: number) => () =>
    view.turnBy({ yaw: yaw * TURN_SHARE, pitch: pitch * TURN_SHARE })
  const turns = { a: turned(-1, 0), d: turned(1, 0), w: turned(0, 1), s: turned(0, -1) }
  if (shiftKey) {
    const { a: ArrowLeft, d: ArrowRight, w: ArrowUp, s: ArrowDown } = turns
    const turn = { ArrowLeft, ArrowRight, ArrowUp, ArrowDown }[key]
    if (turn) return turn
  }
  const zoomIn = () => view.zoom(1 / ZOOM_STEP)
  const others = { '0': () => view.reset(), l: () => view.level() }
  return { ...turns, ...others, '+': zoomIn, '=': zoomIn, '-': () => view.zoom(ZOOM_STEP) }[key.toLowerCase()]
}
