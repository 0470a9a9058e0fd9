import { act, useRef } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { useVirtualGrid } from '#panel/ui/tables/use-virtual-grid.ts'
import { useVirtualRows } from '#panel/ui/tables/use-virtual-rows.ts'
import { mount } from '../panel-screen.tsx'

/** The observers of each element. There is no layout here, so the test says what has grown. */
const observers = new Map<Element, Set<() => void>>()
class Observer {
  readonly #notify: () => void
  constructor(notify: (entries: unknown[]) => void) {
    this.#notify = () => notify([])
  }
  observe(element: Element) {
    observers.set(element, (observers.get(element) ?? new Set()).add(this.#notify))
  }
  unobserve(element: Element) {
    observers.get(element)?.delete(this.#notify)
  }
  disconnect() {
    for (const notified of observers.values()) notified.delete(this.#notify)
  }
}

let top = 200
beforeEach(() => {
  vi.stubGlobal('ResizeObserver', Observer)
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(
    () => new DOMRect(0, top - window.scrollY, 900, 3000),
  )
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(9000)
})

const HEIGHT_PX = 300
const COUNT = 30

let scrollTo: (index: number) => void

function Cards() {
  const list = useRef<HTMLDivElement>(null)
  scrollTo = useVirtualGrid(list, COUNT, { minWidth: 900, gap: 0, height: () => HEIGHT_PX }).scrollToCell
  return <div ref={list} />
}

function Rows() {
  const list = useRef<HTMLDivElement>(null)
  scrollTo = useVirtualRows(list, COUNT, 0, HEIGHT_PX).scrollToRow
  return <div ref={list} />
}

it.each([
  ['the cards', Cards],
  ['the rows of a table', Rows],
])('%s learn that something above them has grown', (_, List) => {
  top = 200
  const scroll = vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
  mount(<List />)
  const placeOf = (index: number) => {
    scroll.mockClear()
    act(() => scrollTo(index))
    return (scroll.mock.calls[0]?.[0] as ScrollToOptions | undefined)?.top
  }
  const before = placeOf(20)
  expect(before).toBeGreaterThan(0)

  top += 37
  // The list has its size still: only the page has grown.
  act(() => {
    for (const notify of observers.get(document.body) ?? []) notify()
  })
  expect(placeOf(20)).toBe(Number(before) + 37)
})
