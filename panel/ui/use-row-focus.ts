import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'

/** Rows that Page Up and Page Down go. */
const PAGE = 10

/**
 * Which of `count` rows the keyboard is in, and the keys that move it. The row's element has its index as `data-row`, and
 * its link takes the focus.
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
    const link = body.current?.querySelector<HTMLElement>(`[data-row="${active}"] a`)
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
