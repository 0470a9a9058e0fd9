import { FINDING_STATUSES, type Finding, type FindingStatus } from '#domain/findings/finding.ts'
import { SEVERITIES, type Severity } from '#domain/findings/finding-type.ts'
import { useAddressParams } from '#panel/ui/address/address-params.ts'

/** The name in the address of the year of the findings; another year of the page removes it. */
export const FINDING_YEAR = 'findingYear'
const SEVERITY_MIN = 'severityMin'
const STATUS = 'findingStatus'
/** The value of the year in the address for all years. */
const ALL = 'all'

export const STATUS_FILTERS = ['unsolved', ...FINDING_STATUSES] as const

/** A missing filter means all. */
export interface FindingFilters {
  year: number | undefined
  severityMin: Severity | undefined
  status: FindingStatus | 'unsolved' | undefined
}

/**
 * The filters of the findings of a turbine, in the address as `?findingYear=2025&severityMin=3&findingStatus=unsolved`. Without a year in
 * the address, it is that of the page.
 */
export function useFindingFilters(findings: readonly Finding[], pageYear: number) {
  const { get, change } = useAddressParams()
  const years = [...new Set([pageYear, ...findings.map(({ year }) => year)])].sort((a, b) => b - a)
  const named = get(FINDING_YEAR)
  const year = named === ALL ? undefined : (years.find((each) => String(each) === named) ?? pageYear)
  const filters: FindingFilters = {
    year,
    severityMin: SEVERITIES.find((severity) => String(severity) === get(SEVERITY_MIN)),
    status: STATUS_FILTERS.find((status) => status === get(STATUS)),
  }
  return {
    years,
    filters,
    setYear: (value: string | undefined) => change({ [FINDING_YEAR]: value ?? ALL }),
    setSeverityMin: (value: string | undefined) => change({ [SEVERITY_MIN]: value }),
    setStatus: (value: string | undefined) => change({ [STATUS]: value }),
    /** Removes the filters, except the year. */
    reset: () => change({ [SEVERITY_MIN]: undefined, [STATUS]: undefined }),
  }
}
