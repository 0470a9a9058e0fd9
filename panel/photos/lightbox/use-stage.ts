import { type RefObject, useState } from 'react'
import type { Photo } from '#domain/photo.ts'
import { movedLoupe } from './photo-loupe.tsx'
import { useFullScreen } from './use-full-screen.ts'
import { actualScale, useZoom, zoomCommands } from './use-zoom.ts'
import type { Point } from './zoom-view.ts'

/** How far an arrow key moves a magnified photo, in CSS pixels; with Shift five times as far. */
const PAN_STEP_PX = 60

type Key = (event: { shiftKey: boolean }) => void

/**
 * The magnification, the loupe, and the bar for brightness and contrast of the open photo, with their keys.
 *
 * @param lightbox gets the focus when the bar closes
 */
export function useStage(photo: Photo, lightbox: RefObject<HTMLElement | null>) {
  const zoom = useZoom(photo)
  const [loupe, setLoupe] = useState<Point>()
  const [isLightOpen, setIsLightOpen] = useState(false)
  const fullScreen = useFullScreen()
  const { step, reset, pan, scaleTo } = zoomCommands(zoom)
  const isPicture = photo.thumb_url !== null
  const isZoomed = zoom.view.scale !== 1

  const toggleLoupe = () => setLoupe(loupe ? undefined : { x: 0, y: 0 })
  const closeLight = () => {
    setIsLightOpen(false)
    lightbox.current?.focus()
  }
  const toggleLight = () => (isLightOpen ? closeLight() : setIsLightOpen(true))

  const pictureKeys: Record<string, Key> = {
    '+': () => step(1),
    '=': () => step(1),
    '-': () => step(-1),
    '0': reset,
    '1': () => scaleTo(actualScale(photo, zoom.frame)),
    l: toggleLoupe,
    b: toggleLight,
    ...(loupe && arrowKeys((key, isFar) => setLoupe(movedLoupe(loupe, key, isFar, zoom.frame)))),
    ...(!loupe &&
      zoom.view.scale > 1 &&
      arrowKeys((key, isFar) => pan(panStep(key, isFar ? PAN_STEP_PX * 5 : PAN_STEP_PX)))),
  }

  return {
    zoom,
    loupe,
    setLoupe,
    isLightOpen: isLightOpen && isPicture,
    fullScreen,
    /** The props of the buttons in the bar. */
    actions: {
      zoom: { scale: zoom.view.scale, step, reset },
      loupe: { isOn: loupe !== undefined, toggle: toggleLoupe },
      lightBar: { isOn: isLightOpen, toggle: toggleLight },
      onFullScreen: fullScreen,
    },
    keys: { f: fullScreen, ...(isPicture && pictureKeys) } as Record<string, Key>,
    /** Does the first possible one of these: closes the bar, hides the loupe, fits the photo. Returns false if none was possible. */
    escape(): boolean {
      if (!isPicture) return false
      if (isLightOpen) closeLight()
      else if (loupe) setLoupe(undefined)
      else if (isZoomed) reset()
      else return false
      return true
    },
  }
}

function arrowKeys(press: (key: string, isFar: boolean) => void): Record<string, Key> {
  const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']
  return Object.fromEntries(keys.map((key) => [key, ({ shiftKey }) => press(key, shiftKey)]))
}

/** The movement of the picture for an arrow key. The picture moves in the opposite direction, so that the part in the direction of the arrow appears. */
export function panStep(key: string, step: number): Point {
  const x = { ArrowLeft: step, ArrowRight: -step }[key] ?? 0
  const y = { ArrowUp: step, ArrowDown: -step }[key] ?? 0
  return { x, y }
}
