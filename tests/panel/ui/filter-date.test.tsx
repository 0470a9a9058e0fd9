// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { IntlProvider } from 'react-intl'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import tr from '#content/panel/tr.json'
import { FilterDate } from '#panel/ui/fields/filter-date.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

let root: Root
let container: HTMLElement
/** What the field has asked the address to become, the oldest first. */
let asked: (string | undefined)[]

beforeEach(() => {
  container = document.body.appendChild(document.createElement('div'))
  root = createRoot(container)
  asked = []
})
afterEach(() => {
  act(() => root.unmount())
  container.remove()
})

const field = () => container.querySelector('input') as HTMLInputElement

/** The address answers with this day. */
function answer(value: string | undefined) {
  act(() =>
    root.render(
      <IntlProvider locale="tr" messages={tr}>
        <FilterDate label="Since" value={value} onChange={(next) => asked.push(next)} />
      </IntlProvider>,
    ),
  )
}

/** What the browser does after a key. @param isPartial true while parts of the day are empty */
function type(value: string, isPartial = false) {
  Object.defineProperty(field(), 'validity', {
    configurable: true,
    value: { badInput: isPartial, rangeUnderflow: false, rangeOverflow: false },
  })
  act(() => {
    field().value = value
    field().dispatchEvent(new Event('input', { bubbles: true }))
  })
}

it('asks for a whole day only, not for the years that its first digits are', () => {
  answer(undefined)
  for (const value of ['0002-11-21', '0020-11-21', '0202-11-21', '2026-11-21']) type(value)
  expect(asked).toEqual(['2026-11-21'])
  expect(field().value).toBe('2026-11-21')
})

it('asks for nothing while a part is empty, and clears the filter when the field is empty', () => {
  answer('2026-11-21')
  type('', true)
  expect(asked).toEqual([])
  type('2026-12-21')
  type('')
  expect(asked).toEqual(['2026-12-21', undefined])
})

it('clears the filter when the last part of a day is removed, which the browser tells by no input', () => {
  answer('2026-11-21')
  type('', true)
  Object.defineProperty(field(), 'validity', { configurable: true, value: { badInput: false } })
  act(() => field().dispatchEvent(new KeyboardEvent('keyup', { key: 'Backspace', bubbles: true })))
  expect(asked).toEqual([undefined])
})

it('keeps what is typed when the address answers later', () => {
  answer(undefined)
  type('2026-11-01')
  type('2026-11-15')
  answer('2026-11-01')
  expect(field().value).toBe('2026-11-15')
  answer('2026-11-15')
  expect(field().value).toBe('2026-11-15')
  answer(undefined)
  expect(field().value).toBe('')
})

it('shows what the address becomes by another way, also in place of a part of a day', () => {
  answer('2026-11-21')
  expect(field().value).toBe('2026-11-21')
  answer('2025-01-02')
  expect(field().value).toBe('2025-01-02')
  type('', true)
  answer('2024-02-29')
  expect(field().value).toBe('2024-02-29')
  expect(asked).toEqual([])
})

it('marks a part of a day as invalid when the user leaves the field', () => {
  answer(undefined)
  type('', true)
  expect(field().getAttribute('aria-invalid')).toBeNull()
  act(() => field().dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  expect(field().getAttribute('aria-invalid')).toBe('true')
  type('2026-11-21')
  expect(field().getAttribute('aria-invalid')).toBeNull()
})
