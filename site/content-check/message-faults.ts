import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser'
import type { Fault } from './fault.ts'
import { optionsOf, parseMessage } from './message-values.ts'

/** What is wrong with an ICU message, by the error of its parser. */
const REASONS: Record<string, string> = {
  MISSING_OTHER_CLAUSE: 'the part "other {…}" is missing; add it, or correct its spelling',
  UNCLOSED_TAG: 'a tag such as <b> is not closed; close it or remove it',
  INVALID_TAG: 'the sign < begins a tag here; remove it',
  UNMATCHED_CLOSING_TAG: 'a tag is closed that is not open; remove it',
}
const UNREADABLE = 'the braces of this text cannot be read; compare it with the other language'

/** Texts that are not valid ICU messages, such as `{n, plural, …}` with a missing brace or a misspelt word. */
export function messageFaults(file: string, messages: Record<string, unknown>, above = ''): Fault[] {
  return Object.entries(messages).flatMap(([name, text]) => {
    const place = `${above}${name}`
    if (typeof text === 'object' && text !== null) {
      return messageFaults(file, text as Record<string, unknown>, `${place}.`)
    }
    if (typeof text !== 'string') return []
    const elements = parseMessage(text)
    if (elements instanceof SyntaxError)
      return [{ file, place, problem: REASONS[elements.message] ?? UNREADABLE }]
    const allowed = pluralWords(file.endsWith('/en.json') ? 'en' : 'tr')
    return pluralWordsIn(elements)
      .filter((word) => !/^=\d+$/.test(word) && !allowed.includes(word))
      .map((word) => ({
        file,
        place,
        problem: `"${word}" is no plural word of this language; write ${allowed.join(' or ')}`,
      }))
  })
}

function pluralWordsIn(elements: MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.tag) return pluralWordsIn(element.children)
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return []
    const options = optionsOf(element)
    const own = element.type === TYPE.plural ? options.map(([word]) => word) : []
    return [...own, ...options.flatMap(([, inner]) => pluralWordsIn(inner))]
  })
}

/** The plural words of a language, for example `one` and `other`. */
function pluralWords(language: string): string[] {
  return new Intl.PluralRules(language).resolvedOptions().pluralCategories
}
