import { Images, LayoutGrid, type LucideIcon, Ruler } from 'lucide-react'
import type { ReactNode } from 'react'
import { FormattedNumber } from 'react-intl'
import { LENGTH_FORMAT } from '#domain/text/number-formats.ts'
import type { Turbine } from '#domain/turbine.ts'
import type { Text } from '#panel/words/use-text.ts'

interface TurbineFigure {
  icon: LucideIcon
  /** The label on the turbine's page. */
  name: string
  /** The unit after the value on the card. */
  noun: string
  value: ReactNode
}

/** The numbers of a turbine that its card and its page show. */
export function turbineFigures(text: Text, turbine: Turbine): TurbineFigure[] {
  return [
    {
      icon: LayoutGrid,
      name: text('turbine.roomCount'),
      noun: text('turbine.rooms'),
      value: <FormattedNumber value={turbine.rooms} />,
    },
    {
      icon: Images,
      name: text('turbine.photoCount'),
      noun: text('turbine.photos'),
      value: <FormattedNumber value={turbine.photo_count} />,
    },
    ...(turbine.blade_length === null
      ? []
      : [
          {
            icon: Ruler,
            name: text('turbine.bladeLength'),
            noun: text('turbine.blade'),
            value: (
              <FormattedNumber value={turbine.blade_length} style="unit" unit="meter" {...LENGTH_FORMAT} />
            ),
          },
        ]),
  ]
}
