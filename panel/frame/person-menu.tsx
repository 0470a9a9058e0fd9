import { LogOut, UserRound } from 'lucide-react'
import { PANEL_ADDRESSES } from '#domain/panel-addresses.ts'
import { useSignOut } from '#panel/outbox/use-sign-out.ts'
import { useCaller } from '#panel/session/caller-context.ts'
import { useNavigateHere } from '#panel/ui/address/use-navigate-here.ts'
import { blockedProps } from '#panel/ui/button.tsx'
import { Menu, MenuGroup, MenuItem } from '#panel/ui/layers/menu.tsx'
import { useText } from '#panel/words/use-text.ts'
import { AvatarButton } from './avatar-button.tsx'

/** The account menu: the signed-in user, a link to change the password, and signing out. `PersonButton` mounts it on a click, so it is open when it is mounted. */
export default function PersonMenu() {
  const text = useText()
  const caller = useCaller()
  const { signOut, leaving } = useSignOut()
  const navigate = useNavigateHere()
  const name = `${caller.first_name} ${caller.last_name}`
  return (
    <Menu
      defaultOpen
      trigger={<AvatarButton {...blockedProps(leaving ? text('blocked.leaving') : undefined)} />}
    >
      <MenuGroup title={name} note={text(`role.${caller.role}`)}>
        <MenuItem icon={UserRound} onClick={() => navigate(PANEL_ADDRESSES.account)}>
          {text('frame.account')}
        </MenuItem>
        <MenuItem icon={LogOut} onClick={signOut}>
          {text('frame.signOut')}
        </MenuItem>
      </MenuGroup>
    </Menu>
  )
}
