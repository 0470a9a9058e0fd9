/** The number formats of findings, the same in the panel and in reports. */

/** Measures, and their differences. A nonzero value is never written as 0. */
export const MEASURE_FORMAT = {
  maximumFractionDigits: 3,
  maximumSignificantDigits: 1,
  roundingPriority: 'morePrecision',
} as const satisfies Intl.NumberFormatOptions

/** Metres along a blade, known to a millimetre. */
export const METRES_FORMAT = {
  minimumFractionDigits: 1,
  maximumFractionDigits: 3,
} as const satisfies Intl.NumberFormatOptions

/** The length of a blade in metres. */
export const LENGTH_FORMAT = { maximumFractionDigits: 3 } as const satisfies Intl.NumberFormatOptions

/** The difference of two measures, which is not more exact than three digits. */
export const CHANGE_FORMAT = {
  maximumSignificantDigits: 3,
  signDisplay: 'exceptZero',
} as const satisfies Intl.NumberFormatOptions

/** The growth of a measure as a share of what it was. */
export const GROWTH_FORMAT = {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
} as const satisfies Intl.NumberFormatOptions
