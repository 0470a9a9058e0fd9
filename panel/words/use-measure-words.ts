import { useIntl } from 'react-intl'
import type { GrowthForecast, GrowthMeasure, MeasureChange } from '#domain/findings/growth.ts'
import { MEASURE_FORMAT } from '#domain/text/number-formats.ts'
import { useText } from './use-text.ts'

/** The season of each month of the northern hemisphere, where a year of months from January begins in winter. */
const SEASONS = ['winter', 'spring', 'summer', 'autumn'] as const

/** A difference of two measures is not more exact than three digits. */
const CHANGE_FORMAT = { maximumSignificantDigits: 3, signDisplay: 'exceptZero' } as const

/** Words for how a measure grows, with its unit. */
export function useMeasureWords() {
  const intl = useIntl()
  const text = useText()
  const percent = { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' } as const
  return {
    /** "+105 mm, +%20"; without the share if the measure was zero. */
    change({ measure, from, to }: MeasureChange): string {
      const signed = intl.formatNumber(to - from, CHANGE_FORMAT)
      const change = withUnit(signed, measure)
      return from === 0
        ? change
        : text('findings.change', { change, percent: intl.formatNumber(to / from - 1, percent) })
    },
    /** "700–780 mm in spring 2027". */
    forecast({ measure, day, low, high }: GrowthForecast): string {
      const number = (value: number) => intl.formatNumber(value, MEASURE_FORMAT)
      const range = low === high ? number(low) : `${number(low)}–${number(high)}`
      return text('findings.forecast.when', {
        range: withUnit(range, measure),
        season: seasonOf(day),
        year: day.slice(0, 4),
      })
    },
  }
}

/** The unit is the end of the name of the measure. */
function withUnit(value: string, measure: GrowthMeasure): string {
  if (measure === 'count') return value
  return `${value} ${measure === 'area_cm2' ? 'cm²' : 'mm'}`
}

function seasonOf(day: string): (typeof SEASONS)[number] {
  const month = Number(day.slice(5, 7))
  return SEASONS[Math.floor((month % 12) / 3)] ?? 'winter'
}
