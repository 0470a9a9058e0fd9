/**
 * A decimal number in a text: with or without sign and exponent, with a point or a comma, with any number of decimals.
 *
 * @returns null for everything else, also for a number outside the range
 */
export function decimalOf(text: string | undefined, min: number, max: number): number | null {
  if (text === undefined || !/^[+-]?\d{1,9}(?:[.,]\d{1,100})?(?:e[+-]?\d{1,3})?$/i.test(text.trim()))
    return null
  // Adding zero makes 0 of -0.
  const value = Number(text.replace(',', '.')) + 0
  return value >= min && value <= max ? value : null
}
