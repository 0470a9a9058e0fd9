import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

const STORAGE_KEY = 'kanat.scroll'
/** More entries than a tab's history has. */
const PLACES_MAX = 100
/** What a person does to move a page. */
const MOVES = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/** How far each entry of this tab's history was scrolled, in pixels from the top. */
const places = readPlaces()

/**
 * A new address begins at its top. Back, forward and reload return to where that entry was left, also when the list that
 * stood there arrives late. Another photo, room or search of the same screen moves nothing.
 */
export function useScrollReturn() {
  const entry = useHistoryEntry()
  const { pathname } = useLocation()
  const type = useNavigationType()
  const shownPath = useRef<string | null>(null)

  useEffect(() => {
    window.history.scrollRestoration = 'manual'
    window.addEventListener('pagehide', storePlaces)
    return () => window.removeEventListener('pagehide', storePlaces)
  }, [])

  useLayoutEffect(() => {
    const isSameScreen = shownPath.current === pathname
    shownPath.current = pathname
    const place = type === 'POP' ? places.get(entry) : undefined
    if (place === undefined && !isSameScreen) window.scrollTo(0, 0)

    const remember = () => places.set(entry, window.scrollY)
    const startRemembering = () => {
      remember()
      window.addEventListener('scroll', remember, { passive: true })
    }
    const stopReturning = returnTo(place ?? window.scrollY, startRemembering)
    return () => {
      stopReturning()
      window.removeEventListener('scroll', remember)
    }
  }, [entry, pathname, type])
}

/**
 * True on a screen that comes back to a place further down. A long list that is drawn little by little is then drawn at once,
 * so that it is never seen at its top in between.
 */
export function useReturnsDown(): boolean {
  const entry = useHistoryEntry()
  return useNavigationType() === 'POP' && (places.get(entry) ?? 0) > 0
}

function useHistoryEntry(): string {
  const { key, pathname, hash } = useLocation()
  return key + pathname + hash
}

/**
 * Scrolls to `place`, and again each time the page grows, until the page is long enough or the person moves it. Then it
 * calls `onEnd`.
 *
 * @returns what gives up without calling `onEnd`
 */
function returnTo(place: number, onEnd: () => void): () => void {
  const observer = new ResizeObserver(attempt)
  for (const move of MOVES) window.addEventListener(move, end, { passive: true })
  observer.observe(document.body)
  attempt()
  return stop

  function attempt() {
    window.scrollTo(0, place)
    if (Math.abs(window.scrollY - place) < 1) end()
  }

  function end() {
    stop()
    onEnd()
  }

  function stop() {
    observer.disconnect()
    for (const move of MOVES) window.removeEventListener(move, end)
  }
}

/** Empty where this tab comes to the panel by a new address: what it remembers is of other entries. */
function readPlaces(): Map<string, number> {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (visit?.type === 'navigate') return new Map()
  try {
    return new Map(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]'))
  } catch {
    return new Map()
  }
}

function storePlaces() {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...places].slice(-PLACES_MAX)))
  } catch {
    // Without storage, a reload begins at the top.
  }
}
