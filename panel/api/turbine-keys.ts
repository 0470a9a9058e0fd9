/**
 * Query keys of turbines. The data of one turbine (photos, reports, comments) has keys below `one(id)`, so that
 * invalidating the turbine invalidates all its data. The keys are here because those features must not import each other.
 */
export const turbineKeys = {
  list: () => ['turbines', 'list'] as const,
  one: (id: number) => ['turbines', 'one', id] as const,
}
