import { describe, expect, it } from 'vitest'
import { LENGTH_FORMAT, MEASURE_FORMAT, METRES_FORMAT } from '#domain/text/number-formats.ts'

describe('the number of a measure', () => {
  it.each([
    [0, '0', '0'],
    [20, '20', '20'],
    [1.23, '1,23', '1.23'],
    [1.236, '1,236', '1.236'],
    [1.236 - 1.234, '0,002', '0.002'],
    [0.1 + 0.2, '0,3', '0.3'],
    [0.0004, '0,0004', '0.0004'],
    [1234.5, '1.234,5', '1,234.5'],
    [1_000_000, '1.000.000', '1,000,000'],
  ])('%d is written as %s and %s', (value, turkish, english) => {
    expect(new Intl.NumberFormat('tr', MEASURE_FORMAT).format(value)).toBe(turkish)
    expect(new Intl.NumberFormat('en', MEASURE_FORMAT).format(value)).toBe(english)
  })

  it('is never 0 for something that has grown', () => {
    const signed = new Intl.NumberFormat('en', { ...MEASURE_FORMAT, signDisplay: 'exceptZero' })
    expect([0.00002, -0.5, 0, 35].map((value) => signed.format(value))).toEqual([
      '+0.00002',
      '-0.5',
      '0',
      '+35',
    ])
  })
})

describe('the number of metres', () => {
  it('has a decimal at least, and millimetres', () => {
    const metres = new Intl.NumberFormat('tr', METRES_FORMAT)
    expect([12, 34.6, 34.567, 34.5674].map((value) => metres.format(value))).toEqual([
      '12,0',
      '34,6',
      '34,567',
      '34,567',
    ])
    expect(new Intl.NumberFormat('tr', LENGTH_FORMAT).format(62.125)).toBe('62,125')
  })
})
