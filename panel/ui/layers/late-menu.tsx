import { type ButtonHTMLAttributes, type ReactNode, useState } from 'react'

interface LateMenuProps {
  /** Loads the script of the menu. */
  preload: () => void
  /** The button, as long as nobody has opened its menu. */
  button: (attributes: ButtonHTMLAttributes<HTMLButtonElement>) => ReactNode
  /** The menu with its button. It is open when it is mounted. */
  menu: (props: { whileLoading: ReactNode; onClose: () => void }) => ReactNode
}

/**
 * A menu whose script is loaded when the pointer or the focus comes to its button, because the script of menus is large. The first click
 * replaces the button by the menu.
 */
export function LateMenu({ preload, button, menu }: LateMenuProps) {
  const [isOpened, setOpened] = useState(false)
  const closed = { 'aria-haspopup': 'menu', 'aria-expanded': false } as const
  if (isOpened)
    return menu({ whileLoading: button({ ...closed, 'aria-busy': true }), onClose: () => setOpened(false) })
  return button({
    ...closed,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: () => setOpened(true),
  })
}
