// @vitest-environment happy-dom
import { act, type ReactNode, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { chooseLanguage } from '#panel/preferences/language.ts'
import { PreferencesProvider } from '#panel/preferences/preferences-provider.tsx'
import { CurtainHandle } from '#panel/ui/curtain-handle.tsx'
import { useRowFocus } from '#panel/ui/tables/use-row-focus.ts'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

let end = () => {}
beforeEach(() => chooseLanguage('tr'))
afterEach(() => end())

function mount(screen: ReactNode): HTMLElement {
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  act(() => root.render(<PreferencesProvider>{screen}</PreferencesProvider>))
  end = () => {
    act(() => root.unmount())
    container.remove()
  }
  return container
}

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
  'the focus in a grid': (moved) => mount(<Grid moved={moved} />).querySelector('a'),
  'the edge between two photos': (moved) =>
    mount(<CurtainHandle share={0.5} onShare={moved} />).querySelector('[role=slider]'),
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
