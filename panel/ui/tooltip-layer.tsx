import { Tooltip } from '@base-ui/react/tooltip'
import { useEffect, useState } from 'react'

/** How long a pointer rests on a control before its name is shown, in milliseconds. */
const DELAY_MS = 400

/**
 * Shows the name of a control without words, under a resting pointer and with the focus of the keyboard: what stands in
 * its `data-tooltip`. One layer serves the whole panel, so that a list of a thousand buttons costs nothing. The name is for
 * the eye alone; screen readers have it from the control.
 */
export default function TooltipLayer() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)

  useEffect(() => {
    let timer = 0
    const show = (control: HTMLElement | null, delay: number) => {
      window.clearTimeout(timer)
      if (control) timer = window.setTimeout(() => setAnchor(control), delay)
      else setAnchor(null)
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

  return (
    <Tooltip.Root open={anchor?.isConnected ?? false}>
      <Tooltip.Portal>
        <Tooltip.Positioner anchor={anchor} sideOffset={6} className="pointer-events-none z-tooltip">
          <Tooltip.Popup
            aria-hidden
            className="rounded bg-ink px-2 py-1 text-caption font-medium text-ground transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            {anchor?.dataset.tooltip}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}

function controlOf(event: Event): HTMLElement | null {
  return event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tooltip]') : null
}
