import {
  CURRENCY,
  formatLira,
  monthlyPrice,
  PRICE_PLANS,
  TRIAL_DAYS,
  YEARLY_DISCOUNT_PERCENT,
} from '../../domain/prices/plans.ts'
import type { SiteLanguage } from '../languages.ts'
import type { ProductWords } from '../product-words-schema.ts'
import { fill, localeOf } from './describe-product.ts'

/** The prices of a turbine and month, and the sentences with their numbers. */
export function describePrices(language: SiteLanguage, { prices }: ProductWords) {
  const values = { percent: String(YEARLY_DISCOUNT_PERCENT), days: String(TRIAL_DAYS) }
  const price = (lira: number) => fill(prices.price, { n: formatLira(lira, localeOf(language)) })
  return {
    text: fill(prices.text, values),
    yearly: fill(prices.yearly, values),
    plans: PRICE_PLANS.map(({ id, monthly }) => ({
      name: prices.plans[id],
      monthly: price(monthly),
      yearly: price(monthlyPrice(monthly, 1, true)),
    })),
  }
}

/**
 * The price of one turbine (C62, a piece) and one month (MON), in the codes of UN/CEFACT.
 * @see https://schema.org/UnitPriceSpecification
 * @see https://developers.google.com/search/docs/appearance/structured-data/software-app
 */
export function offersIn({ prices }: ProductWords) {
  return PRICE_PLANS.map(({ id, monthly }) => ({
    '@type': 'Offer',
    name: prices.plans[id],
    price: monthly,
    priceCurrency: CURRENCY,
    // Without it, the price would be that of the software, paid once.
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      price: monthly,
      priceCurrency: CURRENCY,
      unitText: prices.title,
      billingDuration: 1,
      unitCode: 'MON',
      referenceQuantity: { '@type': 'QuantitativeValue', value: 1, unitCode: 'C62' },
    },
  }))
}
