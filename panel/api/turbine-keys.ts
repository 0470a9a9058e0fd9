/**
 * Query keys of turbines. What belongs to one turbine (photos, reports, comments) has keys below `one(id)`, so that
 * invalidating the turbine invalidates all of it. It stands here because those features need it and do not import each other.
 */
export const turbineKeys = {
  list: () => ['turbines', 'list'] as const,
  one: (id: number) => ['turbines', 'one', id] as const,
}
