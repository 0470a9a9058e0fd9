import { Images, type LucideIcon, Pencil, Rotate3d, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { panoramaAddress, turbineAddress } from '#domain/panel-addresses.ts'
import type { Turbine } from '#domain/turbine.ts'
import { IconButton } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'
import { turbineTitle } from './turbine-title.ts'
import { whyNoPanorama } from './why-no-panorama.ts'

/** The actions that the caller may use for turbines. A missing action is not offered. */
export interface TurbineActions {
  onEdit?: (turbine: Turbine) => void
  onDelete?: (turbine: Turbine) => void
}

interface TurbineActionButtonsProps {
  turbine: Turbine
  actions: TurbineActions
  tabIndex: 0 | -1
}

/** The buttons of one turbine: the link to its photos, and the permitted actions. */
export function TurbineActionButtons({ turbine, actions, tabIndex }: TurbineActionButtonsProps) {
  const text = useText()
  const name = turbineTitle(text, turbine)
  const { onEdit, onDelete } = actions
  const blocked = whyNoPanorama(text, turbine)
  return (
    <>
      <ScreenLink
        to={turbineAddress(turbine.id)}
        label={text('turbine.openPhotos')}
        icon={Images}
        tabIndex={tabIndex}
      />
      {blocked === undefined ? (
        <ScreenLink
          to={panoramaAddress(turbine.id)}
          label={text('panorama.title')}
          icon={Rotate3d}
          tabIndex={tabIndex}
        />
      ) : (
        <IconButton label={text('panorama.title')} icon={Rotate3d} tabIndex={tabIndex} blocked={blocked} />
      )}
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

interface ScreenLinkProps {
  to: string
  /** A text without the name of the turbine, because the link to the turbine already has its name. */
  label: string
  icon: LucideIcon
  tabIndex: 0 | -1
}

function ScreenLink({ to, label, icon: Icon, tabIndex }: ScreenLinkProps) {
  return (
    <Link
      to={to}
      aria-label={label}
      data-tooltip={label}
      tabIndex={tabIndex}
      className="inline-flex size-control shrink-0 items-center justify-center rounded text-ink-soft transition-colors hover:bg-surface-sunken hover:text-ink"
    >
      <Icon aria-hidden className="size-4.5" />
    </Link>
  )
}
