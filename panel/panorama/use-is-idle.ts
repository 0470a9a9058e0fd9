import { useEffect, useState } from 'react'
import { hasReducedMotion } from '#panel/ui/reduced-motion.ts'

/** The controls fade out after this time without a movement, in milliseconds. */
const IDLE_AFTER_MS = 3_000
/** The controls do not fade out while one of these elements exists: hovered or focused controls, open dialogs, lists and menus. */
const BUSY_SELECTOR =
  '[data-controls]:hover, [data-controls] :focus-visible, [role=dialog], [role=listbox], [role=menu]'

/** True if the user has not moved a pointer or pressed a key for some seconds. Always false with reduced motion. */
export function useIsIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => {
    if (hasReducedMotion()) return
    const held = new Set<string | number>()
    let timer = setTimeout(becomeIdle, IDLE_AFTER_MS)

    function becomeIdle() {
      if (held.size > 0 || document.querySelector(BUSY_SELECTOR))
        timer = setTimeout(becomeIdle, IDLE_AFTER_MS)
      else setIsIdle(true)
    }
    function becomeActive() {
      clearTimeout(timer)
      timer = setTimeout(becomeIdle, IDLE_AFTER_MS)
      setIsIdle(false)
    }
    const onPress = (event: KeyboardEvent | PointerEvent) => {
      held.add('code' in event ? event.code : event.pointerId)
      becomeActive()
    }
    const onLift = (event: KeyboardEvent | PointerEvent) => {
      held.delete('code' in event ? event.code : event.pointerId)
      becomeActive()
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
    window.addEventListener('pointermove', becomeActive, { signal })
    window.addEventListener('wheel', becomeActive, { signal, passive: true })
    window.addEventListener('focusin', becomeActive, { signal })
    window.addEventListener('blur', onBlur, { signal })
    return () => {
      clearTimeout(timer)
      end.abort()
    }
  }, [])
  return isIdle
}
