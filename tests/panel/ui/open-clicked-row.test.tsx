import { beforeEach, expect, it, vi } from 'vitest'
import { openClickedRow } from '#panel/ui/tables/open-clicked-row.ts'
import { mount } from '../panel-screen.tsx'

const opened = vi.fn()
let row: HTMLElement

beforeEach(() => {
  opened.mockReset()
  const { container } = mount(
    <table>
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
      </tbody>
    </table>,
  )
  row = container.querySelector('tr') as HTMLElement
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
  vi.spyOn(globalThis, 'getSelection').mockReturnValue({ isCollapsed: false } as Selection)
  click('i')
  expect(opened).not.toHaveBeenCalled()
})
