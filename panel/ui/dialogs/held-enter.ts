import { useEffect } from 'react'

const PRESSED_BY_ENTER = 'button, [role=button], [role^=menuitem]'

/**
 * One press of Enter presses one button. A key that is held is pressed again and again by the browser, and would then press the button that
 * has the focus next: the one that stops the upload that was just started, or the "Cancel" of a question.
 */
export function useOnePressOfEnter() {
  useEffect(() => {
    // It listens before the components, because some of them press their buttons themselves.
    document.addEventListener('keydown', ignoreHeldEnter, { capture: true })
    return () => document.removeEventListener('keydown', ignoreHeldEnter, { capture: true })
  }, [])
}

function ignoreHeldEnter(event: KeyboardEvent) {
  if (!event.repeat || event.key !== 'Enter') return
  if (!(event.target instanceof Element) || !event.target.matches(PRESSED_BY_ENTER)) return
  event.preventDefault()
  event.stopPropagation()
}
