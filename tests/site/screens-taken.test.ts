import { expect, it } from 'vitest'
import { agedScreens } from '../../tools/pictures/taken.ts'

it('the pictures of the product are as its screens are now', () => {
  const aged = agedScreens()
  expect(aged, `Look at them after: npm run screenshots -- ${aged.join(' ')}`).toEqual([])
})
