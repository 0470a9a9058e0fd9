import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import type { ValueKind } from './used-texts.ts'

/** Parses an ICU message; returns the error if it is none. */
export function parseMessage(text: string): MessageFormatElement[] | SyntaxError {
  try {
    return parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return error
    throw error
  }
}

/**
 * The values of an ICU message, sorted: the names in braces and tags, and for a choice its words too, because the product fills in one of
 * them, as in `category(drone, operator, other)`. Undefined if it cannot be parsed.
 */
export function messageValuesOf(text: string): string[] | undefined {
  const elements = parseMessage(text)
  return elements instanceof SyntaxError ? undefined : [...new Set(valuesIn(elements))].sort()
}

/** The values of an ICU message that must be numbers or dates, by name, and whether the message shows them. None if it cannot be parsed. */
export function messageKindsOf(text: string): Map<string, { kind: ValueKind; isShown: boolean }> {
  const elements = parseMessage(text)
  if (elements instanceof SyntaxError) return new Map()
  return new Map(
    kindsIn(elements).map(([name, kind]) => [name, { kind, isShown: elements.some(isShownBy(name)) }]),
  )
}

/** The parts of a choice or a plural with their words. */
export function optionsOf(element: {
  options: Record<string, { value: MessageFormatElement[] }>
}): [word: string, part: MessageFormatElement[]][] {
  return Object.entries(element.options).map(([word, { value }]) => [word, value])
}

function valuesIn(elements: MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    switch (element.type) {
      case TYPE.literal:
      case TYPE.pound:
        return []
      case TYPE.tag:
        return [`<${element.value}>`, ...valuesIn(element.children)]
      case TYPE.plural:
        return [element.value, ...optionsOf(element).flatMap(([, inner]) => valuesIn(inner))]
      case TYPE.select: {
        const words = optionsOf(element).map(([word]) => word)
        return [
          `${element.value}(${words.sort().join(', ')})`,
          ...optionsOf(element).flatMap(([, inner]) => valuesIn(inner)),
        ]
      }
      default:
        return [element.value]
    }
  })
}

function kindsIn(elements: MessageFormatElement[]): [name: string, kind: ValueKind][] {
  return elements.flatMap((element): [string, ValueKind][] => {
    switch (element.type) {
      case TYPE.number:
        return [[element.value, 'number']]
      case TYPE.date:
      case TYPE.time:
        return [[element.value, 'date']]
      case TYPE.plural:
        return [[element.value, 'number'], ...optionsOf(element).flatMap(([, inner]) => kindsIn(inner))]
      case TYPE.select:
        return optionsOf(element).flatMap(([, inner]) => kindsIn(inner))
      case TYPE.tag:
        return kindsIn(element.children)
      default:
        return []
    }
  })
}

/** True for an element that shows the value. A plural shows its number if its part "other" does: "one" may say it as a word. */
function isShownBy(name: string, isNumberSign = false): (element: MessageFormatElement) => boolean {
  return (element) => {
    switch (element.type) {
      case TYPE.literal:
        return false
      case TYPE.pound:
        return isNumberSign
      case TYPE.tag:
        return element.children.some(isShownBy(name, isNumberSign))
      case TYPE.plural:
        return element.options.other?.value.some(isShownBy(name, element.value === name)) ?? false
      case TYPE.select:
        return optionsOf(element).some(([, inner]) => inner.some(isShownBy(name, isNumberSign)))
      default:
        return element.value === name
    }
  }
}
