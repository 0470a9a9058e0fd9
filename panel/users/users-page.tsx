import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { OPERATOR_COMPANY_ID } from '#domain/limits.ts'
import { hasPermission } from '#domain/permissions.ts'
import { mayChangeUser, type User } from '#domain/user.ts'
import { usersQuery } from '#panel/data/users.ts'
import NextStep from '#panel/frame/first-steps/next-step.tsx'
import { PanelFrame } from '#panel/frame/panel-frame.tsx'
import { QueryBoundary } from '#panel/frame/query-boundary.tsx'
import { useCaller } from '#panel/session/caller-context.ts'
import { useFormLayer } from '#panel/ui/address/form-layer.ts'
import { useSearchInAddress } from '#panel/ui/address/search-address.ts'
import { Button } from '#panel/ui/button.tsx'
import { AddressDialog } from '#panel/ui/dialogs/address-dialog.tsx'
import { EmptyState } from '#panel/ui/empty-state.tsx'
import { lazyDialog } from '#panel/ui/late-scripts/lazy-part.tsx'
import { PageHeading } from '#panel/ui/page-heading.tsx'
import { usePageTitle } from '#panel/ui/page-title.ts'
import { useAddedRecord } from '#panel/ui/tables/added-record.ts'
import { ListToolbar } from '#panel/ui/tables/list-toolbar.tsx'
import { ResetButton } from '#panel/ui/tables/reset-button.tsx'
import { searchRows } from '#panel/ui/tables/search-rows.ts'
import { TableSkeleton } from '#panel/ui/tables/table-skeleton.tsx'
import { useText } from '#panel/words/use-text.ts'
import { DeleteUserDialog } from './delete-user-dialog.tsx'
import { ResetFactorDialog } from './reset-factor-dialog.tsx'
import type { UserAction } from './user-actions.tsx'
import { USER_FILTERS, UserFilters, useUserFilters } from './user-filters.tsx'
import { userName } from './user-name.ts'
import { UserTable } from './user-table.tsx'

const AddUserDialog = lazyDialog(() => import('./add-user-dialog.tsx'))
const EditUserDialog = lazyDialog(() => import('./edit-user-dialog.tsx'))
const SetPasswordDialog = lazyDialog(() => import('./set-password-dialog.tsx'))

/** An open dialog that nothing is typed in, or a password, which is never kept. */
type OpenDialog = { action: Exclude<UserAction, 'edit'>; user: User }

export default function UsersPage() {
  const text = useText()
  const title = text('users.title')
  usePageTitle(title)
  const caller = useCaller()
  const { query, setQuery, reset } = useSearchInAddress(USER_FILTERS)
  const form = useFormLayer()
  const [dialog, setDialog] = useState<OpenDialog>()
  const [link, setLink] = useState<{ name: string; address: string }>()
  const answer = useQuery(usersQuery)
  const users = answer.data ?? []
  const filters = useUserFilters(users)
  // The dialog of the link has the focus first.
  const onAdded = useAddedRecord(link ? undefined : answer.data)
  const found = searchRows(users.filter(filters.includes), query, (user) => [
    userName(user),
    user.email,
    user.company_name,
  ])
  const isNarrowed = filters.isSet || query.trim() !== ''
  const edited = users.find(
    (user) => String(user.id) === form.value && mayChangeUser(caller, 'user.edit', user),
  )
  const mayAdd = hasPermission(caller, 'user.add')
  const add = mayAdd && (
    <Button variant="primary" icon={Plus} onClick={() => form.open('add')}>
      {text('user.add')}
    </Button>
  )

  return (
    <PanelFrame>
      <PageHeading title={title} status={answer.data && text('users.total', { n: users.length })}>
        {add}
      </PageHeading>
      <NextStep />
      <ListToolbar
        search={{
          label: text('users.search'),
          hint: text('users.search.hint'),
          value: query,
          onChange: setQuery,
        }}
        found={answer.data && isNarrowed ? found.length : undefined}
        onReset={reset}
      >
        <UserFilters filters={filters} />
      </ListToolbar>
      <QueryBoundary
        query={answer}
        loading={<TableSkeleton label={text('users.loading')} />}
        failed={text('users.failed')}
        empty={
          <EmptyState title={text('users.none')} action={add}>
            {text('users.none.text')}
          </EmptyState>
        }
      >
        {() =>
          found.length > 0 ? (
            <UserTable users={found} onAction={onAction} />
          ) : (
            <EmptyState
              title={text('users.noneFound')}
              action={<ResetButton onReset={reset}>{text('filter.clear')}</ResetButton>}
            >
              {text('users.noneFound.text')}
            </EmptyState>
          )
        }
      </QueryBoundary>
      {form.value === 'add' && mayAdd && (
        <AddUserDialog
          companyId={filters.company === OPERATOR_COMPANY_ID ? undefined : filters.company}
          onAdded={(id) => {
            reset()
            onAdded(id)
          }}
          onLink={(name, address) => setLink({ name, address })}
          onClose={form.close}
        />
      )}
      {link && (
        <AddressDialog
          title={text('user.invitation.title')}
          text={text('user.invitation.text', { name: link.name })}
          address={link.address}
          onClose={() => setLink(undefined)}
        />
      )}
      {edited && <EditUserDialog key={edited.id} user={edited} onClose={form.close} />}
      {dialog && renderDialog(dialog)}
    </PanelFrame>
  )

  function onAction(action: UserAction, user: User) {
    if (action === 'edit') form.open(String(user.id))
    else setDialog({ action, user })
  }

  function renderDialog({ action, user }: OpenDialog) {
    const onClose = () => setDialog(undefined)
    if (action === 'set-password') return <SetPasswordDialog user={user} onClose={onClose} />
    if (action === 'reset-factor') return <ResetFactorDialog user={user} onClose={onClose} />
    return <DeleteUserDialog user={user} onClose={onClose} />
  }
}
