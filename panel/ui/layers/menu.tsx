import { Menu as BaseMenu } from '@base-ui/react/menu'
import type { LucideIcon } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'

interface MenuProps {
  /** The button that opens the menu. */
  trigger: ReactElement
  /** True for a menu that is open when it is mounted. */
  defaultOpen?: boolean
  children: ReactNode
}

/** A menu of actions under a button. Arrow keys move inside, Escape closes. */
export function Menu({ trigger, defaultOpen = false, children }: MenuProps) {
  return (
    <BaseMenu.Root defaultOpen={defaultOpen}>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner sideOffset={6} align="end" className="z-popup outline-none">
          <BaseMenu.Popup className="min-w-56 rounded border border-hairline bg-surface py-1 shadow-raised outline-none transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0">
            {children}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}

interface MenuGroupProps {
  title: string
  /** A second line, smaller. */
  note: string
  children: ReactNode
}

/** A group of items with a title. */
export function MenuGroup({ title, note, children }: MenuGroupProps) {
  return (
    <BaseMenu.Group>
      <BaseMenu.GroupLabel className="mb-1 border-b border-hairline px-3.5 pt-1.5 pb-2.5">
        <span className="block text-body font-medium wrap-anywhere text-ink">{title}</span>
        <span className="mt-0.5 block text-caption text-ink-faint">{note}</span>
      </BaseMenu.GroupLabel>
      {children}
    </BaseMenu.Group>
  )
}

interface MenuItemProps {
  icon: LucideIcon
  onClick: () => void
  children: string
}

export function MenuItem({ icon: Icon, onClick, children }: MenuItemProps) {
  return (
    <BaseMenu.Item
      onClick={onClick}
      className="flex cursor-pointer items-center gap-2.5 px-3.5 py-2 text-body text-ink outline-none select-none data-highlighted:bg-action-soft"
    >
      <Icon aria-hidden className="size-4 text-ink-soft" />
      {children}
    </BaseMenu.Item>
  )
}
