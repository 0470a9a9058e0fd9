import { capitalizePlace } from '#domain/text/turkish.ts'
import type { Turbine } from '#domain/turbine.ts'
import type { Text } from '#panel/words/use-text.ts'

/** The name of a turbine, otherwise a name made from its city. */
export function turbineTitle(text: Text, turbine: Turbine): string {
  return turbine.turbine_name || text('turbine.titleOfCity', { city: capitalizePlace(turbine.city) })
}
