import { useIntl } from 'react-intl'
import { type GrowthForecast, type MeasureChange, unitOf } from '#domain/findings/growth.ts'
import { CHANGE_FORMAT, GROWTH_FORMAT, MEASURE_FORMAT } from '#domain/text/number-formats.ts'
import { seasonOf } from '#domain/time/season.ts'
import { useText } from './use-text.ts'

/** Words for how a measure grows, with its unit. */
export function useMeasureWords() {
  const intl = useIntl()
  const text = useText()
  return {
    /** "+105 mm, +%20"; without the share if the measure was zero. */
    change({ measure, from, to }: MeasureChange): string {
      const signed = intl.formatNumber(to - from, CHANGE_FORMAT)
      const change = `${signed}${unitOf(measure)}`
      return from === 0
        ? change
        : text('findings.change', { change, percent: intl.formatNumber(to / from - 1, GROWTH_FORMAT) })
    },
    /** "700–780 mm in spring 2027". */
    forecast({ measure, day, low, high }: GrowthForecast): string {
      const number = (value: number) => intl.formatNumber(value, MEASURE_FORMAT)
      const range = low === high ? number(low) : `${number(low)}–${number(high)}`
      return text('findings.forecast.when', {
        range: `${range}${unitOf(measure)}`,
        season: seasonOf(day),
        year: day.slice(0, 4),
      })
    },
  }
}
