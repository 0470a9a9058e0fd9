import { BLADES, type Blade } from '#domain/photo.ts'
import { foldForSearch } from '#domain/text/turkish.ts'
import { FINDING_SIDES, type FindingSide } from './finding-type.ts'

/** A typed finding code, such as `A-PS-011` or `T01 · A-PS-011`. */
export interface TypedFindingCode {
  /** The turbine code before it, as typed, or empty. */
  turbineCode: string
  blade: Blade
  /** The sides with the typed prefix; all sides for a blade alone. */
  sides: FindingSide[]
  /** Null without a number, or with only zeros so far. */
  serial: number | null
}

/** Maximum words of a code: `A PS 011` has three. */
const CODE_WORDS_MAX = 3
/** A blade, side letters and a number. A longer number is no serial. */
const CODE = /^([abc])-?([a-z]*)-?([0-9]{0,9})$/

/**
 * Parses the beginning of a finding code: the blade, optionally the side, optionally the number. Case, hyphens and leading zeros do not
 * matter, and Turkish letters count as plain ones (`tail`, `TAİL`): `a-ps-11` and `APS011` are `A-PS-011`. A turbine code may precede it.
 * The number needs a whole side and is complete: `A-PS-1` is not `A-PS-011`.
 *
 * @returns undefined if no code begins with the text
 */
export function readFindingCode(text: string): TypedFindingCode | undefined {
  const words = text.split(/[\s·]+/).filter(Boolean)
  for (let count = 1; count <= Math.min(CODE_WORDS_MAX, words.length); count++) {
    const code = readCode(words.slice(-count).join('-'))
    if (code) return { turbineCode: words.slice(0, -count).join(' '), ...code }
  }
  return undefined
}

function readCode(text: string): Omit<TypedFindingCode, 'turbineCode'> | undefined {
  const [, letter, side = '', number = ''] = CODE.exec(foldForSearch(text)) ?? []
  const blade = BLADES.find((each) => each.toLowerCase() === letter)
  if (blade === undefined) return undefined
  const sides = FINDING_SIDES.filter((each) =>
    number === '' ? each.toLowerCase().startsWith(side) : each.toLowerCase() === side,
  )
  return sides.length === 0 ? undefined : { blade, sides, serial: Number(number) || null }
}
