import type { User } from '#domain/user.ts'
import { errorText } from '#panel/api/error-text.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { listsAfterUser, resetFactors } from '#panel/data/users.ts'
import { Banner } from '#panel/ui/banner.tsx'
import { ConfirmDialog } from '#panel/ui/dialogs/confirm-dialog.tsx'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { useText } from '#panel/words/use-text.ts'
import { userName } from './user-name.ts'

/** Asks before the factors of a user are removed, who has lost them. */
export function ResetFactorDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const text = useText()
  const notify = useNotify()
  const name = userName(user)
  const { mutate, isPending, error } = useApiMutation({
    name: ['user.reset-factor', user.id],
    call: () => resetFactors(user.id),
    invalidates: () => listsAfterUser(),
    onSuccess: () => {
      notify({ tone: 'success', title: text('common.success'), message: text('user.factorReset', { name }) })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      title={text('user.resetFactor.title')}
      confirmLabel={text('user.resetFactor.submit')}
      busy={isPending}
      onConfirm={() => mutate(undefined)}
      onCancel={onClose}
    >
      <p>{text('user.resetFactor.text', { name })}</p>
      {error && (
        <div className="mt-4">
          <Banner tone="error" title={text('user.resetFactor.failed')}>
            {errorText(text, error)}
          </Banner>
        </div>
      )}
    </ConfirmDialog>
  )
}
