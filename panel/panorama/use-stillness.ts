import { useEffect, useState } from 'react'

/** The controls fade out after this time without a movement, in milliseconds. */
const STILL_MS = 3_000
/** The controls do not fade out while one of these elements exists: hovered or focused controls, open dialogs, lists and menus. */
const STAYS =
  '[data-controls]:hover, [data-controls] :focus-visible, [role=dialog], [role=listbox], [role=menu]'

/** True if the user has not moved a pointer or pressed a key for some seconds. Always false with reduced motion. */
export function useStillness(): boolean {
  const [isStill, setIsStill] = useState(false)
  useEffect(() => {
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const held = new Set<string | number>()
    let timer = setTimeout(rest, STILL_MS)

    function rest() {
      if (held.size > 0 || document.querySelector(STAYS)) timer = setTimeout(rest, STILL_MS)
      else setIsStill(true)
    }
    function wake() {
      clearTimeout(timer)
      timer = setTimeout(rest, STILL_MS)
      setIsStill(false)
    }
    const onPress = (event: KeyboardEvent | PointerEvent) => {
      held.add('code' in event ? event.code : event.pointerId)
      wake()
    }
    const onLift = (event: KeyboardEvent | PointerEvent) => {
      held.delete('code' in event ? event.code : event.pointerId)
      wake()
    }
    // The browser does not report the release of a key in another window.
    const onBlur = () => held.clear()
    const end = new AbortController()
    const { signal } = end
    window.addEventListener('keydown', onPress, { signal })
    window.addEventListener('keyup', onLift, { signal })
    window.addEventListener('pointerdown', onPress, { signal })
    window.addEventListener('pointerup', onLift, { signal })
    window.addEventListener('pointercancel', onLift, { signal })
    window.addEventListener('pointermove', wake, { signal })
    window.addEventListener('wheel', wake, { signal, passive: true })
    window.addEventListener('focusin', wake, { signal })
    window.addEventListener('blur', onBlur, { signal })
    return () => {
      clearTimeout(timer)
      end.abort()
    }
  }, [])
  return isStill
}
