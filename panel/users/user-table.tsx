import type { User } from '#domain/user.ts'
import { useCaller } from '#panel/session/caller-context.ts'
import { sortRows, useSortInAddress } from '#panel/ui/address/sort-address.ts'
import { Badge } from '#panel/ui/badge.tsx'
import { Table } from '#panel/ui/tables/table.tsx'
import type { Column } from '#panel/ui/tables/table-column.ts'
import { useDates } from '#panel/words/use-dates.ts'
import { type Text, useText } from '#panel/words/use-text.ts'
import { type UserAction, UserActions, useUserActions } from './user-actions.tsx'
import { userName } from './user-name.ts'

const SORT_KEYS = ['name', 'email', 'role', 'company', 'status', 'last_sign_in'] as const
type SortKey = (typeof SORT_KEYS)[number]

interface UserTableProps {
  users: User[]
  onAction: (action: UserAction, user: User) => void
}

/** The users as a table, sorted as in the address. A row that may be edited opens the form. */
export function UserTable({ users, onAction }: UserTableProps) {
  const text = useText()
  const dates = useDates()
  const caller = useCaller()
  const actionsFor = useUserActions()
  const { sort, setSort } = useSortInAddress(SORT_KEYS)
  const lastSignIn = ({ last_sign_in_at }: User) =>
    last_sign_in_at === null ? text('user.neverSignedIn') : dates.dayAndTimeOf(last_sign_in_at)

  return (
    <Table
      label={text('users.title')}
      columns={columns()}
      rows={sortRows(users, (user) => sortKey(text, user, sort.by), sort.descending)}
      rowKey={({ id }) => id}
      onOpenRow={(user) => (actionsFor(user).includes('edit') ? () => onAction('edit', user) : undefined)}
      sort={sort}
      onSort={setSort}
    />
  )

  function columns(): (Column<User> & { id: SortKey | 'actions' })[] {
    return [
      {
        id: 'name',
        header: text('user.name'),
        width: 11,
        grow: 2,
        cell: (user) =>
          user.id === caller.id ? text('user.oneself', { name: userName(user) }) : userName(user),
      },
      {
        id: 'email',
        header: text('user.email'),
        width: 13,
        grow: 2,
        leaves: 2,
        cell: ({ email }) => email,
      },
      {
        id: 'role',
        header: text('user.role'),
        width: 8,
        leaves: 3,
        cell: ({ role }) => text(`role.${role}`),
      },
      {
        id: 'company',
        header: text('user.company'),
        width: 10,
        grow: 1,
        leaves: 1,
        cell: ({ company_name }) => company_name,
      },
      {
        id: 'status',
        header: text('user.status'),
        width: 6,
        leaves: 4,
        cell: ({ is_active }) => (
          <Badge tone={is_active ? 'good' : 'quiet'}>
            {text(is_active ? 'status.active' : 'status.inactive')}
          </Badge>
        ),
      },
      {
        id: 'last_sign_in',
        header: text('user.lastSignIn'),
        width: 11,
        leaves: 5,
        cell: lastSignIn,
      },
      {
        id: 'actions',
        header: text('table.actions'),
        width: 10.5,
        isActions: true,
        cell: (user, tabIndex) => <UserActions user={user} tabIndex={tabIndex} onAction={onAction} />,
      },
    ]
  }
}

function sortKey(text: Text, user: User, by: SortKey): string {
  switch (by) {
    case 'name':
      return userName(user)
    case 'email':
      return user.email
    case 'role':
      return text(`role.${user.role}`)
    case 'company':
      return user.company_name
    case 'status':
      return text(user.is_active ? 'status.active' : 'status.inactive')
    case 'last_sign_in':
      return user.last_sign_in_at ?? ''
  }
}
