import type { Turbine } from '#domain/turbine.ts'
import { isDrawn, type Place, project, readCoordinates } from './projection.ts'

/** A turbine with its place on the map. */
export interface LocatedTurbine {
  turbine: Turbine
  place: Place
}

/** A turbine that the map cannot show, with the reason. */
interface UnlocatedTurbine {
  turbine: Turbine
  reason: 'none' | 'outside'
}

/** Splits turbines into those that the map shows and those without coordinates or outside of the drawn part of the earth. */
export function locateTurbines(turbines: Turbine[]) {
  const located: LocatedTurbine[] = []
  const unlocated: UnlocatedTurbine[] = []
  for (const turbine of turbines) {
    const coordinates = turbine.coordinates === null ? undefined : readCoordinates(turbine.coordinates)
    const place = coordinates && project(coordinates)
    if (!place) unlocated.push({ turbine, reason: 'none' })
    else if (isDrawn(place)) located.push({ turbine, place })
    else unlocated.push({ turbine, reason: 'outside' })
  }
  return { located, unlocated }
}
