import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import type { Fault } from './fault.ts'

/** Texts that are not valid ICU messages, such as `{n, plural, …}` with a missing brace. */
export function messageFaults(file: string, messages: Record<string, unknown>, above = ''): Fault[] {
  return Object.entries(messages).flatMap(([name, text]) => {
    const place = `${above}${name}`
    if (typeof text === 'object' && text !== null) {
      return messageFaults(file, text as Record<string, unknown>, `${place}.`)
    }
    if (typeof text !== 'string') return []
    if (!(parsed(text) instanceof SyntaxError)) return []
    const problem = 'the braces of this text cannot be read; compare it with the other language'
    return [{ file, place, problem }]
  })
}

/** The names of the values in an ICU message; undefined if it cannot be parsed. */
export function messageValuesOf(text: string): string[] | undefined {
  const elements = parsed(text)
  return elements instanceof SyntaxError ? undefined : [...new Set(namesIn(elements))].sort()
}

function parsed(text: string): MessageFormatElement[] | SyntaxError {
  try {
    return parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return error
    throw error
  }
}

function namesIn(elements: MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    switch (element.type) {
      case TYPE.literal:
      case TYPE.pound:
        return []
      case TYPE.tag:
        return [element.value, ...namesIn(element.children)]
      case TYPE.plural:
      case TYPE.select:
        return [element.value, ...Object.values(element.options).flatMap(({ value }) => namesIn(value))]
      default:
        return [element.value]
    }
  })
}
