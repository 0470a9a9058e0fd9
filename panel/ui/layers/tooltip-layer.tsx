import { useEffect, useState } from 'react'
import { lateScript } from '#panel/ui/late-scripts/late-script.ts'
import { PartBoundary } from '#panel/ui/late-scripts/part-boundary.tsx'

// It loads with the first tooltip, because it needs the positioning script, which nothing else on a first screen needs.
const popupScript = lateScript(() => import('./tooltip-popup.tsx'))

/** How long a pointer stays on a control before its tooltip is shown, in milliseconds. */
const DELAY_MS = 400

/**
 * Shows the tooltip of a control without visible text, for the pointer and for the keyboard focus. The text is in the attribute
 * `data-tooltip`. One layer serves the whole panel, because a tooltip component for each of many buttons is slow. The tooltip is
 * visual only; screen readers read the name from the control.
 */
export function TooltipLayer() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)

  useEffect(() => {
    let timer = 0
    let wanted: HTMLElement | null = null
    const show = (control: HTMLElement | null, delay: number) => {
      window.clearTimeout(timer)
      wanted = control
      if (control) timer = window.setTimeout(() => void load(control), delay)
      else setAnchor(null)
    }
    const load = async (control: HTMLElement) => {
      // Without the script there is no tooltip. The next control tries again.
      await popupScript.load().catch(() => undefined)
      if (wanted === control) setAnchor(control)
    }
    const listeners = {
      pointerover: (event) => event.pointerType === 'mouse' && show(controlOf(event), DELAY_MS),
      pointerout: () => show(null, 0),
      pointerdown: () => show(null, 0),
      keydown: () => show(null, 0),
      focusin: (event) => {
        const control = controlOf(event)
        if (control?.matches(':focus-visible')) show(control, 0)
      },
      focusout: () => show(null, 0),
    } satisfies { [Name in keyof DocumentEventMap]?: (event: DocumentEventMap[Name]) => void }

    const controller = new AbortController()
    for (const [name, listener] of Object.entries(listeners)) {
      document.addEventListener(name, listener as EventListener, { signal: controller.signal })
    }
    return () => {
      controller.abort()
      window.clearTimeout(timer)
    }
  }, [])

  const TooltipPopup = popupScript.loaded?.default
  return (
    TooltipPopup && (
      <PartBoundary shape="nothing" resetKey={anchor}>
        <TooltipPopup anchor={anchor} />
      </PartBoundary>
    )
  )
}

function controlOf(event: Event): HTMLElement | null {
  return event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tooltip]') : null
}
