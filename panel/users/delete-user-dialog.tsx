import { useRef } from 'react'
import type { User } from '#domain/user.ts'
import { errorText } from '#panel/api/error-text.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { deleteUser, listsAfterUser } from '#panel/data/users.ts'
import { Banner } from '#panel/ui/banner.tsx'
import { ConfirmDialog } from '#panel/ui/dialogs/confirm-dialog.tsx'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { findNextRecord, findRecord } from '#panel/ui/tables/next-record.ts'
import { useText } from '#panel/words/use-text.ts'
import { userName } from './user-name.ts'

/** Asks before a user is deleted, and says which of their data is kept. */
export function DeleteUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const text = useText()
  const notify = useNotify()
  /** Gets the focus after the deletion, because the row goes away. */
  const next = useRef<HTMLElement>(undefined)
  const name = userName(user)
  const { mutate, isPending, error } = useApiMutation({
    name: ['user.delete', user.id],
    call: () => deleteUser(user.id),
    invalidates: () => listsAfterUser(),
    onSuccess: () => {
      next.current = findNextRecord(findRecord(user.id))
      notify({ tone: 'success', title: text('common.success'), message: text('user.deleted', { name }) })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      title={text('user.delete.title')}
      confirmLabel={text('user.delete')}
      busy={isPending}
      onConfirm={() => mutate(undefined)}
      onCancel={onClose}
      finalFocus={() => next.current}
    >
      <p>{text('user.delete.text', { name, email: user.email })}</p>
      <p className="mt-2">{text('user.delete.kept')}</p>
      {error && (
        <div className="mt-4">
          <Banner tone="error" title={text('user.delete.failed')}>
            {errorText(text, error)}
          </Banner>
        </div>
      )}
    </ConfirmDialog>
  )
}
