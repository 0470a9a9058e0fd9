import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import en from '#content/product/en.json' with { type: 'json' }
import tr from '#content/product/tr.json' with { type: 'json' }
import {
  formatLira,
  monthlyPrice,
  PRICE_PLANS,
  TRIAL_DAYS,
  YEARLY_DISCOUNT_PERCENT,
  yearlyPrice,
} from '#domain/prices/plans.ts'
import { offersIn } from '../../../site/product/describe-prices.ts'
import { siteWords } from '../../support/content.ts'

const answer = (language: 'tr' | 'en', question: string) =>
  readFileSync(join(import.meta.dirname, `../../../content/faq/${language}/${question}.md`), 'utf8')

it('the plans cost what the specification says', () => {
  expect(PRICE_PLANS.map(({ monthly }) => monthly)).toEqual([150, 250, 350])
  expect([YEARLY_DISCOUNT_PERCENT, TRIAL_DAYS]).toEqual([15, 30])
})

it.each([
  { language: 'tr', words: tr, percent: '%15' },
  { language: 'en', words: en, percent: '15%' },
] as const)(
  'the answers of the FAQ and the landing page have the same numbers, $language',
  ({ language, words, percent }) => {
    const prices = answer(language, 'prices')
    const rows = [...prices.matchAll(/^\| ([^|]+) \| (\d+) TL \|$/gm)].map(([, name, lira]) => [
      name,
      Number(lira),
    ])
    expect(rows).toEqual(PRICE_PLANS.map(({ id, monthly }) => [words.prices.plans[id], monthly]))
    expect(prices).toContain(percent)
    expect(answer(language, 'free-trial')).toMatch(new RegExp(`\\b${TRIAL_DAYS} (gün|days)`))
    expect(siteWords[language].landing.closing.text).toMatch(new RegExp(`\\b${TRIAL_DAYS}[ -](gün|day)`))
  },
)

it('a year at once costs 15 % less than twelve months, to the kuruş', () => {
  expect(monthlyPrice(150, 10, false)).toBe(1500)
  expect(yearlyPrice(150, 10)).toBe(15_300)
  expect(monthlyPrice(250, 1, true)).toBe(212.5)
  for (let turbines = 1; turbines <= 999; turbines += 1)
    for (const { monthly } of PRICE_PLANS) expect(Number.isInteger(yearlyPrice(monthly, turbines))).toBe(true)
})

it('prices are written in the format of the language, with kuruş only if there are some', () => {
  expect([formatLira(1500, 'tr-TR'), formatLira(212.5, 'tr-TR')]).toEqual(['1.500', '212,50'])
  expect([formatLira(1500, 'en-GB'), formatLira(212.5, 'en-GB')]).toEqual(['1,500', '212.50'])
})

it('a search engine reads that a price is for one turbine and one month', () => {
  for (const words of [tr, en])
    expect(offersIn(words).map(({ priceSpecification }) => priceSpecification)).toEqual(
      PRICE_PLANS.map(({ monthly }) => ({
        '@type': 'UnitPriceSpecification',
        price: monthly,
        priceCurrency: 'TRY',
        unitText: words.prices.title,
        billingDuration: 1,
        unitCode: 'MON',
        referenceQuantity: { '@type': 'QuantitativeValue', value: 1, unitCode: 'C62' },
      })),
    )
})
