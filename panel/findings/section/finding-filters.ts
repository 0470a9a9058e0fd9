import {
  FINDING_STATUSES,
  type Finding,
  type FindingStatus,
  type SIGHTINGS,
} from '#domain/findings/finding.ts'
import { SEVERITIES, type Severity } from '#domain/findings/finding-type.ts'
import { useAddressParams } from '#panel/ui/address/address-params.ts'

/** The name in the address of the year of the findings; another year of the page removes it. */
export const FINDING_YEAR = 'findingYear'
const SEVERITY_MIN = 'severityMin'
const STATUS = 'findingStatus'
const SIGHTING = 'sightings'
/** The names in the address of the filters. */
export const FINDING_PARAMS = [FINDING_YEAR, SEVERITY_MIN, STATUS, SIGHTING] as const
/** The value of the year or of the status in the address for all of them. */
const ALL = 'all'

export const STATUS_FILTERS = ['unsolved', ...FINDING_STATUSES] as const

/** The status that lists begin with, and which is not in the address. */
export const FIRST_STATUS = 'unsolved'

/** A missing filter means all. */
export interface FindingFilters {
  year: number | undefined
  severityMin: Severity | undefined
  status: FindingStatus | 'unsolved' | undefined
  /** Which findings of a chain are shown. */
  sightings: (typeof SIGHTINGS)[number]
}

/** The status that the address chooses; undefined for all. A value that no status has counts as absent. */
export function statusOfAddress(value: string | undefined): FindingFilters['status'] {
  if (value === ALL) return undefined
  return STATUS_FILTERS.find((status) => status === value) ?? FIRST_STATUS
}

/** The value in the address for a status. */
export function addressOfStatus(status: string | undefined): string | undefined {
  return status === FIRST_STATUS ? undefined : (status ?? ALL)
}

/**
 * The filters of the findings of a turbine, in the address as `?findingYear=2025&severityMin=3&findingStatus=all&sightings=all`. Without a
 * year in the address, it is that of the page; without a status, the unsolved ones; without `sightings`, each chain counts once.
 */
export function useFindingFilters(findings: readonly Finding[], pageYear: number) {
  const { get, change } = useAddressParams()
  const years = [...new Set([pageYear, ...findings.map(({ year }) => year)])].sort((a, b) => b - a)
  const named = get(FINDING_YEAR)
  const year = named === ALL ? undefined : (years.find((each) => String(each) === named) ?? pageYear)
  const filters: FindingFilters = {
    year,
    severityMin: SEVERITIES.find((severity) => String(severity) === get(SEVERITY_MIN)),
    status: statusOfAddress(get(STATUS)),
    sightings: get(SIGHTING) === 'all' ? 'all' : 'newest',
  }
  return {
    years,
    filters,
    setYear: (value: string | undefined) => change({ [FINDING_YEAR]: value ?? ALL }),
    setSeverityMin: (value: string | undefined) => change({ [SEVERITY_MIN]: value }),
    setStatus: (value: string | undefined) => change({ [STATUS]: addressOfStatus(value) }),
    setSightings: (all: boolean) => change({ [SIGHTING]: all ? 'all' : undefined }),
    /** True if the filters are others than those that the list begins with. The year is none of them. */
    isChanged: filters.severityMin !== undefined || filters.status !== FIRST_STATUS,
    /** Goes back to the filters that the list begins with, except the year. */
    reset: () => change({ [SEVERITY_MIN]: undefined, [STATUS]: undefined }),
    /** Shows the findings of every severity and status. */
    showAll: () => change({ [SEVERITY_MIN]: undefined, [STATUS]: ALL }),
  }
}
