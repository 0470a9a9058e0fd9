import { act } from 'react'
import { IntlProvider } from 'react-intl'
import { beforeEach, expect, it } from 'vitest'
import en from '#content/panel/en.json'
import tr from '#content/panel/tr.json'
import { FilterDate } from '#panel/ui/fields/days/filter-date.tsx'
import { mount, type as typeInto } from '../panel-screen.tsx'

let screen: ReturnType<typeof mount>
/** What the field has asked the address to become, the oldest first. */
let asked: (string | undefined)[]

beforeEach(() => {
  screen = mount(null)
  asked = []
})

const field = () => screen.container.querySelector('input') as HTMLInputElement

const fault = () =>
  screen.container.querySelector(`[id="${field().getAttribute('aria-describedby')}"]`)?.textContent

/** The address answers with this day. */
function answer(value: string | undefined, locale: 'tr' | 'en' = 'tr') {
  screen.show(
    <IntlProvider locale={locale} messages={{ tr, en }[locale]}>
      <FilterDate label="Since" value={value} onChange={(next) => asked.push(next)} />
    </IntlProvider>,
  )
}

/** The user types these texts, one after the other. */
function type(...texts: string[]) {
  for (const text of texts) act(() => typeInto(field(), text))
}

function leave() {
  act(() => field().dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
}

it('asks for a whole day only, not for the years that its first digits are', () => {
  answer(undefined)
  const typed = '21.11.2026'
  type(...Array.from(typed, (_, index) => typed.slice(0, index + 1)))
  expect(asked).toEqual(['2026-11-21'])
  expect(field().value).toBe(typed)
})

it('asks for nothing while a part is missing, and clears the filter when the field is empty', () => {
  answer('2026-11-21')
  type('21.11.')
  expect(asked).toEqual([])
  type('21.12.2026', '')
  expect(asked).toEqual(['2026-12-21', undefined])
})

it('asks for no day before the first or after the last one of a filter, and says so', () => {
  answer(undefined)
  for (const [typed, said] of [
    ['21.11.1979', 'En erken 01.01.1980 olabilir.'],
    ['21.11.2200', 'En geç 31.12.2199 olabilir.'],
    ['21.11.26', tr['field.day.year']],
    ['31.04.2026', tr['field.day.noSuchDay']],
    ['21.11', tr['field.day.invalid']],
  ] as const) {
    type(typed)
    expect(fault()).toBeUndefined()
    leave()
    expect(fault()).toBe(said)
    expect(field().value).toBe(typed)
  }
  expect(asked).toEqual([])
})

it('clears the filter with Escape and with its button, which is there only if there is something to clear', () => {
  answer(undefined)
  const button = () => screen.container.querySelector<HTMLElement>(`[aria-label="${tr['field.day.clear']}"]`)
  expect(button()).toBeNull()
  answer('2026-11-21')
  act(() => button()?.click())
  expect(document.activeElement).toBe(field())
  expect(field().value).toBe('')
  type('21.12.2026')
  act(() => field().dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })))
  expect(field().value).toBe('')
  expect(asked).toEqual([undefined, '2026-12-21', undefined])
})

it('keeps what is typed when the address answers later', () => {
  answer(undefined)
  type('2026-11-01', '2026-11-15')
  answer('2026-11-01')
  expect(field().value).toBe('2026-11-15')
  answer('2026-11-15')
  expect(field().value).toBe('2026-11-15')
  leave()
  expect(field().value).toBe('15.11.2026')
  answer(undefined)
  expect(field().value).toBe('')
})

it('shows what the address becomes by another way, also in place of a part of a day', () => {
  answer('2026-11-21')
  expect(field().value).toBe('21.11.2026')
  answer('2025-01-02')
  expect(field().value).toBe('02.01.2025')
  type('02.01.')
  answer('2024-02-29')
  expect(field().value).toBe('29.02.2024')
  expect(asked).toEqual([])
})

it('writes its day in the language that the panel gets', () => {
  answer('2026-11-21')
  answer('2026-11-21', 'en')
  expect(field().value).toBe('21/11/2026')
  type('21.11.')
  answer('2026-11-21')
  expect(field().value).toBe('21.11.')
})

it('marks a part of a day as invalid when the user leaves the field', () => {
  answer(undefined)
  type('21')
  expect(field().getAttribute('aria-invalid')).toBeNull()
  leave()
  expect(field().getAttribute('aria-invalid')).toBe('true')
  type('21.11.2026')
  expect(field().getAttribute('aria-invalid')).toBeNull()
})
