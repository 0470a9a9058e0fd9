import type { QueryKey } from '@tanstack/react-query'

/**
 * Query keys of turbines. The data of one turbine (photos, reports, comments) has keys below `one(id)`, so that
 * invalidating the turbine invalidates all its data.
 */
export const turbineKeys = {
  list: () => ['turbines', 'list'] as const,
  one: (id: number) => ['turbines', 'one', id] as const,
}

/** Query keys of inspections. Those of one turbine are below its key, so that a change of its photos and findings invalidates them too. */
export const inspectionKeys = {
  /** Begins the keys of lists over several turbines. A change of the state of one inspection invalidates them. */
  lists: () => ['inspections'] as const,
  ofTurbine: (turbineId: number) => [...turbineKeys.one(turbineId), 'inspections'] as const,
  one: ({ turbineId, year }: { turbineId: number; year: number }) =>
    [...inspectionKeys.ofTurbine(turbineId), year] as const,
}

/** Begin the keys of lists over several turbines. */
export const findingLists = ['findings'] as const
export const reportLists = ['reports'] as const

export const companyList = ['companies'] as const

/** Begins every key: the records of all answers contain names of companies and users, and the user may be the caller. */
export const everything: QueryKey = []
