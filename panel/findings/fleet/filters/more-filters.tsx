import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import types from '#content/findings/types.json'
import type { Language } from '#domain/text/language.ts'
import { laterDay } from '#domain/time/today.ts'
import { FilterDate } from '#panel/ui/fields/days/filter-date.tsx'
import { FilterSelect } from '#panel/ui/fields/filter-select.tsx'
import { useText } from '#panel/words/use-text.ts'
import type { useFleetAddress } from '../fleet-address.ts'

interface MoreFiltersProps {
  address: ReturnType<typeof useFleetAddress>
  /** The years that the findings have, with repetitions. */
  years: readonly string[]
  /** Further filters, after the year. */
  children: ReactNode
}

/** The filters that are rarely used: type, year and due days. */
export function MoreFilters({ address, years, children }: MoreFiltersProps) {
  const text = useText()
  const language = useIntl().locale as Language
  const { chosen, filter } = address
  return (
    <>
      <FilterSelect
        label={text('findings.type')}
        all={text('fleet.allTypes')}
        value={chosen.type}
        options={types.types.map((type) => ({ value: type.id, label: type[language] }))}
        onChange={(type) => filter({ type })}
      />
      <FilterSelect
        label={text('findings.year')}
        all={text('list.allYears')}
        value={chosen.year}
        options={[...new Set(years)]
          .sort()
          .reverse()
          .map((value) => ({ value, label: value }))}
        onChange={(year) => filter({ year })}
      />
      {children}
      <FilterDate
        label={text('fleet.dueFrom')}
        value={chosen.due_from}
        onChange={(due_from) => filter({ due_from })}
      />
      <FilterDate
        label={text('fleet.dueUntil')}
        value={chosen.due_before && laterDay(chosen.due_before, -1)}
        onChange={(last) => filter({ due_before: last && laterDay(last, 1) })}
      />
    </>
  )
}
