import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * Tells when the user has left a field. If it is left by a press of the pointer, that is after the release: an error that appears in between
 * would move what is being clicked away from the pointer.
 *
 * @returns the props of the field
 */
export function useFieldLeave(onLeave: () => void) {
  const isPressed = useRef(false)
  const state = useRef<'away' | 'inside' | 'leaving'>('away')
  const leave = useEffectEvent(() => {
    if (state.current === 'leaving') onLeave()
  })
  useEffect(() => {
    const listeners = new AbortController()
    const options = { capture: true, signal: listeners.signal }
    const press = () => {
      isPressed.current = true
    }
    const release = () => {
      isPressed.current = false
      // The click comes before the next frame.
      if (state.current === 'leaving') requestAnimationFrame(() => leave())
    }
    document.addEventListener('pointerdown', press, options)
    document.addEventListener('pointerup', release, options)
    document.addEventListener('pointercancel', release, options)
    return () => listeners.abort()
  }, [])
  return {
    onFocus: () => {
      state.current = 'inside'
    },
    onBlur: () => {
      state.current = 'leaving'
      if (!isPressed.current) onLeave()
    },
  }
}
