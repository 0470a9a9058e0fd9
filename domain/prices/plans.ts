/** The price plans of the hosted service. `content/faq/` has the same numbers in its texts; a test compares them. */

/** In Turkish lira for a turbine and month, from the smallest plan to the largest. */
export const PRICE_PLANS = [
  { id: 'starter', monthly: 150 },
  { id: 'professional', monthly: 250 },
  { id: 'enterprise', monthly: 350 },
] as const

export const CURRENCY = 'TRY'
/** What a payment for a whole year saves, in percent. */
export const YEARLY_DISCOUNT_PERCENT = 15
/** The free trial, in days. */
export const TRIAL_DAYS = 30

/** The numbers of turbines that the calculator takes. */
export const CALCULATED_TURBINES = { min: 1, max: 999, default: 10 } as const

/** The price of a month, in lira. With a yearly payment it is a twelfth of the year. */
export function monthlyPrice(monthly: number, turbines: number, isYearly: boolean): number {
  return isYearly ? yearlyPrice(monthly, turbines) / 12 : monthly * turbines
}

/** The price of a year that is paid at once, in lira. */
export function yearlyPrice(monthly: number, turbines: number): number {
  return (monthly * turbines * 12 * (100 - YEARLY_DISCOUNT_PERCENT)) / 100
}

/** The number of lira, with kuruş only if there are some. */
export function formatLira(lira: number, locale: string): string {
  const digits = Number.isInteger(lira) ? 0 : 2
  return new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(lira)
}
