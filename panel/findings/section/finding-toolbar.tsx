import { useIntl } from 'react-intl'
import type { Finding } from '#domain/findings/finding.ts'
import type { Severity } from '#domain/findings/finding-type.ts'
import type { Language } from '#domain/text/language.ts'
import { FilterSelect } from '#panel/ui/fields/filter-select.tsx'
import { ListToolbar } from '#panel/ui/tables/list-toolbar.tsx'
import { severityWords } from '#panel/words/finding-words.ts'
import { useText } from '#panel/words/use-text.ts'
import { SightingsSwitch } from '../sightings-switch.tsx'
import { type FindingFilters, STATUS_FILTERS, type useFindingFilters } from './finding-filters.ts'
import { filterFindings } from './findings-of-year.ts'

/** The severities from which a filter may begin. */
const SEVERITIES_MIN: Severity[] = [2, 3, 4, 5]

interface FindingToolbarProps {
  /** Every finding of the turbine. */
  findings: Finding[]
  filtering: ReturnType<typeof useFindingFilters>
  /** How many findings pass the filters. */
  found: number
}

/** The filters of the findings of a turbine, and how many pass them. Each option says how many findings it shows with the other filters. */
export function FindingToolbar({ findings, filtering, found }: FindingToolbarProps) {
  const text = useText()
  const language = useIntl().locale as Language
  const { years, filters, setYear, setSeverityMin, setStatus, setSightings, isChanged, reset } = filtering
  const countWith = (changed: Partial<FindingFilters>) =>
    filterFindings(findings, { ...filters, ...changed }).length
  return (
    <ListToolbar found={isChanged ? found : undefined} onReset={reset}>
      <FilterSelect
        label={text('findings.year')}
        all={text('list.allYears')}
        value={filters.year?.toString()}
        options={years.map((year) => ({
          value: String(year),
          label: String(year),
          count: countWith({ year }),
        }))}
        onChange={setYear}
      />
      <FilterSelect
        label={text('findings.severity')}
        all={text('findings.allSeverities')}
        value={filters.severityMin?.toString()}
        options={SEVERITIES_MIN.map((severity) => ({
          value: String(severity),
          label: fromSeverity(severity),
          count: countWith({ severityMin: severity }),
        }))}
        unlisted={fromSeverity(1)}
        onChange={setSeverityMin}
      />
      <FilterSelect
        label={text('findings.status')}
        all={text('findings.allStatuses')}
        value={filters.status}
        options={STATUS_FILTERS.map((status) => ({
          value: status,
          label: text(`findings.status.${status}`),
          count: countWith({ status }),
        }))}
        onChange={setStatus}
      />
      <SightingsSwitch isOn={filters.sightings === 'all'} onChange={setSightings} />
    </ListToolbar>
  )

  function fromSeverity(severity: Severity): string {
    if (severity < 5) return text('findings.severity.from', { severity })
    return text('fleet.severity.only', { severity, name: severityWords(language, severity).name })
  }
}
