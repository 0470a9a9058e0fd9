import { lazyDialog } from '#panel/ui/late-scripts/lazy-part.tsx'
import { LateMenu } from '#panel/ui/layers/late-menu.tsx'
import { AvatarButton } from './avatar-button.tsx'

const PersonMenu = lazyDialog(() => import('./person-menu.tsx'))

/** The button of the account menu. */
export function PersonButton() {
  return (
    <LateMenu
      preload={PersonMenu.preload}
      button={(attributes) => <AvatarButton {...attributes} />}
      menu={({ whileLoading, onClose }) => <PersonMenu whileLoading={whileLoading} onClose={onClose} />}
    />
  )
}
