import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'

/** The number of rows that Page Up and Page Down move. */
const PAGE = 10

/**
 * The row that has the keyboard focus, of `count` rows, and the keys that move it. The element of a row has its index as `data-row`,
 * and the first link or button in the row gets the focus. A row without one is
 * passed over.
 */
export function useRowFocus(
  body: RefObject<HTMLElement | null>,
  count: number,
  scrollTo: (index: number) => void,
) {
  const [chosen, setActive] = useState(0)
  const active = Math.max(0, Math.min(chosen, count - 1))
  const moved = useRef(false)

  useEffect(() => {
    if (!moved.current) return
    moved.current = false
    const link = body.current?.querySelector<HTMLElement>(`[data-row="${active}"] :is(a, button)`)
    link?.focus({ preventScroll: true })
  }, [body, active])

  function onKeyDown(event: KeyboardEvent) {
    const next = target(event.key, active, count)
    if (next === undefined) return
    event.preventDefault()
    if (next === active) return
    moved.current = true
    setActive(next)
    scrollTo(next)
  }
  return { active, setActive, onKeyDown }
}

function target(key: string, active: number, count: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: PAGE,
    PageUp: -PAGE,
    Home: -count,
    End: count,
  }
  const step = steps[key]
  return step === undefined ? undefined : Math.max(0, Math.min(active + step, count - 1))
}
