import { History, KeyRound, type LucideIcon, Pencil, ShieldOff, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { auditAddress } from '#domain/panel-addresses.ts'
import { hasPermission } from '#domain/permissions.ts'
import { mayChangeUser, type User } from '#domain/user.ts'
import { useCaller } from '#panel/session/caller-context.ts'
import { IconButton } from '#panel/ui/button.tsx'
import type { MessageId } from '#panel/words/messages.ts'
import { useText } from '#panel/words/use-text.ts'
import { userName } from './user-name.ts'

const ACTIONS = ['edit', 'set-password', 'reset-factor', 'delete'] as const
export type UserAction = (typeof ACTIONS)[number]

const LOOKS: Record<UserAction, { icon: LucideIcon; label: MessageId }> = {
  edit: { icon: Pencil, label: 'user.edit' },
  'set-password': { icon: KeyRound, label: 'user.setPassword' },
  'reset-factor': { icon: ShieldOff, label: 'user.resetFactor' },
  delete: { icon: Trash2, label: 'user.delete.named' },
}

/** Returns a function that lists what the caller may do to a user. The own password and factors are on the account page. */
export function useUserActions(): (user: User) => UserAction[] {
  const caller = useCaller()
  return (user) =>
    ACTIONS.filter(
      (action) =>
        mayChangeUser(caller, `user.${action}`, user) &&
        !((action === 'set-password' || action === 'reset-factor') && user.id === caller.id) &&
        !(action === 'reset-factor' && !user.has_second_factor),
    )
}

interface UserActionsProps {
  user: User
  tabIndex: 0 | -1
  onAction: (action: UserAction, user: User) => void
}

/** The buttons of a row, and a link to the user's activity. */
export function UserActions({ user, tabIndex, onAction }: UserActionsProps) {
  const text = useText()
  const caller = useCaller()
  const actions = useUserActions()(user)
  const name = userName(user)
  return (
    <span className="flex">
      {hasPermission(caller, 'audit.read') && (
        <Link
          to={auditAddress({ user_id: user.id })}
          tabIndex={tabIndex}
          aria-label={text('user.history', { name })}
          data-tooltip={text('user.history', { name })}
          className="relative inline-flex size-control items-center justify-center rounded text-ink-soft transition-colors hover:bg-surface-sunken hover:text-ink"
        >
          <History aria-hidden className="size-4.5" />
        </Link>
      )}
      {ACTIONS.map((action) => {
        const { icon, label } = LOOKS[action]
        if (!actions.includes(action)) return <span key={action} className="size-control" />
        return (
          <IconButton
            key={action}
            label={text(label, { name })}
            icon={icon}
            tabIndex={tabIndex}
            onClick={() => onAction(action, user)}
            className="relative"
          />
        )
      })}
    </span>
  )
}
