import type { FindingFields } from '#domain/findings/finding.ts'
import { numberFault, parseNumber, typedText } from '#domain/text/typed-number.ts'
import { BLADE_LENGTH_MAX_M } from '#domain/turbine.ts'

type Place = Pick<FindingFields, 'from_m' | 'to_m' | 'positions_m'>

/**
 * A place along the blade as users write it: `34,6–37,1` is a range, `21,2; 22,2` single places, `12` one place.
 * A comma between digits is a decimal sign. Undefined if the text is something else.
 */
export function parsePlace(text: string): Place | undefined {
  const trimmed = text.replace(/\s*m\s*$/i, '').trim()
  if (trimmed === '') return { from_m: null, to_m: null, positions_m: [] }
  const ends = trimmed.split(/\s*[–—-]\s*/)
  if (ends.length === 2) {
    const [from_m, to_m] = ends.map((end) => metres(end))
    return from_m === undefined || to_m === undefined ? undefined : { from_m, to_m, positions_m: [] }
  }
  const places = trimmed.split(/\s*;\s*|,?\s+/).map(metres)
  if (!places.every((place) => place !== undefined)) return undefined
  const sorted = places.toSorted((a, b) => a - b)
  const [from_m = null] = sorted
  if (sorted.length === 1) return { from_m, to_m: null, positions_m: [] }
  return { from_m, to_m: sorted.at(-1) ?? null, positions_m: sorted }
}

/** True if a number or a part of a place has a sign for thousands. */
export function hasThousands(text: string): boolean {
  const parts = text.split(/\s*[;–—-]\s*/)
  return parts.some((part) => numberFault(part) === 'thousands')
}

export function placeText(locale: string, { from_m, to_m, positions_m }: Place): string {
  const write = (value: number) => typedText(locale, value)
  if (positions_m.length > 0) return positions_m.map(write).join('; ')
  if (from_m === null) return ''
  return to_m === null || to_m === from_m ? write(from_m) : `${write(from_m)}–${write(to_m)}`
}

function metres(text: string): number | undefined {
  const value = parseNumber(text)
  return value == null || value < 0 || value > BLADE_LENGTH_MAX_M ? undefined : value
}
