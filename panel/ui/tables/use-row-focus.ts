import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'

/** The number of rows that Page Up and Page Down move. */
const PAGE = 10

/**
 * The row that has the keyboard focus, of `count` rows, and the keys that move it. The element of a row has its index as `data-row`,
 * and the first link or button in the row gets the focus; a row without one is skipped. With `columns`, the rows are the cells of
 * a grid, and the left and right arrows move too.
 */
export function useRowFocus(
  body: RefObject<HTMLElement | null>,
  count: number,
  scrollTo: (index: number) => void,
  columns = 1,
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

  // The row with the focus has another index after rows before it have gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows go when their number changes
  useEffect(() => {
    const row = document.activeElement?.closest<HTMLElement>('[data-row]')
    if (row && body.current?.contains(row)) setActive(Number(row.dataset.row))
  }, [body, count])

  function onKeyDown(event: KeyboardEvent) {
    // With these, the keys are commands of the browser, such as Back.
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const next = target(event.key, active, count, columns)
    if (next === undefined) return
    event.preventDefault()
    if (next === active) return
    moved.current = true
    setActive(next)
    scrollTo(next)
  }
  return { active, setActive, onKeyDown }
}

function target(key: string, active: number, count: number, columns: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowDown: columns,
    ArrowUp: -columns,
    PageDown: PAGE,
    PageUp: -PAGE,
    Home: -count,
    End: count,
    ...(columns > 1 && { ArrowRight: 1, ArrowLeft: -1 }),
  }
  const step = steps[key]
  return step === undefined ? undefined : Math.max(0, Math.min(active + step, count - 1))
}
