import { Images, Pencil, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { turbineAddress } from '#domain/panel-addresses.ts'
import type { Turbine } from '#domain/turbine.ts'
import { IconButton } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'
import { turbineTitle } from './turbine-title.ts'

/** What the viewer may do to turbines; a missing one is not offered. */
export interface TurbineActions {
  onEdit?: (turbine: Turbine) => void
  onDelete?: (turbine: Turbine) => void
}

interface TurbineActionButtonsProps {
  turbine: Turbine
  actions: TurbineActions
  tabIndex: 0 | -1
}

/** The buttons of one turbine: its photos, and what the viewer may do to it. */
export function TurbineActionButtons({ turbine, actions, tabIndex }: TurbineActionButtonsProps) {
  const text = useText()
  const name = turbineTitle(text, turbine)
  const { onEdit, onDelete } = actions
  // Without the name of the turbine, which its own link has.
  const photos = text('turbine.openPhotos')
  return (
    <>
      <Link
        to={turbineAddress(turbine.id)}
        aria-label={photos}
        data-tooltip={photos}
        tabIndex={tabIndex}
        className="inline-flex size-control shrink-0 items-center justify-center rounded text-ink-soft transition-colors hover:bg-surface-sunken hover:text-ink"
      >
        <Images aria-hidden className="size-4.5" />
      </Link>
      {onEdit && (
        <IconButton
          label={text('turbine.edit', { name })}
          icon={Pencil}
          aria-keyshortcuts="E"
          tabIndex={tabIndex}
          onClick={() => onEdit(turbine)}
        />
      )}
      {onDelete && (
        <IconButton
          label={text('turbine.delete', { name })}
          icon={Trash2}
          tabIndex={tabIndex}
          onClick={() => onDelete(turbine)}
        />
      )}
    </>
  )
}
