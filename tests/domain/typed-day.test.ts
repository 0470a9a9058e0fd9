import { expect, it } from 'vitest'
import { dayFault, parseDay, typedDay } from '#domain/time/typed-day.ts'

it.each([
  ['21.11.2026', '2026-11-21'],
  ['21/11/2026', '2026-11-21'],
  ['21-11-2026', '2026-11-21'],
  ['21 11 2026', '2026-11-21'],
  ['21. 11. 2026', '2026-11-21'],
  [' 21 / 11.2026 ', '2026-11-21'],
  ['1.2.2026', '2026-02-01'],
  ['01/2/2026', '2026-02-01'],
  // Never month first.
  ['03/04/2026', '2026-04-03'],
  ['21112026', '2026-11-21'],
  ['20112026', '2026-11-20'],
  ['2026-11-21', '2026-11-21'],
  ['2026.11.21', '2026-11-21'],
  ['29.02.2028', '2028-02-29'],
  ['29/2/2000', '2000-02-29'],
])('reads %j as %j', (typed, day) => {
  expect(parseDay(typed)).toBe(day)
  expect(dayFault(typed)).toBeUndefined()
})

it.each(['', '  '])('reads %j as no day', (typed) => {
  expect(parseDay(typed)).toBeNull()
  expect(dayFault(typed)).toBeUndefined()
})

it.each([
  ['31.04.2026', 'noSuchDay'],
  ['29.02.2026', 'noSuchDay'],
  ['29/02/2100', 'noSuchDay'],
  ['11/21/2026', 'noSuchDay'],
  ['0.1.2026', 'noSuchDay'],
  ['2026-13-01', 'noSuchDay'],
  ['31042026', 'noSuchDay'],
  ['21.11.26', 'year'],
  ['21/11/6', 'year'],
  ['21 11 202', 'year'],
  ['21.11.20260', 'year'],
  ['31.04.26', 'year'],
  ['21', 'invalid'],
  ['21.11', 'invalid'],
  ['21.11.', 'invalid'],
  ['211126', 'invalid'],
  ['2026-1-5', 'invalid'],
  ['21 Kas 2026', 'invalid'],
  ['21,11,2026', 'invalid'],
  ['21..11.2026', 'invalid'],
  ['yarın', 'invalid'],
  ['2026-11-21T09:30:00Z', 'invalid'],
])('refuses %j: %s', (typed, fault) => {
  expect(parseDay(typed)).toBeUndefined()
  expect(dayFault(typed)).toBe(fault)
})

it('refuses days outside of the bounds, and takes both bounds', () => {
  const bounds = { min: '2026-01-01', max: '2026-12-31' }
  const faults = ['31.12.2025', '1.1.2026', '31.12.2026', '1.1.2027'].map((typed) => dayFault(typed, bounds))
  expect(faults).toEqual(['tooEarly', undefined, undefined, 'tooLate'])
  expect(dayFault('31.12.1979')).toBe('tooEarly')
  expect(dayFault('01.01.0026')).toBe('tooEarly')
  expect(dayFault('01.01.2200')).toBe('tooLate')
})

it('writes a day with points in Turkish and with slashes in English, and reads it again', () => {
  expect(typedDay('tr', '2026-02-01')).toBe('01.02.2026')
  expect(typedDay('en', '2026-02-01')).toBe('01/02/2026')
  for (const locale of ['tr', 'en']) expect(parseDay(typedDay(locale, '2028-02-29'))).toBe('2028-02-29')
})
