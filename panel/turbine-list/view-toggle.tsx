import { LayoutGrid, MapPin, Rows3 } from 'lucide-react'
import { IconChoice } from '#panel/ui/fields/icon-choice.tsx'
import { useText } from '#panel/words/use-text.ts'
import { VIEWS, type View } from './use-list-address.ts'

const ICONS = { grid: LayoutGrid, list: Rows3, map: MapPin }

interface ViewToggleProps {
  value: View
  onChange: (view: View) => void
}

/** Switches between cards, rows and the map. */
export function ViewToggle({ value, onChange }: ViewToggleProps) {
  const text = useText()
  const options = VIEWS.map((view) => ({
    value: view,
    label: text(`turbines.view.${view}`),
    icon: ICONS[view],
  }))
  return (
    <IconChoice
      label={text('turbines.view')}
      name="view"
      options={options}
      value={value}
      onChange={onChange}
    />
  )
}
