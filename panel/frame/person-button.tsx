import { lazy, useState, useTransition } from 'react'
import { AvatarButton } from './avatar-button.tsx'

const loadPersonMenu = () => import('./person-menu.tsx')
const PersonMenu = lazy(loadPersonMenu)

/**
 * The button of the account menu. The script of the menu is large, so it is loaded when the pointer or the focus comes to the button.
 * The first click replaces the button by the menu, which is then open.
 */
export function PersonButton() {
  const [isOpened, setOpened] = useState(false)
  const [isLoading, startLoading] = useTransition()
  if (isOpened) return <PersonMenu />
  return (
    <AvatarButton
      aria-haspopup="menu"
      aria-expanded={false}
      aria-busy={isLoading || undefined}
      onPointerEnter={() => void loadPersonMenu()}
      onFocus={() => void loadPersonMenu()}
      onClick={() => startLoading(() => setOpened(true))}
    />
  )
}
