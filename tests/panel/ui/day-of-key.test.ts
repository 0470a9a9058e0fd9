import { expect, it } from 'vitest'
import { TYPED_DAYS } from '#domain/time/typed-day.ts'
import { dayOfKey } from '#panel/ui/fields/days/day-of-key.ts'

const NONE = { shiftKey: false, altKey: false, ctrlKey: false, metaKey: false }

it.each([
  ['ArrowLeft', '2026-11-20'],
  ['ArrowRight', '2026-11-22'],
  ['ArrowUp', '2026-11-14'],
  ['ArrowDown', '2026-11-28'],
  ['Home', '2026-11-16'],
  ['End', '2026-11-22'],
  ['PageUp', '2026-10-21'],
  ['PageDown', '2026-12-21'],
  ['Enter', undefined],
  ['3', undefined],
])('goes with %s from Saturday 21 November 2026 to %s', (key, day) => {
  expect(dayOfKey('2026-11-21', { ...NONE, key }, TYPED_DAYS)).toBe(day)
})

it('goes a year with Shift, and stays the last day of a shorter month', () => {
  expect(dayOfKey('2028-02-29', { ...NONE, key: 'PageUp', shiftKey: true }, TYPED_DAYS)).toBe('2027-02-28')
  expect(dayOfKey('2028-02-29', { ...NONE, key: 'PageDown', shiftKey: true }, TYPED_DAYS)).toBe('2029-02-28')
})

it('stays within the bounds', () => {
  const bounds = { min: '2026-11-18', max: '2026-11-21' }
  const reached = ['PageUp', 'Home', 'ArrowUp', 'ArrowRight', 'PageDown'].map((key) =>
    dayOfKey('2026-11-21', { ...NONE, key }, bounds),
  )
  expect(reached).toEqual(['2026-11-18', '2026-11-18', '2026-11-18', '2026-11-21', '2026-11-21'])
})

it('leaves keys with Alt, Ctrl and Meta to the browser', () => {
  for (const modifier of ['altKey', 'ctrlKey', 'metaKey']) {
    expect(
      dayOfKey('2026-11-21', { ...NONE, key: 'ArrowLeft', [modifier]: true }, TYPED_DAYS),
    ).toBeUndefined()
  }
})
