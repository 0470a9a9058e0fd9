import { BLADES, type Blade } from '#domain/photo.ts'
import { foldForSearch } from '#domain/text/turkish.ts'
import { FINDING_SIDES, type FindingSide } from './finding-type.ts'

/** What a person has typed of the code of a finding, such as `A-PS-011` or `T01 · A-PS-011`. */
export interface TypedFindingCode {
  /** The code of the turbine before it, as it was typed; empty if there is none. */
  turbineCode: string
  blade: Blade
  /** The sides that begin with the typed letters; all sides if only the blade was typed. */
  sides: FindingSide[]
  /** Null if no number was typed, or only zeros until now. */
  serial: number | null
}

/** The greatest number of words of a code: `A PS 011` has three. */
const CODE_WORDS_MAX = 3
/** A blade, the letters of a side and a number. A longer number than this is the serial of no finding. */
const CODE = /^([abc])-?([a-z]*)-?([0-9]{0,9})$/

/**
 * Reads the beginning of a code of a finding: the blade, then perhaps the side, then perhaps the number. The case of letters, hyphens and
 * zeros before the number do not matter, and Turkish letters are read as plain ones (`tail`, `TAİL`): `a-ps-11` and `APS011` are `A-PS-011`.
 * The code of a turbine may come before it. The number follows a whole side and is complete: `A-PS-1` is not `A-PS-011`.
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
