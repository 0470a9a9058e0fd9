import { expect, it } from 'vitest'
import { EXCERPT_MAX_LENGTH, excerptOf, isSearched, searchWords } from '#domain/search/found.ts'

it('searches three letters, and the beginning of a code of two', () => {
  for (const text of ['çat', 'a b c', 'dji_0412', 'B-PS', 'ap']) expect(isSearched(text), text).toBe(true)
  for (const text of ['', '  ', 'ça', 'b', 'a b c d e f g h i']) expect(isSearched(text), text).toBe(false)
})

it('folds the words of a text', () => {
  expect(searchWords(' IĞDIR · Çatlak  2026 ')).toEqual(['igdir', 'catlak', '2026'])
})

it('cuts a text around the first searched word, on one line', () => {
  expect(excerptOf('İkinci\nvinç', ['vinc'])).toBe('İkinci vinç')
  const long = `${'önce '.repeat(60)}İKİNCİ vinç${' sonra'.repeat(60)}`
  const middle = excerptOf(long, ['vinc', 'ikinci'])
  expect(middle).toMatch(/^…önce .* İKİNCİ vinç sonra .*…$/)
  expect(middle.length).toBeLessThanOrEqual(EXCERPT_MAX_LENGTH)
  expect(excerptOf(long, ['once'])).toMatch(/^önce .*…$/)
  expect(excerptOf(`${long} son`, ['son'])).toMatch(/^….*$/)
})
