import { useEffect, useState } from 'react'

/** From this speed on, a row passes before anybody can recognize its picture. In CSS pixels per second. */
const FAST = 1500
/** Below this speed the page is about to stop. */
const SLOW = 500
/** Milliseconds without a scroll event after which the page stands still. */
const STILL_AFTER_MS = 120

/** True while the page scrolls so fast that what is loaded for it would be gone before it is seen. */
export function useFastScroll(): boolean {
  const [isFast, setIsFast] = useState(false)
  useEffect(() => {
    let last = { top: window.scrollY, at: performance.now() }
    let stop: ReturnType<typeof setTimeout>
    const onScroll = () => {
      const now = { top: window.scrollY, at: performance.now() }
      const seconds = (now.at - last.at) / 1000
      const distance = Math.abs(now.top - last.top)
      setIsFast((wasFast) => distance > (wasFast ? SLOW : FAST) * seconds)
      last = now
      clearTimeout(stop)
      stop = setTimeout(() => setIsFast(false), STILL_AFTER_MS)
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      window.removeEventListener('scroll', onScroll)
      clearTimeout(stop)
    }
  }, [])
  return isFast
}
