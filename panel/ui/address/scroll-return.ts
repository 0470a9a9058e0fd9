import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

const STORAGE_KEY = 'kanat.scroll'
/** The maximum number of stored scroll positions; the history of a tab has fewer entries. */
const PLACES_MAX = 100
/** How long after a return something above the place may still load, in milliseconds. */
const LATE_MS = 5000
/** Events by which a user scrolls a page. */
const SCROLL_EVENTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/** The scroll position of each history entry of this tab, in pixels from the top. */
const places = readPlaces()

/**
 * A new address starts at the top. Back, forward and reload restore the scroll position of the entry, also when its list
 * loads late. A change of photo, room or search on the same screen does not scroll.
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
    const startStoring = () => {
      remember()
      window.addEventListener('scroll', remember, { passive: true })
    }
    const stopRestoring = place === undefined ? startStoring() : returnTo(place, startStoring)
    return () => {
      stopRestoring?.()
      window.removeEventListener('scroll', remember)
    }
  }, [entry, pathname, type])
}

/**
 * True if this screen restores a scroll position that is not the top. A long list must then render completely at once,
 * so that its top is not visible in between.
 */
export function useRestoresScroll(): boolean {
  const entry = useHistoryEntry()
  return useNavigationType() === 'POP' && (places.get(entry) ?? 0) > 0
}

function useHistoryEntry(): string {
  const { key, pathname, hash } = useLocation()
  return key + pathname + hash
}

/**
 * Scrolls to `place`, and again each time the page grows, until the page is long enough or the user scrolls. Then it
 * calls `onEnd`. What loads late above the place does not move the page: the browser follows what is in view only after `LATE_MS`, or when somebody scrolls.
 *
 * @returns a function that stops this without calling `onEnd`
 */
function returnTo(place: number, onEnd: () => void): () => void {
  const { style } = document.documentElement
  const observer = new ResizeObserver(attempt)
  let isThere = false
  let timer: ReturnType<typeof setTimeout> | undefined
  for (const move of SCROLL_EVENTS) window.addEventListener(move, end, { passive: true })
  window.addEventListener('scroll', endIfElsewhere, { passive: true })
  style.overflowAnchor = 'none'
  observer.observe(document.body)
  attempt()
  return stop

  function attempt() {
    window.scrollTo(0, place)
    if (isThere || !isAtPlace()) return
    isThere = true
    observer.disconnect()
    timer = setTimeout(stop, LATE_MS)
    onEnd()
  }

  function isAtPlace() {
    return Math.abs(window.scrollY - place) < 1
  }

  function endIfElsewhere() {
    if (isThere && !isAtPlace()) stop()
  }

  function end() {
    stop()
    if (!isThere) onEnd()
  }

  function stop() {
    clearTimeout(timer)
    observer.disconnect()
    style.overflowAnchor = ''
    for (const move of SCROLL_EVENTS) window.removeEventListener(move, end)
    window.removeEventListener('scroll', endIfElsewhere)
  }
}

/** Empty if this tab opens the panel by a new address, because the stored positions belong to other entries. */
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
    // Without storage, a reload starts at the top.
  }
}
