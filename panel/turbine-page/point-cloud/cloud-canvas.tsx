import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useElementSize } from '#panel/ui/use-element-size.ts'
import { useText } from '#panel/words/use-text.ts'
import type { Colouring } from './cloud-colours.ts'
import { CloudView } from './cloud-view.ts'
import type { LoadedCloud } from './use-cloud.ts'

/** How far one press of an arrow key turns the cloud, in degrees; with Shift three times as far. */
const TURN_DEGREES = 5
/** The factor of the camera distance for one press of +. */
const APPROACH = 0.85

interface CloudCanvasProps {
  loaded: LoadedCloud
  colouring: Colouring
  /** In CSS pixels. */
  pointSize: number
  /** Runs when another number of points is drawn. */
  onShown: (points: number) => void
  /** Runs when points cannot be loaded, and when they can again. */
  onTrouble: (isTrouble: boolean) => void
  /** Runs if the browser has no WebGL, or if the WebGL context is lost. */
  onLost: () => void
  /** Runs if the server does not have the points in this form any more. */
  onGone: () => void
}

/** The canvas with the cloud. Dragging and the arrow keys turn it, the wheel, + and − zoom, 0 shows the whole cloud. */
export function CloudCanvas({
  loaded,
  colouring,
  pointSize,
  onShown,
  onTrouble,
  onLost,
  onGone,
}: CloudCanvasProps) {
  const text = useText()
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [view, setView] = useState<CloudView>()
  const { width, height } = useElementSize(box)

  // A layout effect ends before the canvas leaves the page. Afterwards, the controls would not find the page, where they have a listener.
  // biome-ignore lint/correctness/useExhaustiveDependencies: new handlers of the parent must not create a new view
  useLayoutEffect(() => {
    const drawn = canvas.current
    if (!drawn) return
    try {
      const made = new CloudView(drawn, loaded, { onShown, onTrouble, onGone })
      drawn.addEventListener('webglcontextlost', onLost)
      setView(made)
      return () => {
        drawn.removeEventListener('webglcontextlost', onLost)
        made.dispose()
      }
    } catch {
      onLost()
      return undefined
    }
  }, [loaded])

  useLayoutEffect(() => view?.setSize(width, height), [view, width, height])
  useLayoutEffect(() => view?.setPointSize(pointSize), [view, pointSize])
  useLayoutEffect(() => view?.setColouring(colouring), [view, colouring])
  useEffect(() => canvas.current?.focus(), [])

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const turn = TURN_DEGREES * (event.shiftKey ? 3 : 1)
    const act = {
      ArrowLeft: () => view?.orbit(-turn, 0),
      ArrowRight: () => view?.orbit(turn, 0),
      ArrowUp: () => view?.orbit(0, turn),
      ArrowDown: () => view?.orbit(0, -turn),
      '+': () => view?.approach(APPROACH),
      '=': () => view?.approach(APPROACH),
      '-': () => view?.approach(1 / APPROACH),
      '0': () => view?.reset(),
    }[event.key]
    if (!act) return
    event.preventDefault()
    // Elsewhere in the lightbox the arrow keys show other photos.
    event.stopPropagation()
    act()
  }

  return (
    <div ref={box} className="relative min-h-0 flex-1">
      <canvas
        ref={canvas}
        tabIndex={0}
        role="img"
        aria-label={text('cloud.label', { n: loaded.cloud.points })}
        onKeyDown={onKeyDown}
        className="absolute inset-0 size-full cursor-grab touch-none outline-none focus-visible:ring-2 focus-visible:ring-focus focus-visible:ring-inset active:cursor-grabbing"
      />
    </div>
  )
}
