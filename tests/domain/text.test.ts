import { describe, expect, it } from 'vitest'
import { cleanText } from '#domain/text/clean-text.ts'
import { line } from '#domain/text/text.ts'
import { Credentials, UserDraft } from '#domain/user.ts'

describe('cleaning a text', () => {
  it.each([
    ['a zero-width space and a soft hyphen', 'Ka\u00adnat\u200b', 'Kanat'],
    ['direction characters', '\u202eabc\u202c \u2067x\u2069', 'abc x'],
    ['control characters', 'a\u0007b\u001b[0m', 'ab[0m'],
    ['half a surrogate pair', 'a\ud800b', 'ab'],
    ['a decomposed letter', 'ru\u0308zga\u0302r', 'rüzgâr'],
    ['line breaks of every kind', 'a\r\nb\rc\u2028d', 'a\nb\nc\nd'],
    ['a tab', 'a\tb', 'a b'],
    ['joiners and tags outside of an emoji', 'a\u200db\u{e0041}', 'ab'],
    ['only what nobody sees', ' \u200b\u3164\ufe0f\u2800\n', ''],
  ])('takes care of %s', (_, text, cleaned) => {
    expect(cleanText(text)).toBe(cleaned)
  })

  it.each(['👨‍👩‍👧‍👦', '🧑🏽‍🔧', '🏳️‍🌈', '❤️‍🔥', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '✈️', '👍🏿', '🇹🇷', '1️⃣'])(
    'keeps the emoji %s',
    (emoji) => {
      expect(cleanText(`Tamam ${emoji}!`)).toBe(`Tamam ${emoji}!`)
    },
  )

  it('does not change a clean text', () => {
    const dirty = [
      'a\u200d\u00ad👩‍🚀',
      'e\u200b\u0301',
      ' \u200b x \u200b ',
      '👨\u200d\u200d👩',
      'i\u0307',
      'a\r\u200b\nb',
    ]
    for (const text of dirty) expect(cleanText(cleanText(text))).toBe(cleanText(text))
  })
})

it('refuses a line break inside a text of one line, and removes it at the ends', () => {
  expect(line(200).parse('\nBora Enerji\r\n')).toBe('Bora Enerji')
  expect(line(200).safeParse('Bora\nEnerji').success).toBe(false)
})

describe('a password', () => {
  const password = UserDraft.shape.password

  it('is not changed, but for composed and decomposed letters, which look the same', () => {
    for (const text of ['  rüzgâr  ', 'p\u200bassword', '👩‍🚀👩‍🚀👩‍🚀'])
      expect(password.parse(text)).toBe(text)
    expect(password.parse('ru\u0308zgar-12')).toBe('r\u00fczgar-12')
  })

  it('is refused with a NUL; a new one also with a control character or an unpaired surrogate', () => {
    for (const text of ['rüzgâr\0', 'rüzgâr\t', 'rüzgâr\n', 'rüzgâr\ud800']) {
      expect([text, password.safeParse(text).success]).toEqual([text, false])
    }
    const signIn = (text: string) => Credentials.safeParse({ email: 'a@b.example', password: text }).success
    expect([signIn('rüzgâr\0'), signIn('rüzgâr\t')]).toEqual([false, true])
  })
})
