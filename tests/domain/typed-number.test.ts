import { expect, it } from 'vitest'
import {
  measureFault,
  measureText,
  numberFault,
  parseMeasure,
  parseNumber,
  typedText,
} from '#domain/text/typed-number.ts'
import { TurbineFields } from '#domain/turbine.ts'

it.each([
  ['', null],
  [' 12 ', 12],
  ['5.7', 5.7],
  ['5,7', 5.7],
  ['1.250', 1.25],
  ['-0,5', -0.5],
  ['−3', -3],
  ['0', 0],
])('reads %j as %j', (typed, value) => {
  expect(parseNumber(typed)).toBe(value)
  expect(numberFault(typed)).toBeUndefined()
})

it.each(['1.234,5', '1,234.5', '1 234', '1\u00a0234', '1\u202f234,5', "1'234", '1.234.567'])(
  'refuses the sign for thousands in %j',
  (typed) => {
    expect(parseNumber(typed)).toBeUndefined()
    expect(numberFault(typed)).toBe('thousands')
  },
)

it.each(['abc', '5 m', '1e3', 'Infinity', '.', ',5', '5,', '--5', '9'.repeat(400)])('refuses %j', (typed) => {
  expect(parseNumber(typed)).toBeUndefined()
  expect(numberFault(typed)).toBe('invalid')
})

it('reads again what it writes in both languages', () => {
  for (const value of [0, 5.7, 1234.5, -0.125, 1_000_000]) {
    for (const locale of ['tr', 'en']) expect(parseNumber(typedText(locale, value))).toBe(value)
  }
})

it.each(['1.250', '1,250', ' 1.250 ', '12.345', '999,000'])(
  'does not guess whether the measure %j has thousands',
  (typed) => {
    expect(parseMeasure(typed)).toBeUndefined()
    expect(measureFault(typed)).toBe('thousands')
  },
)

it.each([
  ['', null],
  ['1250', 1250],
  ['1.25', 1.25],
  ['1,25', 1.25],
  ['0.125', 0.125],
  ['0,250', 0.25],
  ['1,2500', 1.25],
  ['1250.125', 1250.125],
])('reads the measure %j as %j', (typed, value) => {
  expect(parseMeasure(typed)).toBe(value)
  expect(measureFault(typed)).toBeUndefined()
})

it('reads every measure again that it writes in both languages', () => {
  expect([measureText('tr', 1.234), measureText('en', 12.5)]).toEqual(['1,2340', '12.5'])
  for (const value of [0, 0.125, 1, 1.2, 1.25, 1.234, 999.999, 1234.567, 1_000_000]) {
    for (const locale of ['tr', 'en']) expect(parseMeasure(measureText(locale, value))).toBe(value)
  }
})

it('reads coordinates with decimal points and with decimal commas', () => {
  for (const typed of [
    '38.42,27.14',
    '38.42 , 27.14',
    '38,42; 27,14',
    '38,42, 27,14',
    '38,42 27,14',
    '38,42,27,14',
  ]) {
    expect(TurbineFields.shape.coordinates.parse(typed)).toBe('38.42,27.14')
  }
  expect(TurbineFields.shape.coordinates.parse('38,27')).toBe('38,27')
  for (const typed of ['91.5 27', '38.42', '38,42,27', '1.234,5; 27']) {
    expect(TurbineFields.shape.coordinates.safeParse(typed).success, typed).toBe(false)
  }
})
