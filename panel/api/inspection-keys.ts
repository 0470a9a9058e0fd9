import { turbineKeys } from './turbine-keys.ts'

/** Query keys of inspections. Those of one turbine are below its key, so that a change of its photos and findings invalidates them too. */
export const inspectionKeys = {
  /** Lists over several turbines. */
  lists: () => ['inspections'] as const,
  ofTurbine: (turbineId: number) => [...turbineKeys.one(turbineId), 'inspections'] as const,
  one: (turbineId: number, year: number) => [...inspectionKeys.ofTurbine(turbineId), year] as const,
}
