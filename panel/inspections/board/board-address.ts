import { Id } from '#domain/fields.ts'
import {
  INSPECTION_STATES,
  type InspectionState,
  WAITING_STATES,
  WAITS_FOR_FILTERS,
} from '#domain/inspections/state.ts'
import { YearText } from '#domain/time/year.ts'
import type { InspectionFilters } from '#panel/data/inspections.ts'
import { useAddressParams } from '#panel/ui/address/address-params.ts'

export const VIEWS = ['board', 'list'] as const
export type View = (typeof VIEWS)[number]

const NONE = { state: undefined, waits: undefined, city: undefined, company: undefined, year: undefined }

/**
 * View and filters of the inspections, in the address as `?view=list&state=open&waits=team&city=izmir&company=3&year=2026`. A value that is
 * not valid counts as absent. Who reads only what is published has neither states nor somebody who waits.
 */
export function useBoardAddress(isInTeam: boolean) {
  const { get, change } = useAddressParams()
  const work = (name: 'state' | 'waits') => (isInTeam ? get(name) : undefined)
  const filters: InspectionFilters = {
    state: INSPECTION_STATES.find((state) => state === work('state')),
    waits: WAITS_FOR_FILTERS.find((waits) => waits === work('waits')),
    city: get('city'),
    company: Id.safeParse(get('company')).data,
    year: YearText.safeParse(get('year')).data,
  }
  return {
    view: (isInTeam && VIEWS.find((view) => view === get('view'))) || ('board' as View),
    filters,
    isFiltered: Object.values(filters).some((value) => value !== undefined),
    setView: (view: View) => change({ view: view === 'board' ? undefined : view }),
    setFilter: (name: keyof InspectionFilters, value: string | undefined) => change({ [name]: value }),
    clear: () => change(NONE),
  }
}

/** The states of which an inspection can pass the filters: the columns of the board. */
export function shownStates({ state, waits }: InspectionFilters): InspectionState[] {
  return INSPECTION_STATES.filter(
    (each) =>
      (state === undefined || each === state) &&
      (waits === undefined || WAITING_STATES[waits].includes(each)),
  )
}
