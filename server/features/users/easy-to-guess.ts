import { foldForSearch } from '#domain/text/turkish.ts'
import { TURKISH_WORDS } from './turkish-words.ts'

/** Sequences of fingers and memory, in both directions: digits, both alphabets, and the keyboard rows Q, Turkish Q and F. */
const TRACKS = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'abcçdefgğhıijklmnoöprsştuüvyz',
  'qwertyuiop',
  'qwertyuıopğü',
  'asdfghjkl',
  'asdfghjklşi',
  'zxcvbnm',
  'zxcvbnmöç',
  'fgğıodrnhpqwx',
  'uieaütkmlyş',
  'jövcçzsb',
]
  .map(foldForSearch)
  .flatMap((track) => [track, [...track].reverse().join('')])

/** A shorter piece may be a part of any word. */
const RUN_MIN_LENGTH = 3
/** A shorter piece is as easy to guess alone as repeated. */
const UNIT_MIN_LENGTH = 6

/**
 * True for the first guesses against people in Turkey: a word of the list, or pieces of sequences and keyboard rows, each also repeated or
 * with digits at its ends, such as `Galatasaray1905`, `sifre123`, `654321`, `qwe123` and `abcabc`.
 *
 * @param signs the letters and digits of a password, folded by `foldForSearch`
 * @param core the same without the digits at its ends
 */
export function isEasyToGuess(signs: string, core: string): boolean {
  return [signs, core].some((text) => {
    const [, unit] = /^(.+?)\1+$/.exec(text) ?? []
    if (unit !== undefined && (unit.length < UNIT_MIN_LENGTH || isKnown(unit))) return true
    return isKnown(text)
  })
}

function isKnown(text: string): boolean {
  return TURKISH_WORDS.has(text) || isMadeOfRuns(text)
}

/** True if the text is a series of track pieces. */
function isMadeOfRuns(text: string): boolean {
  let begin = 0
  while (begin < text.length) {
    const length = longestRun(text, begin)
    if (length < RUN_MIN_LENGTH) return false
    begin += length
  }
  return text !== ''
}

function longestRun(text: string, begin: number): number {
  let longest = 0
  while (TRACKS.some((track) => track.includes(text.slice(begin, begin + longest + 1)))) {
    if (begin + longest >= text.length) break
    longest += 1
  }
  return longest
}
