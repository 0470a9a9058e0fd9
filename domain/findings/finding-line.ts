import { foldForSearch } from '#domain/text/turkish.ts'
import { parseNumber } from '#domain/text/typed-number.ts'
import { BLADE_LENGTH_MAX_M } from '#domain/turbine.ts'
import { FindingSide, SEVERITIES, type Severity } from './finding-type.ts'

/** A finding in one line, as in `enine 3 ps 24,5 620`. Numbers stay as they are typed, so that the form checks them. */
export interface FindingLine {
  /** The words about the type. */
  words: string
  /** Null for not graded, undefined if the line says nothing about it. */
  severity: Severity | null | undefined
  side: FindingSide | undefined
  /** In metres from the root. */
  place: string | undefined
  /** In millimetres. */
  length: string | undefined
  /** What was not understood. */
  unread: string[]
}

/** The Turkish names of the parts inside the blade. The others are called by the same letters in both languages. */
const TURKISH_SIDES: Record<string, FindingSide> = { kutu: 'BOX', burun: 'NOSE', kuyruk: 'TAIL' }

/** A number, a range or a list, with its unit. */
const NUMBER = /^(\d+(?:[.,]\d+)?(?:[-–;]\d+(?:[.,]\d+)?)*)(mm|m)?$/i

/**
 * Reads a finding that is typed in one line: first the words of the type, then in any order the side, and the numbers in the order
 * severity, distance, length. The first number is the severity if it is a single digit up to 5; `3,0` or `3m` is a distance. A unit says
 * what a number is, and centimetres are not read. What fits nowhere is not guessed.
 *
 * @returns undefined if the text has only words
 */
export function parseFindingLine(text: string): FindingLine | undefined {
  const line: FindingLine = {
    words: '',
    severity: undefined,
    side: undefined,
    place: undefined,
    length: undefined,
    unread: [],
  }
  const tokens = text
    .replace(/(\d)\s+(mm?|cm)(?=[\s,;]|$)/gi, '$1$2')
    .split(/\s+/)
    .map((token) => ({ typed: token, read: token.replace(/[,;]+$/, '') }))
    .filter(({ read }) => read !== '')
  const end = tokens.findIndex(({ read }, index) => index > 0 && (/^\d/.test(read) || readSide(read)))
  if (end === -1 || /^\d/.test(tokens[0]?.read ?? '')) return undefined
  // Names of types have commas inside.
  line.words = [
    ...tokens.slice(0, end - 1).map(({ typed }) => typed),
    ...tokens.slice(end - 1, end).map(({ read }) => read),
  ].join(' ')
  for (const { read } of tokens.slice(end)) if (!take(line, read)) line.unread.push(read)
  return line
}

/** Takes a token into the first field that it fits. @returns false if it fits none */
function take(line: FindingLine, token: string): boolean {
  const side = readSide(token)
  if (side) {
    if (line.side !== undefined) return false
    line.side = side
    return true
  }
  const [, number, unit] = NUMBER.exec(token) ?? []
  if (number === undefined) return false
  const isFirst = line.severity === undefined && line.place === undefined && line.length === undefined
  if (isFirst && !unit && /^[0-5]$/.test(number)) {
    line.severity = SEVERITIES.find((severity) => severity === Number(number)) ?? null
    return true
  }
  const value = parseNumber(number)
  const isPlace = value === undefined || value === null || value <= BLADE_LENGTH_MAX_M
  if (unit?.toLowerCase() !== 'mm' && line.place === undefined && line.length === undefined && isPlace) {
    line.place = number
    return true
  }
  const isLength = unit ? unit.toLowerCase() === 'mm' : line.place !== undefined
  if (!isLength || line.length !== undefined || value === undefined) return false
  line.length = number
  return true
}

function readSide(token: string): FindingSide | undefined {
  const folded = foldForSearch(token)
  return TURKISH_SIDES[folded] ?? FindingSide.safeParse(folded.toUpperCase()).data
}
