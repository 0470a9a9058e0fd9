import { isTimeZone } from '#domain/time/today.ts'
import { ComboboxField } from '#panel/ui/fields/combobox-field.tsx'
import { useDates } from '#panel/words/use-dates.ts'
import { useText } from '#panel/words/use-text.ts'

/** The zones of the turbines of most companies, which stand first in the list. */
const FIRST_ZONES = [
  'Europe/Istanbul',
  'Europe/Athens',
  'Europe/Sofia',
  'Europe/Bucharest',
  'Europe/Berlin',
  'Europe/London',
  'Asia/Tbilisi',
  'Asia/Baku',
  'UTC',
]

interface TimeZoneFieldProps {
  /** The name of a zone, such as `Europe/Istanbul`. */
  value: string
  onChange: (value: string) => void
  error: string | undefined
  required: boolean
}

/** The time zone of a company, with the time that it is there now. */
export function TimeZoneField({ value, ...field }: TimeZoneFieldProps) {
  const text = useText()
  const { dayAndTimeOf } = useDates(value)
  return (
    <ComboboxField
      label={text('company.timeZone')}
      hint={text('company.timeZone.hint', { now: dayAndTimeOf(new Date()) })}
      className="sm:col-span-2"
      value={value}
      options={zonesWith(value).map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
      {...field}
    />
  )
}

/** All zones that this browser knows, the likely ones first. A stored zone with another of its names is one of them. */
function zonesWith(value: string): string[] {
  const known = [...FIRST_ZONES, ...Intl.supportedValuesOf('timeZone')].filter(isTimeZone)
  return [...new Set([...known.slice(0, FIRST_ZONES.length), value, ...known])]
}
