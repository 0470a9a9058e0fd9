import { describe, expect, it } from 'vitest'
import { cleanText, normalizeText } from '#domain/text/clean-text.ts'
import { line, lines } from '#domain/text/text.ts'
import { foldForSearch, foldName } from '#domain/text/turkish.ts'
import { growth } from '../support/time/growth.ts'

const above = (count: number) => '\u0300'.repeat(count)
const below = (count: number) => '\u0316'.repeat(count)
const codes = (text: string) =>
  line(200)
    .safeParse(text)
    .error?.issues.map(({ message }) => message)

describe('combining marks', () => {
  it('are accepted up to 30 in a row, as Stream-Safe text has them', () => {
    expect(codes(`a${above(15)}${below(15)}`)).toBeUndefined()
    expect(codes(`a${above(16)}${below(15)}`)).toEqual(['too_many_marks'])
    expect(codes(`a${above(30)}b${below(30)}`)).toBeUndefined()
  })

  it.each(['\u200b', '\u00ad', '\u202e', '\u0007', '\ud800', '\u{e0041}', '\u200d'])(
    'are counted across %j, which is removed',
    (invisible) => {
      expect(codes(`a${above(20)}${invisible}${below(20)}`)).toEqual(['too_many_marks'])
      expect(codes(`a${above(1)}${`${invisible}${below(1)}`.repeat(30)}`)).toEqual(['too_many_marks'])
    },
  )

  it.each([normalizeText, cleanText, foldForSearch, foldName, (text: string) => normalizeText(text, 'NFKD')])(
    'are ordered in linear time, wherever a text is normalized (%#)',
    async (normalize) => {
      const order = (marks: number) => {
        expect(normalize(`a${above(marks)}${below(marks)}`).length).toBeLessThan(32)
        expect(normalize(`a${'\uff9e'.repeat(marks)}`).length).toBeLessThanOrEqual(marks + 1)
      }
      expect(await growth(order, 4000)).toBeLessThan(3)
    },
  )
})

describe('the length of a text', () => {
  it('counts after cleaning, and is limited before it', () => {
    expect(line(10).parse(`${' '.repeat(30)}rüzgâr`)).toBe('rüzgâr')
    expect(line(2).parse('ǘǘ'.normalize('NFD'))).toBe('ǘǘ')
    expect(line(10).safeParse(' '.repeat(41)).error?.issues).toMatchObject([{ code: 'too_big' }])
    expect(line(10).safeParse('x'.repeat(11)).error?.issues).toMatchObject([{ code: 'too_big' }])
  })

  it('is the only issue of a text that is far too long', () => {
    for (const schema of [line(10).min(1), lines(10).min(1)])
      expect(schema.safeParse(`\0\n${above(5000)}`).error?.issues).toHaveLength(1)
  })
})
