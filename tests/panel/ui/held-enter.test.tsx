import { expect, it } from 'vitest'
import { useOnePressOfEnter } from '#panel/ui/dialogs/held-enter.ts'
import { callerOf, openScreen } from '../panel-screen.tsx'

function Screen() {
  useOnePressOfEnter()
  return (
    <>
      <button type="button">Yükle</button>
      <span role="menuitem" tabIndex={0} />
      <textarea />
    </>
  )
}

/** True if the browser does what the key does. */
function press(selector: string, key: string, repeat: boolean) {
  const event = new KeyboardEvent('keydown', { key, repeat, bubbles: true, cancelable: true })
  return document.querySelector(selector)?.dispatchEvent(event)
}

it('lets a held Enter press no further button, and leaves text fields and other keys alone', () => {
  openScreen(callerOf(), <Screen />)
  for (const selector of ['button', '[role=menuitem]']) {
    expect(press(selector, 'Enter', false)).toBe(true)
    expect(press(selector, 'Enter', true)).toBe(false)
    expect(press(selector, 'ArrowDown', true)).toBe(true)
  }
  expect(press('textarea', 'Enter', true)).toBe(true)
})
