import { useEffect, useState } from 'react'

/** After so many milliseconds without a movement, the controls fade. */
const STILL_MS = 3_000
/** The controls, and what is open above them. While a pointer or the focus rests there, they stay. */
const STAYS =
  '[data-controls]:hover, [data-controls] :focus-visible, [role=dialog], [role=listbox], [role=menu]'

/** True while nobody has moved a pointer or pressed a key for a while. Never with reduced motion. */
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
    // A key that is lifted in another window is never reported.
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
