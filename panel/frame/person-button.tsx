import { useState } from 'react'
import { lazyDialog } from '#panel/ui/late-scripts/lazy-part.tsx'
import { AvatarButton } from './avatar-button.tsx'

const PersonMenu = lazyDialog(() => import('./person-menu.tsx'))

/**
 * The button of the account menu. The script of the menu is large, so it is loaded when the pointer or the focus comes to the button.
 * The first click replaces the button by the menu, which is then open.
 */
export function PersonButton() {
  const [isOpened, setOpened] = useState(false)
  if (isOpened) {
    const loading = <AvatarButton aria-haspopup="menu" aria-expanded={false} aria-busy />
    return <PersonMenu onClose={() => setOpened(false)} whileLoading={loading} />
  }
  return (
    <AvatarButton
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={PersonMenu.preload}
      onFocus={PersonMenu.preload}
      onClick={() => setOpened(true)}
    />
  )
}
