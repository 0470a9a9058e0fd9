import { expect, test } from 'vitest'
import { initials } from '#domain/text/turkish.ts'

test.each([
  ['ismail', 'ılgaz', 'İI'],
  ['Ayşe', 'Demir', 'AD'],
  [' çağla', '', 'Ç'],
])('the initials of %s %s are %s', (first, last, expected) => {
  expect(initials(first, last)).toBe(expected)
})
