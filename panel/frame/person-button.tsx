import { lazy, useState, useTransition } from 'react'
import { AvatarButton } from './avatar-button.tsx'

const loadPersonMenu = () => import('./person-menu.tsx')
const PersonMenu = lazy(loadPersonMenu)

/**
 * The account menu. Its script is a large part of what the first screen would load, so it loads when the pointer or the focus comes to
 * the button. The first click shows the menu in its place, already open.
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
