import { LayoutGrid, MapPin, Rows3 } from 'lucide-react'
import { useText } from '#panel/words/use-text.ts'
import { VIEWS, type View } from './use-list-address.ts'

const ICONS = { grid: LayoutGrid, list: Rows3, map: MapPin }

interface ViewToggleProps {
  value: View
  onChange: (view: View) => void
}

/** Switches between cards, rows and the map. It is one tab stop; arrow keys move inside. */
export function ViewToggle({ value, onChange }: ViewToggleProps) {
  const text = useText()
  return (
    <fieldset className="flex h-control rounded border border-hairline bg-surface p-0.5">
      <legend className="sr-only">{text('turbines.view')}</legend>
      {VIEWS.map((view) => {
        const Icon = ICONS[view]
        return (
          <label
            key={view}
            data-tooltip={text(`turbines.view.${view}`)}
            className="relative grid w-9 cursor-pointer place-items-center rounded text-ink-soft transition-colors hover:text-ink has-checked:bg-action-soft has-checked:text-action has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name="view"
              checked={view === value}
              onChange={() => onChange(view)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <Icon aria-hidden className="size-4.5" />
            <span className="sr-only">{text(`turbines.view.${view}`)}</span>
          </label>
        )
      })}
    </fieldset>
  )
}
