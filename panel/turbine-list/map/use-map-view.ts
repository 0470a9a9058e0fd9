import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigationType } from 'react-router'
import { ADDRESS_DELAY_MS, useAddressParams } from '#panel/ui/address/address-params.ts'
import { hasReducedMotion } from '#panel/ui/reduced-motion.ts'
import { clampView, type MapView, type Size } from './map-view.ts'
import { project, readCoordinates, unproject } from './projection.ts'

const PARAMETER = 'map'
const ANIMATION_MS = 180
/** The decimals of degrees in the address; five decimals are about one metre. */
const DIGITS = 5

/**
 * The visible part of the map, in the address as `?map=38.42,27.14,120`: latitude and longitude of the centre, and the width in
 * kilometres. Without it the view is `fitted`.
 */
export function useMapView(fitted: MapView, size: Size) {
  const { get, change } = useAddressParams()
  const navigation = useNavigationType()
  const inAddress = get(PARAMETER) ?? null
  const [moved, setMoved] = useState<MapView | null>(() => readView(inAddress))
  const frame = useRef(0)
  const view = moved ? clampView(moved, size) : fitted

  // Back, Forward and links move the map too.
  useEffect(() => {
    if (navigation !== 'REPLACE') setMoved(readView(inAddress))
  }, [navigation, inAddress])

  const writeAddress = useEffectEvent(() => {
    const next = moved && writeView(moved)
    if (next === inAddress) return
    change({ [PARAMETER]: next ?? undefined })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each movement starts the delay anew
  useEffect(() => {
    const timer = window.setTimeout(writeAddress, ADDRESS_DELAY_MS)
    return () => window.clearTimeout(timer)
  }, [moved])

  useEffect(() => () => cancelAnimationFrame(frame.current), [])

  /** Moves without an animation. A function gets the current view, also if it is called several times in one frame. */
  const move = useCallback(
    (next: (view: MapView) => MapView) => {
      cancelAnimationFrame(frame.current)
      setMoved((before) => next(before ?? fitted))
    },
    [fitted],
  )

  /** Moves to a view in a short animation; null is the fitted view. */
  function moveTo(target: MapView | null) {
    cancelAnimationFrame(frame.current)
    if (hasReducedMotion()) return setMoved(target)
    const start = view
    const end = target ?? fitted
    const startTime = performance.now()
    const step = (time: number) => {
      const part = Math.min(Math.max((time - startTime) / ANIMATION_MS, 0), 1)
      if (part === 1) return setMoved(target)
      setMoved(between(start, end, 1 - (1 - part) ** 3))
      frame.current = requestAnimationFrame(step)
    }
    frame.current = requestAnimationFrame(step)
  }

  return { view, move, moveTo }
}

function between(start: MapView, end: MapView, part: number): MapView {
  return {
    x: start.x + (end.x - start.x) * part,
    y: start.y + (end.y - start.y) * part,
    width: start.width * (end.width / start.width) ** part,
  }
}

function readView(text: string | null): MapView | null {
  const [, place = '', width = ''] = /^(.+,.+),(\d+(?:\.\d+)?)$/.exec(text ?? '') ?? []
  const coordinates = readCoordinates(place)
  if (!coordinates || Number(width) <= 0) return null
  return { ...project(coordinates), width: Number(width) }
}

function writeView(view: MapView): string {
  const { lat, lon } = unproject(view)
  return `${Number(lat.toFixed(DIGITS))},${Number(lon.toFixed(DIGITS))},${Number(view.width.toPrecision(4))}`
}
