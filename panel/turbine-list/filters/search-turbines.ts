import { foldForSearch } from '#domain/text/turkish.ts'
import type { Turbine } from '#domain/turbine.ts'

export interface SearchableTurbine {
  turbine: Turbine
  /** The searched texts, folded once. */
  folded: string
}

export function makeSearchable(turbines: Turbine[]): SearchableTurbine[] {
  return turbines.map((turbine) => ({
    turbine,
    folded: foldForSearch([turbine.code, turbine.city, turbine.location, turbine.turbine_name].join(' \n ')),
  }))
}

/** The turbines that contain every word of `query` in their code, city, location or name. */
export function searchTurbines(turbines: SearchableTurbine[], query: string): Turbine[] {
  const words = foldForSearch(query).split(/\s+/).filter(Boolean)
  return turbines
    .filter(({ folded }) => words.every((word) => folded.includes(word)))
    .map(({ turbine }) => turbine)
}
