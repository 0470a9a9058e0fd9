import type { CollectionEntry } from 'astro:content'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import {
  CALCULATED_TURBINES,
  formatLira,
  monthlyPrice,
  PRICE_PLANS,
  YEARLY_DISCOUNT_PERCENT,
  yearlyPrice,
} from '#domain/prices/plans.ts'

interface Props {
  words: CollectionEntry<'product'>['data']['prices']
  /** The language of the numbers, such as `tr-TR`. */
  locale: string
}

const { min, max, default: initial } = CALCULATED_TURBINES

/** The number of turbines that is written in the field; undefined if it is none that can be calculated. */
function readTurbines(typed: string): number | undefined {
  const turbines = Number(typed)
  return /^\d+$/.test(typed.trim()) && turbines >= min && turbines <= max ? turbines : undefined
}

/** The prices of all plans for a number of turbines. The address has the number and the payment. */
export function PriceCalculator({ words, locale }: Props) {
  const [typed, setTyped] = useState(String(initial))
  const [isYearly, setIsYearly] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const yearlyChoice = useRef<HTMLInputElement>(null)
  const { calculator } = words

  useEffect(() => {
    const asked = new URLSearchParams(location.search)
    const turbines = asked.get('turbines') ?? ''
    // The visitor may have typed and chosen before hydration.
    const early = field.current?.value ?? ''
    if (early !== String(initial)) setTyped(early)
    else if (readTurbines(turbines)) setTyped(turbines)
    if (asked.has('yearly') || yearlyChoice.current?.checked) setIsYearly(true)
  }, [])

  function show(next: { typed: string; isYearly: boolean }) {
    setTyped(next.typed)
    setIsYearly(next.isYearly)
    const turbines = readTurbines(next.typed)
    if (turbines === undefined) return
    const query = `?turbines=${turbines}${next.isYearly ? '&yearly' : ''}`
    history.replaceState(null, '', location.pathname + query + location.hash)
  }

  const turbines = readTurbines(typed)
  const price = (lira: number) => words.price.replace('{n}', formatLira(lira, locale))
  return (
    // biome-ignore lint/a11y/useSemanticElements: the legend of a fieldset cannot stand inside of its border
    <div
      role="group"
      translate="no"
      aria-labelledby="calculator-title"
      className="rounded border border-hairline bg-surface p-5 sm:p-7 print:hidden noscript:hidden"
    >
      <div id="calculator-title" className="text-xl font-semibold tracking-tight">
        {calculator.title}
      </div>
      <div className="mt-5 grid gap-x-8 gap-y-5 sm:grid-cols-[10rem_1fr]">
        <div>
          <label htmlFor="calculator-turbines" className="block text-[0.9375rem] font-medium">
            {calculator.turbines}
          </label>
          <input
            ref={field}
            id="calculator-turbines"
            type="text"
            inputMode="numeric"
            autoComplete="off"
            maxLength={3}
            value={typed}
            aria-invalid={turbines === undefined}
            aria-describedby={turbines === undefined ? 'calculator-needs' : undefined}
            onChange={(event: ChangeEvent<HTMLInputElement>) => show({ typed: event.target.value, isYearly })}
            className="field mt-2 h-12 px-3.5 text-lg tabular-nums"
          />
        </div>
        <label className="flex min-h-12 cursor-pointer items-center gap-3 self-end">
          <input
            ref={yearlyChoice}
            type="checkbox"
            checked={isYearly}
            onChange={(event) => show({ typed, isYearly: event.target.checked })}
            className="size-5 shrink-0 accent-action"
          />
          {calculator.yearly.replace('{percent}', String(YEARLY_DISCOUNT_PERCENT))}
        </label>
      </div>
      <output className="mt-6 block" htmlFor="calculator-turbines">
        {turbines === undefined ? (
          <span id="calculator-needs" className="text-red">
            {calculator.needs.replace('{min}', String(min)).replace('{max}', String(max))}
          </span>
        ) : (
          PRICE_PLANS.map(({ id: plan, monthly }) => (
            <span
              key={plan}
              className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-hairline py-3"
            >
              <span className="font-medium">{words.plans[plan]}</span>
              <span className="text-right tabular-nums">
                <span className="text-2xl font-semibold tracking-tight">
                  {price(isYearly ? yearlyPrice(monthly, turbines) : monthlyPrice(monthly, turbines, false))}
                </span>{' '}
                <span className="text-ink-soft">{isYearly ? calculator.a_year : calculator.a_month}</span>
              </span>
            </span>
          ))
        )}
      </output>
    </div>
  )
}
