/** The powers of ten that are exact in a double. */
const POWERS = Array.from({ length: 23 }, (_, power) => Number(`1e${power}`))
/** Up to this length, every integer is exact in a double. */
const EXACT_DIGITS = 15

/**
 * Parses a decimal number from bytes, in most cases without a string, with the result of `Number`.
 *
 * @returns undefined if the text is no number. `nan` and `inf` are numbers, in any case, also as Visual C++ writes them: `-1.#IND`.
 */
export function readNumber(bytes: Buffer, start: number, end: number): number | undefined {
  let at = start
  const isNegative = bytes[at] === 45
  if (isNegative || bytes[at] === 43) at += 1
  let digits = 0
  let value = 0
  let decimals = 0
  let hasPoint = false
  for (; at < end; at += 1) {
    const byte = bytes[at] as number
    if (byte >= 48 && byte <= 57) {
      if (digits > 0 || byte !== 48) digits += 1
      if (digits > EXACT_DIGITS) return readAnyNumber(bytes, start, end)
      value = value * 10 + (byte - 48)
      if (hasPoint) decimals += 1
    } else if (byte === 46 && !hasPoint) hasPoint = true
    else return readAnyNumber(bytes, start, end)
  }
  const isEmpty = at - start - Number(hasPoint) - Number(isNegative || bytes[start] === 43) === 0
  const power = POWERS[decimals]
  if (isEmpty || power === undefined) return readAnyNumber(bytes, start, end)
  return (isNegative ? -value : value) / power
}

function readAnyNumber(bytes: Buffer, start: number, end: number): number | undefined {
  const text = bytes.toString('latin1', start, end)
  // No part of the pattern begins where another may continue, which keeps long words linear.
  if (/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text)) return Number(text)
  if (/^[+-]?nan(\(.*\))?$/i.test(text)) return Number.NaN
  if (/^[+-]?1\.#(?:qnan|snan|ind|nan)\d*$/i.test(text)) return Number.NaN
  const infinite = /^([+-]?)(?:inf(?:inity)?|1\.#inf0*)$/i.exec(text)
  if (infinite) return infinite[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  return undefined
}
