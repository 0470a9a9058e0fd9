// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, it, vi } from 'vitest'
import { openClickedRow } from '#panel/ui/tables/open-clicked-row.ts'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

const opened = vi.fn()
let row: HTMLElement

beforeEach(() => {
  opened.mockReset()
  const container = document.body.appendChild(document.createElement('table'))
  const root = createRoot(container)
  act(() =>
    root.render(
      <tbody>
        <tr onClick={openClickedRow}>
          <td>
            <button
              type="button"
              data-opens-row
              onClick={({ ctrlKey }) => opened(ctrlKey ? 'beside' : 'here')}
            >
              <b>Karaburun</b>
            </button>
          </td>
          <td>
            <i>plain</i>
          </td>
          <td>
            <label>
              <input type="checkbox" />
            </label>
            <button type="button">Sil</button>
          </td>
        </tr>
      </tbody>,
    ),
  )
  row = container.querySelector('tr') as HTMLElement
  return () => {
    act(() => root.unmount())
    container.remove()
  }
})

const click = (selector: string, held = {}) =>
  row.querySelector(selector)?.dispatchEvent(new MouseEvent('click', { bubbles: true, ...held }))

it('opens a row once, wherever it is clicked', () => {
  click('i')
  click('b')
  expect(opened.mock.calls).toEqual([['here'], ['here']])
})

it('passes the keys on that are held', () => {
  click('i', { ctrlKey: true })
  expect(opened).toHaveBeenCalledWith('beside')
})

it.each(['label', 'input', 'td:last-child button'])('leaves a click on %s to it', (selector) => {
  click(selector)
  expect(opened).not.toHaveBeenCalled()
})

it('opens nothing when the click ends a selection of text', () => {
  const selection = vi.spyOn(globalThis, 'getSelection').mockReturnValue({ isCollapsed: false } as Selection)
  click('i')
  expect(opened).not.toHaveBeenCalled()
  selection.mockRestore()
})
