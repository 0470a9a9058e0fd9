import { createIntl } from 'react-intl'
import { describe, expect, it } from 'vitest'
import en from '#content/panel/en.json' with { type: 'json' }
import tr from '#content/panel/tr.json' with { type: 'json' }
import { messageValuesOf } from '../../../site/content-check/message-values.ts'

type Messages = Record<string, string>
const LANGUAGES: [string, Messages][] = [
  ['tr', tr],
  ['en', en],
]

/** The names of the values that an ICU message takes. */
function argumentsOf(message: string): string[] {
  return (messageValuesOf(message) ?? []).map((value) => value.replace(/\(.*/, ''))
}

describe('the texts of the panel', () => {
  it('exist in both languages', () => {
    expect(Object.keys(en)).toEqual(Object.keys(tr))
  })

  it('use the same values in both languages', () => {
    const values = LANGUAGES.map(([, messages]) =>
      Object.entries(messages).map(([id, message]) => [id, argumentsOf(message)]),
    )
    expect(values[0]).toEqual(values[1])
  })

  it.each(LANGUAGES)('are valid messages in %s for every number', (locale, messages) => {
    const intl = createIntl({
      locale,
      messages,
      onError: (error) => {
        throw error
      },
    })
    for (const [id, message] of Object.entries(messages)) {
      for (const count of [0, 1, 7]) {
        const values = Object.fromEntries(argumentsOf(message).map((name) => [name, count]))
        expect(intl.formatMessage({ id }, values)).not.toMatch(/[{}#]/)
      }
    }
  })
})
