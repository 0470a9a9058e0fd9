import { act, useRef } from 'react'
import { expect, it, vi } from 'vitest'
import { PreferencesProvider } from '#panel/preferences/preferences-provider.tsx'
import { CurtainHandle } from '#panel/ui/curtain-handle.tsx'
import { useRowFocus } from '#panel/ui/tables/use-row-focus.ts'
import { mount } from '../panel-screen.tsx'

/** Nine links, in rows of three. */
function Grid({ moved }: { moved: () => void }) {
  const list = useRef<HTMLUListElement>(null)
  const { onKeyDown } = useRowFocus(list, 9, moved, 3)
  return (
    <ul ref={list} onKeyDown={onKeyDown}>
      {Array.from({ length: 9 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cells stay
        <li key={index} data-row={index}>
          <a href="/">{index}</a>
        </li>
      ))}
    </ul>
  )
}

/** What arrow keys, Home and End move: the element with the focus. */
const MOVED: Record<string, (moved: () => void) => Element | null> = {
  'the focus in a grid': (moved) => mount(<Grid moved={moved} />).container.querySelector('a'),
  'the edge between two photos': (moved) =>
    mount(
      <PreferencesProvider>
        <CurtainHandle share={0.5} onProgress={moved} />
      </PreferencesProvider>,
    ).container.querySelector('[role=slider]'),
}

it.each(Object.keys(MOVED))('%s moves with a key alone, and not with a command of the browser', (name) => {
  const moved = vi.fn()
  const element = MOVED[name]?.(moved) as Element
  const isPrevented = (key: string, held = {}) => {
    const event = new KeyboardEvent('keydown', { key, ...held, bubbles: true, cancelable: true })
    act(() => void element.dispatchEvent(event))
    return event.defaultPrevented
  }
  for (const key of ['ArrowLeft', 'ArrowRight', 'Home', 'End'])
    for (const held of [{ altKey: true }, { ctrlKey: true }, { metaKey: true }])
      expect(isPrevented(key, held), `${key} ${JSON.stringify(held)}`).toBe(false)
  expect(moved).not.toHaveBeenCalled()
  expect(isPrevented('ArrowRight')).toBe(true)
  expect(moved).toHaveBeenCalledOnce()
})
